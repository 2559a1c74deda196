/** Publishing through the domain's services: a large table from its file, and a form with as many cases as it may have. */
import { readFileSync } from "node:fs"
import { Effect, Schema } from "effect"
import { ExampleList, mostCharacters, mostExamples } from "@formwork/domain/forms/Example"
import type { Example } from "@formwork/domain/forms/Example"
import { Examples } from "@formwork/domain/forms/Examples"
import { Forms } from "@formwork/domain/forms/Forms"
import { Tables } from "@formwork/domain/forms/Tables"
import { form } from "../demo.ts"
import { median, worked } from "../measure.ts"
import type { Row } from "../Row.ts"
import { layer, owner } from "./services.ts"

const ROWS = 50_000
/** The bar for cases is of so many. */
const CASES = 2_000

const csv = (): string => {
  const rows = Array.from(
    { length: ROWS },
    (_, index) =>
      `P${String(index % 500).padStart(6, "0")},${Math.floor(index / 500)},1.${String(1_000 + (index % 9_000))}`
  )
  return `region: exact text,from: from integer,rate: number 4\n${rows.join("\n")}\n`
}

const timed = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const from = worked()
    yield* work
    return worked() - from
  })

/** Reads, checks and saves a table from comma-separated values, publishes it, and publishes a form that looks up in it. */
const tableRow = Effect.gen(function* () {
  const operator = yield* owner
  const tables = yield* Tables
  const forms = yield* Forms
  const text = csv()
  const saved = yield* timed(tables.create(operator, { name: "rates", file: { format: "csv", text } }))
  const published = yield* timed(tables.publish(operator, "rates", 1, {}))
  const { id } = yield* forms.create(operator, {
    title: "Rates",
    code: "RATES",
    tables: { t: "rates" },
    fields: [
      { slug: "region", type: "text", maxLength: 20 },
      { slug: "from", type: "integer" },
      { slug: "rate", type: "number", formula: "lookup(t, 'rate', region, from)" }
    ]
  })
  const used = yield* timed(forms.publish(operator, id))
  const row: Row = {
    name: "tables/publish",
    median_ns: saved + published,
    form_ms: used / 1e6,
    bar: "≤ 3 s",
    notes: `${ROWS.toLocaleString("en")} rows from comma-separated values to a version, once; then a form that looks up in it`
  }
  return row
})

const Cases = Schema.fromJsonString(Schema.Struct({ examples: ExampleList }))

/** The demo's cases again and again, as many as the limits allow. */
const demoCases = (): ReadonlyArray<Example> => {
  const file = new URL("../../../apps/server/demo/motor-quote.cases.json", import.meta.url)
  const { examples } = Schema.decodeSync(Cases)(readFileSync(file, "utf8"))
  const cases: Array<Example> = []
  for (let characters = 2; cases.length < mostExamples;) {
    const example = examples[cases.length % examples.length]
    if (example === undefined) break
    const next = { ...example, name: `Case ${cases.length}` }
    characters += JSON.stringify(next).length + 1
    if (characters > mostCharacters) break
    cases.push(next)
  }
  return cases
}

/** Publishing the demo form with its cases and without. */
const casesRow = (rounds: number) =>
  Effect.gen(function* () {
    const operator = yield* owner
    const forms = yield* Forms
    const { id } = yield* forms.create(operator, form)
    const publish = timed(forms.publish(operator, id))
    const warm = Effect.replicateEffect(publish, 3, { discard: true })
    yield* warm
    const without = median(yield* Effect.replicateEffect(publish, rounds))
    const cases = demoCases()
    yield* Examples.use((examples) => examples.save(operator, id, cases, 1))
    yield* warm
    const withCases = median(yield* Effect.replicateEffect(publish, rounds))
    const row: Row = {
      name: "cases/publish",
      median_ns: withCases,
      without_ms: without / 1e6,
      cases: cases.length,
      ms_of_2000: (((withCases - without) / cases.length) * CASES) / 1e6,
      bar: "≤ 150 ms of 2,000",
      notes: "the demo quote with as many of its cases as the limits allow, through Forms, in memory; and without cases"
    }
    return row
  })

export const publishingRows = async (
  rounds: number,
  wanted: (name: string) => boolean
): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  if (wanted("tables/publish")) rows.push(await Effect.runPromise(tableRow.pipe(Effect.provide(layer), Effect.scoped)))
  if (wanted("cases/publish"))
    rows.push(await Effect.runPromise(casesRow(rounds).pipe(Effect.provide(layer), Effect.scoped)))
  return rows
}
