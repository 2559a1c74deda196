/** What the rows about tables share: forms with large tables, and what they are timed beside. */
import type { JsonObject } from "@formwork/rules/Json"
import { check } from "@formwork/rules/check"
import { compileGenerated } from "@formwork/rules/compileGenerated"
import { renderFaults } from "@formwork/rules/renderFaults"
import * as Result from "effect/Result"
import { OPTIONS } from "../demo.ts"
import { ROTATION, type Timed } from "../measure.ts"

export const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

export const postcode = (index: number): string => `P${String(index).padStart(6, "0")}`

/** Tables of this size do not stand in a form: its limit is lifted here. */
export const compiled = (definition: JsonObject) => {
  const result = check(definition, { tableRows: 1_000_000 })
  if (Result.isFailure(result)) throw new Error(renderFaults(definition, result.failure))
  return compileGenerated(result.success)
}

/** The two that are timed together, and how many payloads they give other bytes for. */
export const beside = (
  name: string,
  payloads: ReadonlyArray<JsonObject>,
  byHand: (data: JsonObject) => object,
  evaluate: ReturnType<typeof compiled>["evaluate"]
) => {
  const wrong = payloads.filter(
    (payload) => JSON.stringify(byHand(payload)) !== JSON.stringify(evaluate(payload, OPTIONS))
  ).length
  const at = (index: number): JsonObject => payloads[index % ROTATION] ?? {}
  const timed: ReadonlyArray<Timed> = [
    { name: "tables/hand", run: (index) => byHand(at(index)) },
    { name, run: (index) => evaluate(at(index), OPTIONS) }
  ]
  return { timed, notes: `${wrong} of ${payloads.length} differ` }
}
