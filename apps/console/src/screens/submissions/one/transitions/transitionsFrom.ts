/** The transitions of a workflow that leave from a state. */
import type { Transition, Workflow } from "@formwork/rules/Definition"

/** A draft has none: it is filed. */
export const transitionsFrom = ({ transitions }: Workflow, state: string): ReadonlyArray<Transition> =>
  transitions.filter(({ from }) => from === state)
