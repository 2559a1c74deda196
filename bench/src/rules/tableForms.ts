/** What the rows about tables share: forms with large tables, and what they are timed beside. */
import type { Json, JsonObject } from "@formwork/rules/Json"
import { check } from "@formwork/rules/check"
import { compileGenerated } from "@formwork/rules/compileGenerated"
import { readyTable } from "@formwork/rules/readyTable"
import { renderFaults } from "@formwork/rules/renderFaults"
import { byVersionKey } from "@formwork/rules/tableReferences"
import * as Result from "effect/Result"
import { OPTIONS } from "../demo.ts"
import { ROTATION, type Timed } from "../measure.ts"

export const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

export const postcode = (index: number): string => `P${String(index).padStart(6, "0")}`

export interface Rows {
  readonly keys: Json
  readonly values: Json
  readonly rows: ReadonlyArray<Json>
}

const checked = (...[definition, ...more]: Parameters<typeof check>) => {
  const result = check(definition, ...more)
  if (Result.isFailure(result)) throw new Error(renderFaults(definition, result.failure))
  return compileGenerated(result.success)
}

/** With the tables that stand in it, whatever their size: the limit is lifted. */
export const compiledWhole = (definition: JsonObject) => checked(definition, { tableRows: 1_000_000 })

/** Tables of this size do not stand in a form: they are read and made ready as a server does with those of an organisation. */
const stored = (table: string, { rows, ...columns }: Rows) => {
  const lines = [columns, ...rows].map((line) => JSON.stringify(line))
  const work = readyTable(lines.join("\n"))
  let step = work.next()
  while (step.done !== true) step = work.next()
  return { ...Result.getOrThrow(step.value), origin: { table, version: 1 } }
}

export const compiled = (definition: JsonObject, tables: Readonly<Record<string, Rows>>) => {
  const named = Object.keys(tables)
  const whole = { ...definition, tables: Object.fromEntries(named.map((name) => [name, name])) }
  const all = byVersionKey(Object.entries(tables).map(([name, rows]) => stored(name, rows)))
  return checked(whole, {}, { tables: all })
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
