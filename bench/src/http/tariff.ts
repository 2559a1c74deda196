/** A tariff of 40,000 rows, a form that looks five factors up in it, and quotes that it is asked for. */
import type { JsonObject } from "@formwork/rules/Json"
import { random } from "../random.ts"

const ROWS = 40_000
const FACTORS = 5
const QUOTES = 64

const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index)

const codeOf = (index: number): string => `K${String(index).padStart(6, "0")}`

/** By a code and from an age on: ten ages for each code. */
export const tariff = [
  "code: exact text,age: from integer,factor: number 4",
  ...numbers(ROWS).map(
    (index) => `${codeOf(Math.floor(index / 10))},${(index % 10) * 10},${(1 + (index % 97) / 100).toFixed(4)}`
  )
].join("\n")

const slugs = numbers(FACTORS).map((index) => `code${index}`)

const factors = slugs.map((slug) => `lookup(rates, 'factor', ${slug}, age)`)

export const tariffForm: JsonObject = {
  title: "Tariff",
  code: "TARIFF",
  tables: { rates: "rates" },
  fields: [
    ...slugs.map((slug) => ({ slug, type: "text", maxLength: 20, required: true })),
    { slug: "age", type: "integer", required: true, min: 0, max: 120 },
    {
      slug: "premium",
      type: "money",
      currency: "EUR",
      formula: `round(round(${factors.slice(0, 3).join(" * ")}, 6) * ${factors.slice(3).join(" * ")} * 100, 2)`
    }
  ]
}

/** Each finds all of its factors. */
export const tariffQuotes = (): ReadonlyArray<JsonObject> => {
  const { whole } = random(ROWS)
  return numbers(QUOTES).map(() => ({
    ...Object.fromEntries(slugs.map((slug) => [slug, codeOf(whole(0, ROWS / 10 - 1))])),
    age: whole(0, 120)
  }))
}
