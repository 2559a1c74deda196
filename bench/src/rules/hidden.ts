/** Quotes that send a value for a field that their rules hide, beside the same quotes without it. */
import { Effect } from "effect"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { Forms } from "@formwork/domain/forms/Forms"
import type { JsonObject } from "@formwork/rules/Json"
import { example, form } from "../demo.ts"
import { measure, ROTATION } from "../measure.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
import { parsed, validPayloads } from "./payloads.ts"
import { type Evaluate, ours, rowOf } from "./quote.ts"
import { layer, owner } from "./services.ts"

/** The field that is hidden in every payload: it is shown where the vehicle is modified. */
const HIDDEN = { modifications: "Alloy wheels" }

const without = validPayloads(ROTATION, 3).map(({ modifications: _, ...payload }) =>
  parsed({ ...payload, modified: false })
)
const withValue = without.map((payload) => parsed({ ...payload, ...HIDDEN }))

/** The quote through the domain's service, over the adapters in memory. */
const evaluations = Effect.gen(function* () {
  const operator = yield* owner
  const { id } = yield* Forms.use((forms) => forms.create(operator, form))
  yield* Forms.use((forms) => forms.publish(operator, id))
  // As an admitted caller has it: the live version is then cached.
  const caller = { ...operator, liveFormsRevision: 1 }
  const service = yield* Evaluations
  const context = yield* Effect.context<never>()
  const run = Effect.runSyncWith(context)
  return (data: JsonObject) => run(service.evaluate(caller, id, Effect.succeed(data)))
})

const pair = async (name: string, evaluate: Evaluate, rounds: number, notes: string): Promise<ReadonlyArray<Row>> => {
  const [none, hidden] = await measure(
    [without, withValue].map((payloads) => ({
      name,
      run: (index: number) => evaluate(payloads[index % ROTATION] ?? example)
    })),
    rounds,
    progress(`a hidden value, ${name}`)
  )
  if (none === undefined || hidden === undefined) return []
  return [rowOf(hidden, { bar: "≤ 1.3 ×", without_ns: none.median, notes })]
}

export const hiddenRows = async (rounds: number, wanted: (name: string) => boolean): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  for (const { evaluate, name } of ours().filter(({ name }) => name === "generated" && wanted(`hidden/${name}`)))
    rows.push(...(await pair(`hidden/${name}`, evaluate, rounds, "to the same payloads without the value")))
  if (wanted("hidden/service")) {
    const evaluate = await Effect.runPromise(evaluations.pipe(Effect.provide(layer), Effect.scoped))
    rows.push(...(await pair("hidden/service", evaluate, rounds, "the same through Evaluations, in memory")))
  }
  return rows
}
