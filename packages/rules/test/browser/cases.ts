/** The golden set: the demo forms with payloads sound and unsound, small forms with every function, and forms with faults. */
import { readFileSync } from "node:fs"
import type { Json, JsonObject } from "../../src/Json.ts"
import { formOf, oneOfEach, TODAY } from "../support.ts"
import type { Case, Input } from "./entry.ts"
import { formulas } from "./formulas.ts"

const PAYLOADS = 100

const demo = (name: string): JsonObject =>
  JSON.parse(readFileSync(new URL(`../../../../apps/server/demo/${name}.json`, import.meta.url), "utf8"))

const texts = ["", "0", "2026-02-30", "ﬃ \u{1f44d}", "<script>", "${1}", "x".repeat(400)]
const numbers = [0, -1, 0.1, 1e15, 123456789.123456, 2 ** 53 + 2, 1e300]
const lists: ReadonlyArray<Json> = [[], [null], ["comp", "comp"], [{}, { constructor: 1 }]]

/** Values of the wrong type. */
const mutants: ReadonlyArray<Json> = [null, true, false, ...texts, ...numbers, ...lists, {}, { value: 1 }]

const withValue = (data: JsonObject, name: string, value: Json): JsonObject => ({ ...data, [name]: value })

const without = (data: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(data).filter(([slug]) => slug !== name))

const isRow = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The payload with a row's field changed, in each list that has rows. */
const inRows = (data: JsonObject, change: (row: JsonObject) => ReadonlyArray<JsonObject>): ReadonlyArray<JsonObject> =>
  Object.entries(data).flatMap(([slug, rows]) => {
    if (!Array.isArray(rows)) return []
    const [first, ...rest]: ReadonlyArray<Json> = rows
    return isRow(first) ? change(first).map((row) => withValue(data, slug, [row, ...rest])) : []
  })

const changes = (data: JsonObject): ReadonlyArray<JsonObject> =>
  Object.keys(data).flatMap((name) => [without(data, name), ...mutants.map((mutant) => withValue(data, name, mutant))])

/** A payload and its changes, thinned out evenly, some of them drafts and some on other days. */
const inputs = (example: JsonObject): ReadonlyArray<Input> => {
  const all = [...changes(example), ...inRows(example, changes)]
  const step = Math.max(1, Math.floor(all.length / PAYLOADS))
  const some = all.filter((_, at) => at % step === 0)
  const hostile: JsonObject = JSON.parse('{"__proto__":{"x":1},"constructor":1,"toString":"x","unknown":null}')
  return [example, {}, hostile, { ...example, unknown: 1 }, ...some].map((data, at) => ({
    data,
    options: { today: ["2026-11-21", "2028-02-29", "1999-12-31"][at % 3] ?? TODAY, draft: at % 4 === 0 }
  }))
}

const full: JsonObject = {
  whole: 3,
  other: -7,
  amount: 0.1,
  price: "18500.50",
  flag: true,
  note: " Straße ﬃ 👍 ",
  born: "2004-02-29",
  at: "09:30:15",
  moment: "2024-12-31T23:30:00-05:00",
  cover: "comp",
  extras: ["car"],
  drivers: [
    { name: "Ada", age: 36, fee: "12.50", main: true, birth: "1990-12-10" },
    { name: "", age: null, fee: 7, main: false, birth: "2000-02-29" },
    { name: "Zoë", age: 17, fee: "0.01", birth: "2009-11-22" }
  ]
}

const tables: JsonObject = {
  rates: {
    keys: [
      { name: "cover", type: "text" },
      { name: "from", type: "number", decimals: 1, match: "from" }
    ],
    values: [
      { name: "factor", type: "number", decimals: 4 },
      { name: "open", type: "boolean" },
      { name: "class", type: "text" },
      { name: "since", type: "date" }
    ],
    rows: [
      ["comp", -2, "0.5", true, "low", "2024-02-29"],
      ["comp", "0.1", 1.25, false, "ß", null],
      ["tpo", "*", 3, null, "", "1999-12-31"],
      ["*", "*", "-0.0001", true, null, "2000-01-01"]
    ]
  }
}

