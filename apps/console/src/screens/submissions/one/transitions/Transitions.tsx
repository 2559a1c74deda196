/** The transitions that a submission has, as buttons. One that needs a privilege which the person lacks is disabled and says so. */
import type { Submission } from "@formwork/client/contract"
import type { Transition } from "@formwork/rules/Definition"
import { useId } from "react"
import { useMe } from "../../../../api/me.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import type { StoredEvaluated } from "../../../author/engine/Protocol.ts"
import { transitionsFrom } from "./transitionsFrom.ts"
import styles from "./Transitions.module.css"

interface TransitionsProps {
  readonly submission: Submission
  readonly run: StoredEvaluated
  readonly onChoose: (transition: Transition) => void
}

/** Why the person cannot make it; undefined where they can. */
const useWhyNot = () => {
  const { move: words } = useMessages().submission
  const held = new Set<string>(useMe().privileges)
  return ({ name, privilege }: Transition): string | undefined => {
    if (!held.has("submission:write")) return words.needsWrite
    return privilege === undefined || held.has(privilege) ? undefined : words.needs({ name, privilege })
  }
}

export const Transitions = ({ onChoose, run, submission }: TransitionsProps) => {
  const { move: words } = useMessages().submission
  const whyNot = useWhyNot()
  const id = useId()
  const all = transitionsFrom(run.workflow, submission.workflowState)
  const reasons = [...new Set(all.flatMap((one) => whyNot(one) ?? []))]
  return (
    <>
      {all.map((transition, index) => {
        const reason = whyNot(transition)
        return (
          <Button
            key={transition.name}
            look={index === 0 ? "primary" : "quiet"}
            isDisabled={reason !== undefined}
            {...(reason === undefined ? {} : { describedBy: `${id}-${reasons.indexOf(reason)}` })}
            onPress={() => onChoose(transition)}
          >
            {words.submit({ name: transition.name })}
          </Button>
        )
      })}
      {reasons.map((reason, index) => (
        <p key={reason} id={`${id}-${index}`} className={styles.reason}>
          {reason}
        </p>
      ))}
    </>
  )
}
