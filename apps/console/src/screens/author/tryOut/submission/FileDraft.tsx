/** Files what is filled in as a draft of a submission. It goes to the server, where the live version of the form runs. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { formQuery } from "../../../../api/forms.ts"
import { useMay } from "../../../../api/me.ts"
import type { FiledDraft } from "../../../../api/submissions.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { lazily } from "../../../../parts/lazily.tsx"
import type { Authoring } from "../../authoring/Authoring.ts"
import { useEngine } from "../../authoring/useAuthoring.ts"

const ConfirmFiling = lazily(async () => (await import("./ConfirmFiling.tsx")).ConfirmFiling)

interface FileDraftProps {
  readonly authoring: Authoring
  readonly formId: string
  /** JSON of what is filed. */
  readonly payload: string
  readonly onFiled: (draft: FiledDraft) => void
}

/** Why nothing can be filed; undefined where it can, and where the form could not be read: the server is the judge. */
export const useWhyNotFiled = (formId: string): string | undefined => {
  const { fileDraft: words } = useMessages().tryOut
  const mayWrite = useMay("submission:write")
  const form = useQuery(formQuery(formId)).data
  if (!mayWrite) return words.needsPrivilege
  if (form === undefined || form.liveVersionId !== null) return undefined
  return form.archivedAt === null ? words.neverPublished : words.archived
}

export const FileDraft = (props: FileDraftProps) => {
  const { authoring, formId } = props
  const { fileDraft: words } = useMessages().tryOut
  const [isOpen, setOpen] = useState(false)
  const whyNot = useWhyNotFiled(formId)
  const number = useQuery(formQuery(formId)).data?.liveVersionNumber ?? undefined
  const isAsLive = useEngine(authoring, ({ checked }) => checked?.comparison?.changes.length === 0)
  return (
    <>
      <Button size="small" isDisabled={whyNot !== undefined} onPress={() => setOpen(true)}>
        {isAsLive || number === undefined ? words.open : words.openLive({ number })}
      </Button>
      {isOpen && <ConfirmFiling {...props} isAsLive={isAsLive} number={number} onClose={() => setOpen(false)} />}
    </>
  )
}
