/** Requests within every limit of HTTP, made to hold the thread that answers them. */
import { check } from "@formwork/rules/check"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { Result } from "effect"
import { hostileBodies } from "../reader/hostileBodies.ts"
import { type Attack, formOf, idOf, publish, times } from "./Attack.ts"
import { caseAttacks } from "./cases.ts"
import { floods } from "./floods.ts"
import { hostileFiles } from "./hostileFiles.ts"
import { hostileTables } from "./hostileTables.ts"
import type { Target } from "./Target.ts"

const checked = (name: string, fields: () => ReadonlyArray<Json>): Attack => ({
  name: `check/${name}`,
  run: async ({ ask }) => [await ask("POST", "/forms/check", { definition: formOf(fields()) })]
})

const text = (slug: string, more: JsonObject = {}): JsonObject => ({ slug, type: "text", maxLength: 10, ...more })
const whole = (slug: string, more: JsonObject = {}): JsonObject => ({ slug, type: "integer", ...more })
const sum = (count: number, name: (index: number) => string): string => times(count, name).join("+")

const expanding = ".{0,1000}".repeat(105)
const unicode = (index: number): JsonObject => ({
  slug: `f${index}`,
  type: "boolean",
  formula: `matches(t, r'\\pL{900}${index}')`
})

/** As many entries as a form can have that is published. */
const most = (upTo: number, fields: (count: number) => ReadonlyArray<Json>): ReadonlyArray<Json> => {
  let [least, above] = [1, upTo + 1]
  while (above - least > 1) {
    const middle = Math.floor((least + above) / 2)
    if (Result.isSuccess(check(formOf(fields(middle))))) least = middle
    else above = middle
  }
  return fields(least)
}

const lists = times(25, (list) => ({
  slug: `l${list}`,
  type: "list",
  minItems: 40,
  maxItems: 40,
  unique: true,
  fields: times(9, (field) => whole(`c${field}`, { min: 1, max: 39, required: true, unique: true }))
}))

const large = () =>
  most(498, (count) => [whole("a"), ...times(count, (index) => whole(`f${index}`, { formula: sum(149, () => "a") }))])
const patterns = () => most(400, (count) => [text("t"), ...times(count, unicode)])
const unknownNames = () =>
  times(400, (index) => whole(`f${index}`, { formula: sum(240, (name) => `u${index}x${name}`) }))
const options = () =>
  times(380, (index) => ({
    slug: `f${index}`,
    type: "choice",
    options: times(60, (option) => ({ value: `o${option}`, label: `Option ${index} ${option}` }))
  }))

const checks: ReadonlyArray<Attack> = [
  checked("ten patterns that expand", () =>
    times(10, (index) => text(`f${index}`, { pattern: `${expanding}${index}` }))
  ),
  checked("500 patterns that expand", () =>
    times(500, (index) => text(`f${index}`, { pattern: `${expanding}${index}` }))
  ),
  checked("400 classes of letters, 900 times each", () => [text("t"), ...times(400, unicode)]),
  checked("96,000 unknown names", unknownNames),
  checked("40,000 unknown members", () =>
    times(400, (index) => whole(`f${index}`, Object.fromEntries(times(100, (name) => [`mim${name}`, 1]))))
  ),
  checked("60,000 fields", () => times(60_000, (index) => ({ slug: `f${index}` }))),
  checked("the largest formulas", large),
  checked("22,800 options", options)
]

/** The first evaluation of a form, which makes it ready, then a second and an explanation. */
const first = (name: string, fields: () => ReadonlyArray<Json>): Attack => ({
  name: `first evaluation/${name}`,
  prepare: (target) => publish(target, formOf(fields())),
  run: async ({ ask }, id) => [await ask("POST", `/v1/forms/${id}/evaluate`, { data: { a: 1, t: "abc" } })]
})
const again = (name: string, query: string, fields: () => ReadonlyArray<Json>): Attack => ({
  name: `evaluate/${name}`,
  prepare: async (target) => {
    const id = await publish(target, formOf(fields()))
    await target.ask("POST", `/v1/forms/${id}/evaluate`, { data: { a: 1 } })
    return id
  },
  run: async ({ ask }, id) => [await ask("POST", `/v1/forms/${id}/evaluate${query}`, { data: { a: 1 } })]
})

const forms: ReadonlyArray<Attack> = [
  first("the largest formulas", large),
  first("the largest patterns", patterns),
  first("22,800 options", options),
  again("the largest formulas", "", large),
  again("the largest formulas, explained", "?explain=true", large),
  {
    name: "schema/lists without an example",
    prepare: (target) => publish(target, formOf(lists)),
    run: async ({ ask }, id) => [await ask("GET", `/forms/${id}/schema`)]
  },
  {
    name: "schema/22,800 options",
    prepare: (target) => publish(target, formOf(options())),
    run: async ({ ask }, id) => [await ask("GET", `/forms/${id}/schema`)]
  },
  {
    name: "publish/the largest formulas",
    prepare: async ({ ask }) => idOf(await ask("POST", "/forms", { definition: formOf(large()) })),
    run: async ({ ask }, id) => [await ask("POST", `/forms/${id}/publish`)]
  },
  {
    name: "impact/the largest formulas",
    prepare: (target) => publish(target, formOf(large())),
    run: async ({ ask }, id) => [await ask("POST", `/forms/${id}/impact`, { limit: 10 })]
  }
]

