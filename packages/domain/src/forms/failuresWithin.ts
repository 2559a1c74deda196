/** Failing examples with what they differ in, as far as an answer has room for it (docs/decisions/0255). */
import type { Finding } from "@formwork/rules/Expectation"
import type { ExampleFailure } from "../callers/Refusal.ts"

/**
 * A value that is found may be far longer than what was expected in its place, so that a megabyte of examples can differ by hundreds.
 * @param room UTF-16 units of JSON. The differences from the first one on that would not fit are left out; every failure is named.
 */
export const failuresWithin = (room: number) => {
  const failed: Array<ExampleFailure> = []
  let left = room
  const fits = (difference: object): boolean => {
    if (left > 0) left -= JSON.stringify(difference).length
    return left > 0
  }
  return {
    /** @param unmet not empty. */
    add: (name: string, unmet: ReadonlyArray<Finding & { readonly message?: string }>): void => {
      const differences: Array<ExampleFailure["differences"][number]> = []
      for (const { isMet: _, ...difference } of unmet) {
        if (!fits(difference)) break
        differences.push(difference)
      }
      failed.push({ name, differences })
    },
    /** What was added, and the room that is left. */
    made: () => ({ failed, room: Math.max(0, left) })
  }
}
