/** A run of the fuzzer: so many pairs of a seed, until there is a difference. */
import { setImmediate } from "node:timers/promises"
import type { JsonObject } from "../../src/Json.ts"
import { type BackEnds, compiledBy, type Difference, differenceIn } from "./compare.ts"
import { formAt, type Input, inputAt, misjudged, PAYLOADS } from "./pairs.ts"

export interface Found {
  readonly pair: number
  readonly definition: JsonObject
  readonly input: Input
  readonly difference: Difference
}

export interface Tally {
  pairs: number
  forms: number
  refused: number
  circles: number
  found: Found | undefined
}

/** A form ready to run. The circles that `check` found in it, and in refused forms, are compared with the oracle's. */
const judgedForm = (seed: number, index: number, tally: Tally, ends: BackEnds) => {
  const form = formAt(seed, index)
  tally.forms += 1
  tally.refused += form.refused.length
  const judged = [...form.refused, { definition: form.definition, faults: [] }]
  for (const { definition, faults } of judged) {
    const wrong = misjudged(definition, faults)
    if (faults.some(({ message }) => message.includes("circle") || message.includes("itself"))) tally.circles += 1
    if (wrong !== undefined) {
      tally.found = {
        pair: index * PAYLOADS,
        definition,
        input: { data: {}, options: { today: "2024-01-01", draft: false } },
        difference: {
          between: "the checker and the oracle",
          one: faults.map(({ message }) => message).join("\n"),
          other: wrong
        }
      }
    }
  }
  return { form, ready: compiledBy(ends, form.checked) }
}

/** Forms between two turns of the event loop: until its turn ends, JavaScript keeps whatever was reached by a WeakRef in it. */
const FORMS_A_TURN = 40

/** Runs pairs `from` to below `to`; `seen` hears of each form. */
export const run = async (
  ends: BackEnds,
  seed: number,
  { from, to }: { readonly from: number; readonly to: number },
  seen: (tally: Tally) => void = () => undefined
): Promise<Tally> => {
  const tally: Tally = { pairs: 0, forms: 0, refused: 0, circles: 0, found: undefined }
  for (let pair = from; pair < to && tally.found === undefined;) {
    const index = Math.floor(pair / PAYLOADS)
    const { form, ready } = judgedForm(seed, index, tally, ends)
    const last = Math.min(to, (index + 1) * PAYLOADS)
    for (; pair < last && tally.found === undefined; pair += 1) {
      const input = inputAt(seed, pair, form.definition)
      const difference = differenceIn(ready, form.definition, input)
      if (difference !== undefined) tally.found = { pair, definition: form.definition, input, difference }
      tally.pairs += 1
    }
    seen(tally)
    if (tally.forms % FORMS_A_TURN === 0) await setImmediate()
  }
  return tally
}
