/** Lookups in tables: what one costs in a small and in a large table, a quote that looks up five times beside a `Map`, and making a large table ready. */
import type { JsonObject } from "@formwork/rules/Json"
import { OPTIONS } from "../demo.ts"
import { measure, ROTATION, type Timed, worked } from "../measure.ts"
import { progress } from "../progress.ts"
import { random } from "../random.ts"
import type { Row } from "../Row.ts"
import { rowOf } from "./quote.ts"
import { beside, compiled, compiledWhole, postcode, type Rows, times } from "./tableForms.ts"
import { tariffRow } from "./tariff.ts"

const [FEW, MANY] = [1_000, 50_000]
/** Lookups of one evaluation. */
const LOOKUPS = 10
const CHAINED = 3_700

/** Quotes with five lookups, and how many rows their table has. */
const quotes = [
  ["tables/quote", FEW],
  ["tables/quote40000", 40_000]
] as const

type Kind = "exact" | "range"

const tableOf = (kind: Kind, rows: number): Rows => ({
  keys: [kind === "exact" ? { name: "key", type: "text" } : { name: "key", type: "integer", match: "from" }],
  values: [{ name: "value", type: "integer" }],
  rows: times(rows, (index) => [kind === "exact" ? postcode(index) : index * 10, index])
})

const inputs = (kind: Kind): ReadonlyArray<JsonObject> =>
  times(LOOKUPS, (index) =>
    kind === "exact" ? { slug: `k${index}`, type: "text", maxLength: 20 } : { slug: `k${index}`, type: "integer" }
  )

const formOf = (kind: Kind, rows: number, formula: (index: number) => string) =>
  compiled(
    {
      title: "Lookups",
      code: "L",
      fields: [
        ...inputs(kind),
        ...times(LOOKUPS, (index) => ({ slug: `v${index}`, type: "integer", formula: formula(index) }))
      ]
    },
    { t: tableOf(kind, rows) }
  )

const payloadsOf = (kind: Kind, rows: number): ReadonlyArray<JsonObject> => {
  const { whole } = random(rows)
  return times(ROTATION, () =>
    Object.fromEntries(
      times(LOOKUPS, (index) => [`k${index}`, kind === "exact" ? postcode(whole(0, rows - 1)) : whole(0, rows * 10)])
    )
  )
}

/** Ten lookups in a `Map`, beside what an evaluation does otherwise: how flat in rows the memory of the machine lets it be. */
const byMap = (rows: number, nothing: (index: number) => unknown) => {
  const known = new Map(times(rows, (index) => [postcode(index), index]))
  const payloads = payloadsOf("exact", rows)
  return (index: number): unknown => {
    const payload = payloads[index % ROTATION] ?? {}
    let sum = 0
    for (let at = 0; at < LOOKUPS; at += 1) {
      const key = payload[`k${at}`]
      sum += typeof key === "string" ? (known.get(key) ?? 0) : 0
    }
    return sum < 0 ? sum : nothing(index)
  }
}

/** One lookup in a table of 1,000 rows and of 50,000: what an evaluation costs more than one that looks nothing up. */
const lookupRow = async (kind: Kind, rounds: number): Promise<Row> => {
  const evaluations = (rows: number, formula: (index: number) => string) => {
    const { evaluate } = formOf(kind, rows, formula)
    const payloads = payloadsOf(kind, rows)
    return (index: number) => evaluate(payloads[index % ROTATION] ?? {}, OPTIONS)
  }
  const looked = (index: number): string => `lookup(t, 'value', k${index})`
  const nothingRun = evaluations(FEW, () => "1")
  const timed: ReadonlyArray<Timed> = [
    { name: "nothing", run: nothingRun },
    { name: "few", run: evaluations(FEW, looked) },
    { name: "many", run: evaluations(MANY, looked) },
    ...(kind === "exact" ? [FEW, MANY] : []).map((rows) => ({ name: `Map of ${rows}`, run: byMap(rows, nothingRun) }))
  ]
  const [nothing, few, many, mapFew, mapMany] = await measure(timed, rounds, progress(`lookups, ${kind}`))
  const map =
    mapFew && mapMany && `; ${(mapMany.median / mapFew.median).toFixed(2)} × with a Map of texts in place of the table`
  const each = (median = NaN): number => (median - (nothing?.median ?? NaN)) / LOOKUPS
  return {
    name: `tables/${kind}`,
    ratio: (many?.median ?? NaN) / (few?.median ?? NaN),
    median_ns: each(many?.median),
    small_ns: each(few?.median),
    bar: kind === "exact" ? "≤ 500 ns, ≤ 1.2 ×" : "≤ 1,000 ns, ≤ 1.2 ×",
    notes: `one lookup among ${MANY.toLocaleString("en")} rows; the ratio is of whole evaluations, to ${FEW.toLocaleString("en")} rows${map ?? ""}`
  }
}

