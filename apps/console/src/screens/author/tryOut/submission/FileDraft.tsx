/** Files what is filled in as a draft of a submission. It goes to the server, where the live version of the form runs. */
import { useMutation, useQuery } from "@tanstack/react-query"
import { FormworkError } from "@formwork/client/FormworkError"
import { useState } from "react"
import { formQuery } from "../../../../api/forms.ts"
import { useMay } from "../../../../api/me.ts"
import { type FiledDraft, fileDraft } from "../../../../api/submissions.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Dialog } from "../../../../parts/Dialog.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Refused } from "../../../../parts/Refused.tsx"
import type { Authoring } from "../../authoring/Authoring.ts"
import { useEngine } from "../../authoring/useAuthoring.ts"

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
      {isOpen && <Confirm {...props} isAsLive={isAsLive} number={number} onClose={() => setOpen(false)} />}
    </>
  )
}

interface ConfirmProps extends FileDraftProps {
  readonly isAsLive: boolean
  readonly number: number | undefined
  readonly onClose: () => void
}

const Confirm = ({ formId, isAsLive, number, onClose, onFiled, payload }: ConfirmProps) => {
  const { common, tryOut } = useMessages()
  const { fileDraft: words } = tryOut
  // One filing, however often its answer is lost.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const filing = useMutation({
    mutationFn: () => fileDraft(formId, payload, idempotencyKey),
    onSuccess: (draft) => {
      onFiled(draft)
      onClose()
    }
  })
  return (
    <Dialog
      title={words.title}
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button look="primary" isPending={filing.isPending} onPress={() => filing.mutate()}>
            {words.submit}
          </Button>
        </>
      }
    >
      <Refused error={filing.error} />
      <Problems error={filing.error} />
      <p>{words.stored}</p>
      <p>{isAsLive ? words.asLive : words.live({ number })}</p>
    </Dialog>
  )
}

/** All that the live version refuses; the first one stands in the sentence above. */
const Problems = ({ error }: { readonly error: unknown }) => {
  const { fileDraft: words } = useMessages().tryOut
  const problems = error instanceof FormworkError && "problems" in error.problem ? error.problem.problems : []
  if (problems.length < 2) return null
  return (
    <ul aria-label={words.problems}>
      {problems.map(({ message, pointer }) => (
        <li key={`${pointer} ${message}`}>
          <code>{pointer}</code> <Foreign text={message} />
        </li>
      ))}
    </ul>
  )
}
