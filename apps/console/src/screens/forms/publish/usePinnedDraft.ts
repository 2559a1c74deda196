/** The draft that the person looks at. A newer one never takes its place by itself. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { savedDraftQuery } from "../../../api/forms.ts"

export const usePinnedDraft = (formId: string) => {
  const { data: newest, error, isFetching, refetch } = useQuery({ ...savedDraftQuery(formId), staleTime: 0 })
  const [pinned, setPinned] = useState<{ readonly draft: typeof newest; readonly before?: typeof newest }>()
  // The cache may hold an older draft, so the draft is read anew when the screen opens.
  if (pinned === undefined && newest !== undefined && !isFetching) setPinned({ draft: newest })
  const draft = pinned?.draft
  return {
    draft,
    /** The draft that was on the page before, once the person has opened a newer one. */
    before: pinned?.before,
    newer: draft !== undefined && newest !== undefined && newest.revision !== draft.revision ? newest : undefined,
    error,
    refetch,
    showNewest: () => setPinned({ draft: newest, before: draft })
  }
}

export type LookedAt = NonNullable<ReturnType<typeof usePinnedDraft>["draft"]>
