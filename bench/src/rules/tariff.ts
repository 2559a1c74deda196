/** A tariff by region and age: a quote that looks up in it five times, beside the same by hand. */
import type { JsonObject } from "@formwork/rules/Json"
import { measure, ROTATION } from "../measure.ts"
import { progress } from "../progress.ts"
import { random } from "../random.ts"
import type { Row } from "../Row.ts"
import { rowOf } from "./quote.ts"
import { beside, compiled, postcode, type Rows, times } from "./tableForms.ts"

const [REGIONS, AGES] = [400, 100]
const worth = (region: number, age: number): number => 1_000 + ((region * 31 + age * 7) % 9_000)
const slugs = times(5, (index) => `r${index}`)

const table: Rows = {
  keys: [
    { name: "region", type: "text" },
    { name: "age", type: "integer", match: "from" }
  ],
  values: [{ name: "rate", type: "integer" }],
  rows: times(REGIONS * AGES, (index) => {
    const [region, age] = [Math.floor(index / AGES), index % AGES]
    return [postcode(region), age * 3, worth(region, age)]
  })
}

const form = {
  title: "Tariff",
  code: "TARIFF",
  fields: [
    ...slugs.map((slug) => ({ slug, type: "text", maxLength: 20, required: true })),
    { slug: "age", type: "integer", min: 0, max: 400, required: true },
    { slug: "price", type: "integer", formula: slugs.map((slug) => `lookup(t, 'rate', ${slug}, age)`).join(" + ") }
  ]
}

const known = new Map(
  times(REGIONS, (region) => [
    postcode(region),
    { from: times(AGES, (age) => age * 3), rate: times(AGES, (age) => worth(region, age)) }
  ])
)

const rateAt = (region: string, age: number): number | undefined => {
  const column = known.get(region)
  if (column === undefined || age < 0) return undefined
  let [low, high] = [0, AGES - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((column.from[middle] ?? Infinity) <= age) low = middle
    else high = middle - 1
  }
  return column.rate[low]
}

const byHand = (data: JsonObject) => {
  const problems: Array<{ readonly field: string }> = []
  const { age } = data
  const isAge = typeof age === "number" && Number.isInteger(age) && age >= 0 && age <= 400
  if (!isAge) problems.push({ field: "age" })
  let price: number | null = 0
  for (const slug of slugs) {
    const key = data[slug]
    if (typeof key !== "string" || key.length > 20) problems.push({ field: slug })
    const rate = typeof key === "string" && isAge ? rateAt(key, age) : undefined
    price = rate === undefined || price === null ? null : price + rate
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

/** A tariff of 40,000 rows by region and age, which a quote looks up in five times, and the same by hand. */
export const tariffRow = async (rounds: number): Promise<Row> => {
  const { whole } = random(7)
  const payloads: ReadonlyArray<JsonObject> = times(ROTATION, () => ({
    ...Object.fromEntries(slugs.map((slug) => [slug, postcode(whole(0, REGIONS - 1))])),
    age: whole(0, 400)
  }))
  const { notes, timed } = beside("tables/tariff", payloads, byHand, compiled(form, { t: table }).evaluate)
  const [, ours] = await measure(timed, rounds, progress("a tariff"))
  if (ours === undefined) return { name: "tables/tariff" }
  return rowOf(ours, { notes: `five lookups among 40,000 rows, beside a Map of columns by hand; ${notes}` })
}
