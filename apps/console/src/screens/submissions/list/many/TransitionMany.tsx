/** Makes one transition of many submissions. Each is based on the revision that the list shows: one that was changed meanwhile is refused. */
import type { Submission } from "@formwork/client/contract"
import { isRefusal } from "@formwork/client/FormworkError"
import { useState } from "react"
import { queries } from "../../../../api/queries.ts"
import { callTransition } from "../../../../api/submission.ts"
import { showMoved } from "../../../../api/submissionLists.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { TextField } from "../../../../parts/TextField.tsx"
import type { CommonTransition } from "./commonTransitions.ts"
import { ManyDialog } from "./ManyDialog.tsx"

interface TransitionManyProps {
  readonly transition: CommonTransition
  readonly items: ReadonlyArray<Submission>
  readonly onClose: () => void
}

const MOST_CHARACTERS = 2_000

export const TransitionMany = ({ items, onClose, transition }: TransitionManyProps) => {
  const { transitions } = useMessages().submissions
  const [comment, setComment] = useState("")
  const { name, to } = transition
  const act = async (item: Submission) => {
    try {
      showMoved(await callTransition(item, name, comment))
    } catch (error) {
      if (isRefusal(error, "CONFLICT")) showCurrent(item.id, error.problem)
      throw error
    }
  }
  const close = () => {
    void queries.invalidateQueries({ queryKey: ["submissions", "count"] })
    onClose()
  }
  const counted = { name, n: items.length }
  return (
    <ManyDialog
      title={transitions.title(counted)}
      submit={transitions.submit(counted)}
      items={items}
      act={act}
      onClose={close}
    >
      <p>{transitions.why({ to })}</p>
      <TextField
        label={transitions.comment}
        description={transitions.commentWhy}
        isOptional
        rows={3}
        maxLength={MOST_CHARACTERS}
        value={comment}
        onChange={setComment}
      />
    </ManyDialog>
  )
}

/** A conflict says how the submission is now. */
const showCurrent = (id: string, problem: object): void => {
  const workflowState: unknown = Reflect.get(problem, "workflowState")
  const revision: unknown = Reflect.get(problem, "revision")
  if (typeof workflowState === "string" && typeof revision === "number") showMoved({ id, workflowState, revision })
}
