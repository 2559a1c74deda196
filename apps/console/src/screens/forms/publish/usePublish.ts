/** Publishes the revision that the person looked at, and no other. */
import { FormworkError } from "@formwork/client/FormworkError"
import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { api } from "../../../api/api.ts"
import { formChanged } from "../../../api/forms.ts"
import type { LookedAt } from "./usePinnedDraft.ts"

/**
 * @param said `note`, and why it is published although cases fail; empty for none.
 * @param onStale is called where a newer revision is there: nothing was published.
 */
export const usePublish = (
  formId: string,
  { etag }: LookedAt,
  said: { readonly note: string; readonly reason: string },
  onStale: () => void
) => {
  const { note, reason } = said
  const navigate = useNavigate()
  return useMutation({
    // A refusal belongs to the revision that it refused.
    mutationFn: (_revision: number) =>
      api.drafts.publish({
        formId,
        ifMatch: etag,
        body: { ...(note === "" ? {} : { note }), ...(reason === "" ? {} : { despiteExamples: reason }) }
      }),
    onSuccess: async ({ body }) => {
      await formChanged(formId)
      await navigate({ to: "/forms/$formId/publish", params: { formId }, search: { published: body.id } })
    },
    onError: (error) => {
      if (error instanceof FormworkError && error.status === 409) onStale()
    }
  })
}