const small: ReadonlyArray<Case> = formulas.map((group) => ({
  definition: formOf({
    tables,
    fields: [...oneOfEach, ...group.map(([type, formula], at) => ({ slug: `result${at}`, ...type, formula }))]
  }),
  inputs: [
    full,
    {},
    ...mutants.map((mutant) => Object.fromEntries(Object.keys(full).map((slug) => [slug, mutant])))
  ].map((data) => ({ data, options: { today: TODAY, draft: false } }))
}))

/** Constants of every type, in a formula, a condition, a message and a row's field; and fields that callers do not see. */
const tariff = formOf({
  constants: {
    rate: { type: "number", decimals: 4, value: "0.0425" },
    minimum: { type: "money", currency: "GBP", value: 50 },
    least: { type: "integer", value: "18" },
    opens: { type: "date", value: "2024-02-29" },
    product: { type: "text", value: "Straße ﬃ 👍" },
    closed: { type: "boolean", value: false }
  },
  fields: [
    ...oneOfEach,
    { slug: "loading", type: "number", decimals: 4, formula: "rate * (whole > least ? 2 : 1)", internal: true },
    { slug: "premium", type: "money", currency: "GBP", formula: "max(minimum, round(price * loading, 2))" },
    { slug: "named", type: "text", formula: "closed ? note : product + ' ' + text(opens)" }
  ],
  checks: [
    { id: "open", check: "born >= opens || closed", message: "{product} opens on {opens} at {rate}, {minimum}" }
  ],
  outcomes: [{ id: "adult", severity: "info", when: "any(drivers, d, d.age >= least)", message: "From {least}" }]
})

/** Rules of rows that see the row before, and their own in it. */
const account = formOf({
  fields: [
    {
      slug: "entries",
      type: "list",
      maxItems: 10,
      fields: [
        { slug: "at", type: "datetime" },
        { slug: "amount", type: "money", currency: "GBP" },
        { slug: "no", type: "integer", formula: "rowNumber()" },
        {
          slug: "balance",
          type: "money",
          currency: "GBP",
          formula: "coalesce(previous(balance), 0) + coalesce(amount, 0)"
        }
      ]
    },
    { slug: "times", type: "integer", formula: "countDistinct(entries, e, e.at)" },
    { slug: "latest", type: "money", currency: "GBP", formula: "maxBy(entries, e, e.at, e.balance)" }
  ],
  checks: [{ id: "order", field: "entries.at", check: "at >= previous(at)", message: "{at} is too early" }]
})

const entries: JsonObject = {
  entries: [
    { at: "2026-01-01T09:00:00+01:00", amount: "10.00" },
    { at: "2026-01-01T08:00:00Z", amount: "-2.50" },
    { amount: 3 },
    { at: "2026-01-01T07:00:00Z" }
  ]
}

const faulty: ReadonlyArray<Json> = [
  null,
  [],
  "form",
  {},
  { title: 1, code: "x", fields: [] },
  formOf({
    fields: [
      { slug: "a", type: "integer", formula: "b + 1" },
      { slug: "b", type: "integer", formula: "a" }
    ]
  }),
  formOf({
    fields: [{ slug: "a", type: "text", formula: "mathces(x, '(a')" }],
    checks: [{ id: "A", check: "1 < 2 < 3" }]
  }),
  formOf({ fields: [...oneOfEach, { slug: "r", type: "number", formula: "cover == 'cmp' ? whole / 3 : 'x' + 1" }] })
]

export const cases: ReadonlyArray<Case> = [
  { definition: demo("motor-quote"), inputs: inputs(demo("motor-quote.example")) },
  { definition: demo("intake-score"), inputs: inputs(demo("intake-score.example")) },
  ...small,
  { definition: account, inputs: inputs(entries) },
  { definition: tariff, inputs: inputs({ ...full, loading: 1 }) },
  ...faulty.map((definition) => ({ definition, inputs: [] }))
]