/** A price of five factors by table, and the same by hand. */
const quoteRow = async (name: string, rows: number, rounds: number): Promise<Row> => {
  const slugs = times(5, (index) => `k${index}`)
  const { evaluate } = compiled(
    {
      title: "Factors",
      code: "F",
      fields: [
        ...slugs.map((slug) => ({ slug, type: "text", maxLength: 20, required: true })),
        { slug: "price", type: "integer", formula: slugs.map((slug) => `lookup(t, 'value', ${slug})`).join(" + ") }
      ]
    },
    { t: tableOf("exact", rows) }
  )
  const known = new Map(times(rows, (index) => [postcode(index), index]))
  const byHand = (data: JsonObject) => {
    const problems: Array<{ readonly field: string }> = []
    let price: number | null = 0
    for (const slug of slugs) {
      const key = data[slug]
      if (typeof key !== "string" || key.length > 20) problems.push({ field: slug })
      const factor = typeof key === "string" ? known.get(key) : undefined
      price = factor === undefined || price === null ? null : price + factor
    }
    const hiddenFields: ReadonlyArray<string> = []
    return {
      valid: problems.length === 0,
      calculatedData: { price },
      hiddenFields,
      outcomes: [],
      problems,
      data,
      effects: []
    }
  }
  const payloads = payloadsOf("exact", rows).map((payload) =>
    Object.fromEntries(slugs.map((slug) => [slug, payload[slug] ?? ""]))
  )
  const { notes, timed } = beside(name, payloads, byHand, evaluate)
  const [, ours] = await measure(timed, rounds, progress("five factors"))
  if (ours === undefined) return { name }
  return rowOf(ours, {
    bar: "≤ 1.5 ×",
    notes: `five lookups among ${rows.toLocaleString("en")} rows, beside a Map by hand; ${notes}`
  })
}

/** Two tables of 3,700 rows, the second looked up by what the first gives. */
const chainedRow = async (rounds: number): Promise<Row> => {
  const { evaluate } = compiled(
    {
      title: "Chained",
      code: "C",
      fields: [
        { slug: "k0", type: "text", maxLength: 20 },
        { slug: "class", type: "integer", formula: "lookup(first, 'class', k0)" },
        { slug: "value", type: "integer", formula: "lookup(second, 'value', class)" }
      ]
    },
    {
      first: {
        keys: [{ name: "key", type: "text" }],
        values: [{ name: "class", type: "integer" }],
        rows: times(CHAINED, (index) => [postcode(index), (index * 7) % CHAINED])
      },
      second: {
        keys: [{ name: "class", type: "integer" }],
        values: [{ name: "value", type: "integer" }],
        rows: times(CHAINED, (index) => [index, index * 3])
      }
    }
  )
  const payloads = payloadsOf("exact", CHAINED).map(({ k0 = "" }) => ({ k0 }))
  const timed = [
    { name: "tables/chained", run: (index: number) => evaluate(payloads[index % ROTATION] ?? {}, OPTIONS) }
  ]
  const [timing] = await measure(timed, rounds, progress("two tables"))
  return {
    name: "tables/chained",
    median_ns: timing?.median ?? NaN,
    bar: "≤ 10 µs",
    notes: `an evaluation with two lookups, one by the other's value, among ${CHAINED.toLocaleString("en")} rows each`
  }
}

/** Reading, checking and indexing 50,000 rows with a text and a range as keys. */
const checkRow = (): Row => {
  const definition: JsonObject = {
    title: "Large",
    code: "G",
    tables: {
      t: {
        keys: [
          { name: "region", type: "text" },
          { name: "from", type: "integer", match: "from" }
        ],
        values: [{ name: "rate", type: "number", decimals: 4 }],
        rows: times(MANY, (index) => [postcode(index % 500), Math.floor(index / 500), "1.2345"])
      }
    },
    fields: [
      { slug: "region", type: "text", maxLength: 20 },
      { slug: "from", type: "integer" },
      { slug: "rate", type: "number", formula: "lookup(t, 'rate', region, from)" }
    ]
  }
  const from = worked()
  compiledWhole(definition)
  return {
    name: "tables/check",
    median_ns: worked() - from,
    bar: "≤ 3 s",
    notes: `${MANY.toLocaleString("en")} rows read, checked and made ready, once`
  }
}

export const tableRows = async (rounds: number, wanted: (name: string) => boolean): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  for (const kind of ["exact", "range"] as const) if (wanted(`tables/${kind}`)) rows.push(await lookupRow(kind, rounds))
  for (const [name, count] of quotes) if (wanted(name)) rows.push(await quoteRow(name, count, rounds))
  if (wanted("tables/tariff")) rows.push(await tariffRow(rounds))
  if (wanted("tables/chained")) rows.push(await chainedRow(rounds))
  if (wanted("tables/check")) rows.push(checkRow())
  return rows
}
