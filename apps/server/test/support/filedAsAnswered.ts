/** What a database has of one form after clients have filed, beside what they were answered. */
import { assert } from "@effect/vitest"
import type { Filers } from "./filers.ts"

/**
 * Asserts that nothing is lost, nothing doubled, and that numbers have no gap.
 * @param submissions id and reference number of each.
 * @param all the clients who filed them. Those of two servers may have used the same keys.
 */
export const filedAsAnswered = (
  submissions: ReadonlyArray<readonly [id: string, reference: string]>,
  ...all: ReadonlyArray<Filers>
): void => {
  const stored = new Map(submissions)
  const filed = all.flatMap((filers) => filers.filed)
  const answers = new Map<string, Set<string>>()
  for (const { id, key, reference } of filed) {
    answers.set(key, (answers.get(key) ?? new Set()).add(`${id} ${reference}`))
  }
  const lost = filed.filter(({ id, reference }) => stored.get(id) !== reference)
  assert.deepStrictEqual(lost, [], "each 201 is stored, with its number")
  const doubled = [...answers].filter(([, { size }]) => size > 1)
  assert.deepStrictEqual(doubled, [], "a key has one answer")
  assert.strictEqual(stored.size, answers.size, "a key has one submission, and there are no others")
  const numbers = [...stored.values()].map((reference) => Number(reference.slice(-6))).sort((one, other) => one - other)
  assert.deepStrictEqual(
    numbers,
    Array.from({ length: stored.size }, (_, place) => place + 1),
    "numbers have no gap"
  )
}
