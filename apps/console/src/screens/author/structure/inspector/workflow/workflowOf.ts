/** The workflow of a form: its own, or the usual one if its author wrote none. */
import { entriesOf, memberOf, textOf } from "../../../document/nodes.ts"
import type { Node } from "../../../document/parseText.ts"
import type { StructureEdit } from "../../../document/StructureEdit.ts"

export interface TransitionOf {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly privilege: string
}

export interface WorkflowOf {
  readonly initial: string
  readonly states: ReadonlyArray<string>
  readonly transitions: ReadonlyArray<TransitionOf>
}

/** What a form has without a workflow of its own (docs/rule-language.md#a-form). */
export const usualWorkflow: WorkflowOf = {
  initial: "submitted",
  states: ["submitted", "in_review", "approved", "rejected"],
  transitions: [
    { name: "review", from: "submitted", to: "in_review", privilege: "" },
    { name: "approve", from: "in_review", to: "approved", privilege: "" },
    { name: "reject", from: "in_review", to: "rejected", privilege: "" }
  ]
}

const text = (node: Node, name: string): string => textOf(memberOf(node, name)) ?? ""

/** As its author wrote it, faults and all. */
export const workflowOf = (tree: Node): WorkflowOf => {
  const written = memberOf(tree, "workflow")
  const states = entriesOf(memberOf(written, "states")).map((state) => textOf(state) ?? "")
  if (states.length === 0) return usualWorkflow
  return {
    initial: textOf(memberOf(written, "initial")) ?? states[0] ?? "",
    states,
    transitions: entriesOf(memberOf(written, "transitions")).map((one) => ({
      name: text(one, "name"),
      from: text(one, "from"),
      to: text(one, "to"),
      privilege: text(one, "privilege")
    }))
  }
}

export const statesOf = (tree: Node): ReadonlyArray<string> => workflowOf(tree).states

/** The usual workflow, written out to be changed. */
export const ownWorkflow = (): StructureEdit => {
  const { initial, states, transitions } = usualWorkflow
  const written = transitions.map(({ from, name, to }) => ({ name, from, to }))
  return {
    edit: "set",
    pointer: "/workflow",
    json: JSON.stringify({ initial, states, transitions: written }),
    after: ["formatVersion", "title", "code", "timeZone", "referencePattern", "fields", "checks", "outcomes"]
  }
}

const set = (pointer: string, value: string): StructureEdit => ({ edit: "set", pointer, json: JSON.stringify(value) })

/** A state with another name, wherever it is named: in transitions, as the first one, in what effects wait for. */
export const renameState = (tree: Node, index: number, name: string): ReadonlyArray<StructureEdit> => {
  const before = workflowOf(tree).states[index]
  const workflow = memberOf(tree, "workflow")
  const edits: Array<StructureEdit> = [set(`/workflow/states/${index}`, name)]
  if (before === undefined || before === "" || workflowOf(tree).states.filter((one) => one === before).length > 1)
    return edits
  if (textOf(memberOf(workflow, "initial")) === before) edits.push(set("/workflow/initial", name))
  for (const [at, one] of entriesOf(memberOf(workflow, "transitions")).entries())
    for (const end of ["from", "to"])
      if (text(one, end) === before) edits.push(set(`/workflow/transitions/${at}/${end}`, name))
  for (const [at, effect] of entriesOf(memberOf(tree, "effects")).entries())
    if (text(effect, "on") === `state:${before}`) edits.push(set(`/effects/${at}/on`, `state:${name}`))
  return edits
}
