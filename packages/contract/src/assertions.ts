/** Assertions that the suites share, and required elements of lists. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"

/** The element of a list that has exactly one. */
export const only = <A>(list: ReadonlyArray<A>): A => {
  const [element, ...more] = list
  return element === undefined || more.length > 0 ? assert.fail(`expected one element, found ${list.length}`) : element
}

/** The element at `index`; a negative index counts from the end. */
export const at = <A>(list: ReadonlyArray<A>, index: number): A =>
  list.at(index) ?? assert.fail(`expected an element at ${index}, found ${list.length} in all`)

const isTagged = <E extends { readonly _tag: string }, T extends E["_tag"]>(
  refusal: E,
  tag: T
): refusal is Extract<E, { readonly _tag: T }> => refusal._tag === tag

/** Asserts that `work` fails with the refusal `tag`, and returns the refusal. */
export const refuses = Effect.fnUntraced(function* <A, E extends { readonly _tag: string }, R, T extends E["_tag"]>(
  work: Effect.Effect<A, E, R>,
  tag: T
) {
  const result = yield* Effect.result(work)
  if (result._tag === "Success") return assert.fail(`expected the refusal ${tag}, but it succeeded`)
  const refusal = result.failure
  return isTagged(refusal, tag) ? refusal : assert.fail(`expected the refusal ${tag}, found ${refusal._tag}`)
})

/** Puts `what` before the message of an assertion that fails within `work`. */
export const during = <A, E, R>(what: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.catchDefect(work, (defect) => {
    if (defect instanceof Error) defect.message = `${what}: ${defect.message}`
    return Effect.die(defect)
  })
