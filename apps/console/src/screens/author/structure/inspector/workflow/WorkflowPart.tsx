/** The workflow of a form: a drawing, and the tables that change it. */
import { useMessages } from "../../../../../messages/useMessages.ts"
import { Button } from "../../../../../parts/Button.tsx"
import { Notice } from "../../../../../parts/Notice.tsx"
import { entriesOf, nodeAt } from "../../../document/nodes.ts"
import type { StructureEdit } from "../../../document/StructureEdit.ts"
import { isWithin } from "../../../document/pointer.ts"
import inspector from "../Inspector.module.css"
import type { PartProps } from "../PartProps.ts"
import { StatesTable } from "./StatesTable.tsx"
import { TransitionsTable } from "./TransitionsTable.tsx"
import styles from "./Workflow.module.css"
import { WorkflowGraph } from "./WorkflowGraph.tsx"
import { ownWorkflow, type WorkflowOf, workflowOf } from "./workflowOf.ts"

export interface WorkflowTableProps extends PartProps {
  readonly workflow: WorkflowOf
}

/** A new entry at the end of a list of the workflow, which is made where it is missing. */
const added = ({ good }: PartProps, list: string, value: unknown): StructureEdit => {
  const node = nodeAt(good.tree, list)
  return node?.type === "array"
    ? { edit: "insert", list, index: entriesOf(node).length, json: JSON.stringify(value) }
    : { edit: "set", pointer: list, json: JSON.stringify([value]) }
}

/** `state`, or the first of `state2`, `state3` … that is free. */
const freeState = (states: ReadonlyArray<string>): string => {
  if (!states.includes("state")) return "state"
  let count = 2
  while (states.includes(`state${count}`)) count += 1
  return `state${count}`
}

const Tables = (props: WorkflowTableProps) => {
  const { workflow: words } = useMessages().structure
  const { isDisabled, tools, workflow } = props
  const { states } = workflow
  const add = (list: string, value: unknown) => tools.store.edit(added(props, list, value), { isQuiet: true })
  const transition = { name: "next", from: states[0] ?? "", to: states.at(-1) ?? "" }
  return (
    <>
      <div className={styles.block}>
        <StatesTable {...props} />
        <Button size="small" isDisabled={isDisabled} onPress={() => add("/workflow/states", freeState(states))}>
          {words.addState}
        </Button>
      </div>
      <div className={styles.block}>
        <TransitionsTable {...props} />
        <Button size="small" isDisabled={isDisabled} onPress={() => add("/workflow/transitions", transition)}>
          {words.addTransition}
        </Button>
      </div>
    </>
  )
}

export const WorkflowPart = (props: PartProps) => {
  const { workflow: words } = useMessages().structure
  const { good, isDisabled, tools } = props
  const workflow = workflowOf(good.tree)
  const isOwn = entriesOf(nodeAt(good.tree, "/workflow/states")).length > 0
  const faults = tools.faults.filter(({ pointer }) => isWithin(pointer, "/workflow"))
  return (
    <div className={inspector.group}>
      {faults.length > 0 && (
        <Notice tone="error">
          {faults.map(({ message, pointer }) => (
            <p key={`${pointer} ${message}`}>{message}</p>
          ))}
        </Notice>
      )}
      <WorkflowGraph workflow={workflow} />
      {isOwn ? (
        <Tables {...props} workflow={workflow} />
      ) : (
        <div className={styles.block}>
          <p className={inspector.hint}>{words.usual}</p>
          <Button isDisabled={isDisabled} onPress={() => tools.store.edit(ownWorkflow(), { isQuiet: true })}>
            {words.own}
          </Button>
        </div>
      )}
    </div>
  )
}
