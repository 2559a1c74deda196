/** Checking the settings of one effect: where its faults and costs go, and the names that its templates know. */
import type { Checking } from "../../Checking.ts"
import type { ReferencePart } from "../../../Definition.ts"
import type { Read, Reading } from "../../../reading/Reader.ts"
import type { Scope } from "../../expressions/Scope.ts"
import type { ExpressionFault } from "../../../language/Syntax.ts"
import { stepsOf } from "../../../values/pointer.ts"

export interface Authoring extends Reading {
  readonly checking: Checking
  /** “the effect `thank`”. */
  readonly effect: string
  /** The names of templates and expressions; within the rows of a list, its own too. */
  readonly scope: Scope
  /** How often it is put together: once, or for each row. */
  readonly times: number
  readonly reference: ReadonlyArray<ReferencePart>
}

/** Reads a member and checks what is in it, with its faults and its costs. */
export type Author<A> = (authoring: Authoring) => Read<A>

/** Files the faults of a template or an expression. */
export const blame = ({ faults }: Authoring, pointer: string, found: ReadonlyArray<ExpressionFault>): void => {
  for (const fault of found) faults.push({ pointer, ...fault })
}

/** Counts what a member takes to render. */
export const spend = ({ checking, effect, times }: Authoring, pointer: string, steps: number): void => {
  const member = stepsOf(pointer).findLast((step) => !/^\d+$/.test(step) && !step.startsWith("$"))
  checking.costs.push({ pointer, name: `\`${member ?? "?"}\` of ${effect}`, steps: times * steps })
}
