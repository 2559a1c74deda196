/** Makes a transition, with a comment. What was seen when it was opened is what it is made of. */
import type { Submission } from "@formwork/client/contract"
import type { Transition } from "@formwork/rules/Definition"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { problemAt } from "../../../../api/refusal.ts"
import { moveSubmission } from "../../../../api/submission.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Dialog } from "../../../../parts/Dialog.tsx"
import { focusHeading } from "../../../../parts/focusHeading.ts"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Refused } from "../../../../parts/Refused.tsx"
import { TextField } from "../../../../parts/TextField.tsx"
import type { StoredEvaluated } from "../../../author/engine/Protocol.ts"

interface TransitionDialogProps {
  readonly transition: Transition
  /** The submission as the person saw it. */
  readonly seen: Submission
  readonly run: StoredEvaluated
  readonly onClose: () => void
}

export const TransitionDialog = ({ onClose, run, seen, transition: { from, name, to } }: TransitionDialogProps) => {
  const { common, submission } = useMessages()
  const { move: words } = submission
  const [comment, setComment] = useState("")
  const move = useMutation({
    mutationFn: () => moveSubmission(seen, name, comment),
    onSuccess: () => {
      onClose()
      focusHeading()
    }
  })
  const fires = run.fires.flatMap(({ id, on }) => (on === `state:${to}` ? [id] : []))
  return (
    <Dialog
      title={words.title({ name, reference: seen.referenceNumber })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button look="primary" isPending={move.isPending} onPress={() => move.mutate()}>
            {words.submit({ name })}
          </Button>
        </>
      }
    >
      <Refused error={move.error} />
      <p>{words.states({ from, to })}</p>
      {fires.length > 0 && (
        <p>
          <Foreign text={words.fires({ ids: fires })} />
        </p>
      )}
      <TextField
        label={words.comment}
        description={words.commentWhy}
        isOptional
        rows={3}
        maxLength={2_000}
        value={comment}
        onChange={setComment}
        problem={problemAt(move.error, "/comment")}
      />
    </Dialog>
  )
}
