/** Compiles a checked form with the back end that the runtime allows. Both give the same bytes. */
import type { CheckedForm } from "./tree/CheckedForm.ts"
import { closuresInSlices } from "./run/compileClosures.ts"
import { compileGenerated } from "./run/compileGenerated.ts"
import type { CompiledForm } from "./CompiledForm.ts"
import { finish, type Slices } from "./values/Slices.ts"

/**
 * Nodes of all rules up to which code is generated: some twenty times a large form. A function that is larger still takes the
 * engine longer to read than the closures take to run, and is never optimised.
 */
const MAX_NODES = 5_000

/** Nodes of a tree, counted until there are more than `most`. */
const nodesOf = (tree: unknown, most: number): number => {
  if (typeof tree !== "object" || tree === null) return 0
  let nodes = "kind" in tree ? 1 : 0
  for (const part of Object.values(tree)) {
    if (nodes > most) break
    nodes += nodesOf(part, most - nodes)
  }
  return nodes
}

const isLarge = ({ checks, effects, fields, outcomes }: CheckedForm): boolean =>
  nodesOf(
    [
      fields.map(({ formula, messages, optionsWhen, requiredWhen, rows, visibleWhen }) => [
        formula,
        optionsWhen,
        requiredWhen,
        rows,
        visibleWhen,
        [...(messages?.values() ?? [])]
      ]),
      checks,
      effects.map(({ when }) => when),
      outcomes
    ],
    MAX_NODES
  ) > MAX_NODES

/** Compiles a checked form. Never fails: `check` has refused every definition that could. */
export const compile = (checked: CheckedForm): CompiledForm => finish(compileInSlices(checked))

/** The same in slices: a large form pauses after each field and rule. Code is generated for small ones, in one slice. */
export function* compileInSlices(checked: CheckedForm): Slices<CompiledForm> {
  if (isLarge(checked)) return yield* closuresInSlices(checked)
  try {
    return compileGenerated(checked)
  } catch (error) {
    // A runtime that forbids generated code (a content security policy, a V8 flag) throws an EvalError.
    if (error instanceof EvalError) return yield* closuresInSlices(checked)
    throw error
  }
}