/** A definition that is stored nowhere, tried with a payload. */
const tried = (name: string, body: () => JsonObject | Buffer): Attack => ({
  name: `preview/${name}`,
  prepare: (target) => publish(target, formOf([text("t")])),
  run: async ({ ask }, id) => [await ask("POST", `/forms/${id}/evaluate`, body())]
})
const explained = (fields: () => ReadonlyArray<Json>) => (): JsonObject => ({
  data: { a: 1, t: "abc" },
  definition: formOf(fields()),
  explain: true
})
const long = times(20_000, (index) => `1e${400 + (index % 100)}`).join(",")
const copies = () =>
  most(300, (count) => [
    text("t", { maxLength: 20_000 }),
    ...times(count, (index) => text(`f${index}`, { maxLength: 20_000, formula: "t" }))
  ])

const previews: ReadonlyArray<Attack> = [
  tried("the largest formulas, explained", explained(large)),
  tried("the largest patterns", explained(patterns)),
  tried("22,800 options", explained(options)),
  tried("96,000 unknown names", explained(unknownNames)),
  tried("20,000 long numbers", () =>
    Buffer.from(`{"definition":${JSON.stringify(formOf([text("t")]))},"data":{"x":[${long}]}}`)
  ),
  tried("the longest answer", () => ({ data: { t: "x".repeat(20_000) }, definition: formOf(copies()) })),
  {
    name: "preview/the largest formulas, eight drafts at once",
    prepare: async ({ ask }) => idOf(await ask("POST", "/forms", { definition: formOf(large()) })),
    run: ({ ask }, id) =>
      Promise.all(times(8, () => ask("POST", `/forms/${id}/evaluate`, { data: { a: 1 }, version: "draft" })))
  }
]

const where = (name: string, source: string, atOnce: number): Attack => ({
  name: `where/${name}`,
  prepare: (target) => publish(target, formOf([text("t"), whole("a")])),
  run: ({ ask }, id) =>
    Promise.all(times(atOnce, () => ask("GET", `/submissions?form=${id}&where=${encodeURIComponent(source)}`)))
})

const conditions: ReadonlyArray<Attack> = [
  where("patterns that expand", times(4, (index) => `matches(t, '${expanding}${index}')`).join(" || "), 8),
  where("classes of letters", times(5, (index) => `matches(t, r'\\pL{${400 + index}}')`).join(" || "), 8)
]

/** A body of 1 MiB; a refusal counts as well. */
const bodies: ReadonlyArray<Attack> = hostileBodies.map(({ body, name }) => ({
  name: `body/${name}`,
  prepare: (target: Target) => publish(target, formOf([text("t"), whole("a")])),
  run: async ({ ask }: Target, id: string) => [await ask("POST", `/v1/forms/${id}/evaluate`, body)]
}))

const rows = (count: number): ReadonlyArray<JsonObject> => times(count, (index) => ({ c: `row ${index}`, d: index }))
const filing = () =>
  formOf([
    text("t"),
    { slug: "rows", type: "list", maxItems: 200, fields: [text("c", { maxLength: 4_000 }), whole("d", { max: 5 })] }
  ])

const manyFiled = async (target: Target): Promise<string> => {
  const id = await publish(
    target,
    formOf([{ slug: "rows", type: "list", maxItems: 200, fields: [text("c", { maxLength: 400 }), whole("d")] }])
  )
  const data = { rows: times(200, (index) => ({ c: "x".repeat(300), d: index })) }
  for (let filed = 0; filed < 200; filed += 1) await target.ask("POST", `/v1/forms/${id}/submissions`, { data })
  return id
}

const payloads: ReadonlyArray<Attack> = [
  {
    name: "evaluate/200 rows with a problem each, 32 at once",
    prepare: (target) => publish(target, filing()),
    run: ({ ask }, id) =>
      Promise.all(times(32, () => ask("POST", `/v1/forms/${id}/evaluate`, { data: { rows: rows(200) } })))
  },
  {
    name: "evaluate/60,000 unknown names",
    prepare: (target) => publish(target, filing()),
    run: async ({ ask }, id) => [
      await ask("POST", `/v1/forms/${id}/evaluate`, {
        data: Object.fromEntries(times(60_000, (index) => [`unknown${index}`, 0]))
      })
    ]
  },
  {
    name: "list/200 large submissions, eight at once",
    prepare: manyFiled,
    run: ({ ask }, id) => Promise.all(times(8, () => ask("GET", `/submissions?form=${id}&limit=200`)))
  },
  {
    name: "export/csv and ndjson",
    prepare: manyFiled,
    run: ({ ask }, id) =>
      Promise.all(["csv", "ndjson"].map((format) => ask("GET", `/submissions/export?form=${id}&format=${format}`)))
  }
]

export const attacks: ReadonlyArray<Attack> = [
  ...checks,
  ...forms,
  ...previews,
  ...conditions,
  ...bodies,
  ...payloads,
  ...caseAttacks,
  ...hostileTables,
  ...hostileFiles,
  ...floods
]
