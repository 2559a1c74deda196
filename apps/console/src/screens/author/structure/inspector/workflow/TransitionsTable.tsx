/** The transitions of a workflow: a name, from where to where, and what its caller needs. */
import { useMessages } from "../../../../../messages/useMessages.ts"
import { Button } from "../../../../../parts/Button.tsx"
import { isWithin } from "../../../document/pointer.ts"
import styles from "./Workflow.module.css"
import type { WorkflowTableProps } from "./WorkflowPart.tsx"
import type { TransitionOf } from "./workflowOf.ts"

interface RowProps extends WorkflowTableProps {
  readonly transition: TransitionOf
  readonly index: number
}

const TransitionRow = ({ index, isDisabled, tools, transition, workflow }: RowProps) => {
  const { structure } = useMessages()
  const { workflow: words } = structure
  const pointer = `/workflow/transitions/${index}`
  const number = index + 1
  const problem = tools.faults.find((fault) => isWithin(fault.pointer, pointer))?.message
  const set = (member: keyof TransitionOf, value: string, typing: boolean): void => {
    const at = `${pointer}/${member}`
    if (value === "" && member === "privilege") tools.store.edit({ edit: "remove", pointer: at }, { typing: true })
    else
      tools.store.edit(
        { edit: "set", pointer: at, json: JSON.stringify(value), after: ["name", "from", "to"] },
        typing ? { typing } : { isQuiet: true }
      )
  }
  const line = (member: "name" | "privilege", label: string) => (
    <input
      className={styles.input}
      aria-label={label}
      aria-invalid={problem !== undefined && member === "name"}
      title={problem}
      disabled={isDisabled}
      spellCheck="false"
      value={transition[member]}
      onChange={({ target }) => set(member, target.value, true)}
    />
  )
  const state = (member: "from" | "to", label: string) => (
    <select
      className={styles.input}
      aria-label={label}
      disabled={isDisabled}
      value={transition[member]}
      onChange={({ target }) => set(member, target.value, false)}
    >
      {[...new Set([...workflow.states, transition[member]])].map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
  return (
    <tr>
      <td>{line("name", words.nameOf({ number }))}</td>
      <td>{state("from", words.fromOf({ number }))}</td>
      <td>{state("to", words.toOf({ number }))}</td>
      <td>{line("privilege", words.privilegeOf({ number }))}</td>
      <td className={styles.button}>
        <Button
          size="small"
          look="plain"
          isDisabled={isDisabled}
          label={structure.remove({ name: transition.name })}
          onPress={() => tools.store.edit({ edit: "remove", pointer }, { isQuiet: true })}
        >
          ✕
        </Button>
      </td>
    </tr>
  )
}

export const TransitionsTable = (props: WorkflowTableProps) => {
  const { workflow: words } = useMessages().structure
  return (
    <table className={styles.table} aria-label={words.transitions}>
      <thead>
        <tr>
          <th scope="col">{words.transition}</th>
          <th scope="col">{words.from}</th>
          <th scope="col">{words.to}</th>
          <th scope="col">{words.privilege}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {props.workflow.transitions.map((transition, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a transition has no name but the one that is being typed
          <TransitionRow key={index} {...props} transition={transition} index={index} />
        ))}
      </tbody>
    </table>
  )
}
