/** Asks before what is filled in is filed as a draft of a submission, and says what the live version refuses of it. */
import { FormworkError } from "@formwork/client/FormworkError"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { type FiledDraft, fileDraft } from "../../../../api/submissions.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Dialog } from "../../../../parts/Dialog.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Refused } from "../../../../parts/Refused.tsx"

interface ConfirmFilingProps {
  readonly formId: string
  /** JSON of what is filed. */
  readonly payload: string
  readonly onFiled: (draft: FiledDraft) => void
  readonly isAsLive: boolean
  readonly number: number | undefined
  readonly onClose: () => void
}

export const ConfirmFiling = ({ formId, isAsLive, number, onClose, onFiled, payload }: ConfirmFilingProps) => {
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
