/** Makes a transition, with a comment. It is made of what the person saw when they opened it, or of nothing. */
import type { Submission } from "@formwork/client/contract"
import type { Transition } from "@formwork/rules/Definition"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { problemAt } from "../../../../api/refusal.ts"
import { ifStale, moveSubmission } from "../../../../api/submission.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Dialog } from "../../../../parts/Dialog.tsx"
import { focusHeading } from "../../../../parts/focusHeading.ts"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Refused } from "../../../../parts/Refused.tsx"
import { TextField } from "../../../../parts/TextField.tsx"
import type { StoredEvaluated } from "../../../author/engine/Protocol.ts"
import { ChangedMeanwhile } from "./ChangedMeanwhile.tsx"
import { transitionsFrom } from "./transitionsFrom.ts"

interface TransitionDialogProps {
  readonly transition: Transition
  /** The submission as the person saw it. */
  readonly seen: Submission
  readonly run: StoredEvaluated
  readonly onClose: () => void
}

/** A submission that somebody changed meanwhile is shown before the transition can be made of it. */
const useMove = ({ onClose, seen, transition: { name } }: TransitionDialogProps, comment: string) => {
  const [fresh, setFresh] = useState<Submission>()
  const move = useMutation({
    mutationFn: () => ifStale(seen.id, () => moveSubmission(fresh ?? seen, name, comment)),
    onSuccess: (changed) => {
      if (changed !== undefined) return setFresh(changed)
      onClose()
      focusHeading()
    }
  })
  return { fresh, move }
}

export const TransitionDialog = (props: TransitionDialogProps) => {
  const { onClose, run, seen, transition } = props
  const { common, submission } = useMessages()
  const { move: words } = submission
  const { name } = transition
  const [comment, setComment] = useState("")
  const { fresh, move } = useMove(props, comment)
  const state = (fresh ?? seen).workflowState
  const possible = transitionsFrom(run.workflow, state).find((one) => one.name === name)
  return (
    <Dialog
      title={words.title({ name, reference: seen.referenceNumber })}
      isOpen
      size={fresh === undefined ? "usual" : "wide"}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button
            look="primary"
            isPending={move.isPending}
            isDisabled={possible === undefined}
            onPress={() => move.mutate()}
          >
            {fresh === undefined ? words.submit({ name }) : words.allTheSame({ name })}
          </Button>
        </>
      }
    >
      <Refused error={move.error} />
      {fresh !== undefined && <ChangedMeanwhile seen={seen} fresh={fresh} />}
      {possible === undefined ? (
        <p>{words.notFrom({ name, state })}</p>
      ) : (
        <Consequences transition={possible} run={run} />
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

const Consequences = ({ run, transition: { from, to } }: Pick<TransitionDialogProps, "transition" | "run">) => {
  const { move: words } = useMessages().submission
  const fires = run.fires.flatMap(({ id, on }) => (on === `state:${to}` ? [id] : []))
  return (
    <>
      <p>
        <Foreign text={words.states({ from, to })} />
      </p>
      {fires.length > 0 && (
        <p>
          <Foreign text={words.fires({ ids: fires })} />
        </p>
      )}
    </>
  )
}
