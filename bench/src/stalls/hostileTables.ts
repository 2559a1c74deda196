/** Tables as large as they may be, and the forms that use them: saved, published, compared, downloaded, looked up in, chosen from. */
import type { Json, JsonObject } from "@formwork/rules/Json"
import { type Attack, formOf, patiently, publish, times } from "./Attack.ts"
import { largeBodies } from "./largeBodies.ts"
import type { Answer, Target } from "./Target.ts"

const csv = { "content-type": "text/csv" }
const lines = { "content-type": "application/x-ndjson" }
const based = (revision: number) => ({ "if-match": `"${revision}"` })

/** 200,000 rows of 100,000 codes, and some more than 8 MB. */
const codesFile = (fee: string): string => {
  const rows = times(
    200_000,
    (index) => `c${index % 100_000},${Math.floor(index / 100_000)},Place of the code ${index % 100_000},${fee}`
  )
  return `code: exact text,part: exact integer,name: text,fee: number 2\n${rows.join("\n")}\n`
}

/** 2.5 MB in few rows: texts of a thousand characters. */
const longFile = (seed: number): string =>
  `code: exact text,name: text,fee: number 2\n${times(2_500, (index) => `k${index},${String(seed).repeat(980).slice(0, 980)},1.50`).join("\n")}\n`

let named = 0

const created = async ({ ask }: Target): Promise<string> => {
  const name = `hostile${named++}`
  const answer = await ask("POST", "/tables", { name, csv: "code: exact text,fee: number 2\na,1.00\n" })
  if (answer.status !== 201) throw new Error(`a table was not made: ${answer.body.slice(0, 500)}`)
  return name
}

/** The name of a table that was published with this file. */
const tableOf = async (target: Target, file: string): Promise<string> => {
  const name = await created(target)
  await saved(target, name, file, 1)
  return name
}

const saved = async ({ ask }: Target, name: string, file: string, revision: number): Promise<void> => {
  const headers = based(revision)
  const save = await patiently(() => ask("PUT", `/tables/${name}/draft`, Buffer.from(file), { ...csv, ...headers }))
  if (save.status !== 200) throw new Error(`a table was not saved: ${save.body.slice(0, 500)}`)
  const published = await ask("POST", `/tables/${name}/publish`, {}, based(revision + 1))
  if (published.status !== 200) throw new Error(`a table was not published: ${published.body.slice(0, 500)}`)
}

/** Once for each server. */
const once = <A>(make: (target: Target) => Promise<A>): ((target: Target) => Promise<A>) => {
  const made = new WeakMap<Target, Promise<A>>()
  return (target) => {
    const making = made.get(target) ?? make(target)
    made.set(target, making)
    return making
  }
}

/** A table that several attacks use, with two versions. */
const codes = once(async (target) => {
  const name = await tableOf(target, codesFile("1.50"))
  await saved(target, name, codesFile("2.50"), 2)
  return name
})

const twenty = once(async (target) => {
  const names: Array<string> = []
  for (let index = 0; index < 20; index += 1) names.push(await tableOf(target, longFile(index + 1)))
  return names
})

const saving = (name: string, body: Buffer | JsonObject, headers: Readonly<Record<string, string>> = {}): Attack => ({
  name: `table/${name}`,
  prepare: created,
  run: async ({ ask }, table) => [await ask("PUT", `/tables/${table}/draft`, body, { ...headers, ...based(1) })]
})

const getting = (name: string, path: string): Attack => ({
  name: `table/${name}`,
  prepare: codes,
  run: async ({ ask }, table) => [await ask("GET", `/tables/${table}/${path}`)]
})

const tables: ReadonlyArray<Attack> = [
  saving("save/200,000 rows as csv", Buffer.from(codesFile("1.00")), csv),
  saving("save/200,000 rows within JSON", { csv: codesFile("1.00") }),
  saving(
    "save/190,000 rows that are wrong, as csv",
    Buffer.from(`a: exact integer,b: integer\n${"x,y\n".repeat(190_000)}`),
    csv
  ),
  saving(
    "save/190,000 rows that are wrong, as lines",
    Buffer.from(
      `{"keys":[{"name":"a","type":"integer"}],"values":[{"name":"b","type":"integer"}]}\n${'["x","y"]\n'.repeat(190_000)}`
    ),
    lines
  ),
  saving("save/a first line of 10 MB", Buffer.from(",".repeat(10_000_000)), csv),
  saving("save/a quote that is not closed", { csv: `a: exact text,b: text\n"${"x,y\n".repeat(2_000_000)}` }),
  ...largeBodies.map(({ body, name }) => saving(`body/${name}`, body)),
  getting("rows/csv", "rows?edition=2&format=csv"),
  getting("rows/ndjson", "rows?edition=2&format=ndjson"),
  getting("compare", "compare?before=1&after=2"),
  getting("forms", "forms")
]

/** Saves a definition as the draft of a published form, whose code stays. */
const drafting = async ({ ask }: Target, id: string, definition: JsonObject): Promise<Answer> => {
  const draft = await ask("GET", `/forms/${id}/draft`)
  const code = /"code":"(H\d+)"/u.exec(draft.body)?.[1] ?? ""
  return patiently(() => ask("PUT", `/forms/${id}/draft`, { definition: { ...definition, code } }, based(1)))
}

const choosing = (table: string, count: number): JsonObject =>
  formOf(
    times(count, (index): Json => ({
      slug: `f${index}`,
      type: "choice",
      optionsFrom: { table: "codes", value: "code", label: "name" }
    })),
    { tables: { codes: table } }
  )

/** The form has 100 choices; `asked` what is asked of it. */
const chosen = (name: string, asked: (target: Target, id: string) => Promise<ReadonlyArray<Answer>>): Attack => ({
  name: `options/${name}`,
  prepare: async (target) => publish(target, choosing(await codes(target), 100)),
  run: asked
})

const evaluate = async ({ ask }: Target, id: string): Promise<ReadonlyArray<Answer>> => [
  await ask("POST", `/v1/forms/${id}/evaluate`, {
    data: Object.fromEntries(times(100, (index) => [`f${index}`, "c7"]))
  })
]

const options: ReadonlyArray<Attack> = [
  {
    name: "options/check",
    prepare: codes,
    run: async ({ ask }, table) => [await ask("POST", "/forms/check", { definition: choosing(table, 100) })]
  },
  chosen("first evaluation", evaluate),
  chosen("first evaluation, nothing is an option", async ({ ask }, id) => [
    await ask("POST", `/v1/forms/${id}/evaluate`, {
      data: Object.fromEntries(times(100, (index) => [`f${index}`, "none"]))
    })
  ]),
  chosen("schema", async ({ ask }, id) => [await ask("GET", `/forms/${id}/schema`)]),
  chosen("impact", async ({ ask }, id) => [await ask("POST", `/forms/${id}/impact`, { limit: 10 })]),
  {
    name: "options/first evaluation, 25 columns that are listed",
    prepare: async (target) => {
      const rows = times(1_000, (index) => `c${index},Place ${index},1.00`).join("\n")
      const table = await tableOf(target, `code: exact text,name: text,fee: number 2\n${rows}\n`)
      return publish(target, choosing(table, 25))
    },
    run: async (target, id) => [
      ...(await evaluate(target, id)),
      await target.ask("GET", `/forms/${id}/schema`),
      await target.ask("GET", `/forms/${id}/draft`)
    ]
  }
]

const looking = (tables: ReadonlyArray<string>): JsonObject =>
  formOf(
    [
      { slug: "k", type: "text", maxLength: 10 },
      ...times(200, (index): Json => ({
        slug: `f${index}`,
        type: "number",
        decimals: 2,
        formula: times(3, (own) => `lookup(t${(index + own) % tables.length}, 'fee', k)`).join(" + ")
      }))
    ],
    { tables: Object.fromEntries(tables.map((table, index) => [`t${index}`, table])) }
  )

/** A form that looks up in 20 tables of 2.5 MB: a thread reads them within the time of an analysis, on a busy machine too. */
const wide = (name: string, asked: (target: Target, id: string) => Promise<ReadonlyArray<Answer>>): Attack => ({
  name: `lookups/${name}`,
  prepare: async (target) => publish(target, looking(await twenty(target))),
  run: asked
})

const lookups: ReadonlyArray<Attack> = [
  {
    name: "lookups/check",
    prepare: async (target) => (await twenty(target)).join(),
    run: async ({ ask }, names) => [await ask("POST", "/forms/check", { definition: looking(names.split(",")) })]
  },
  wide("first evaluation", async ({ ask }, id) => [
    await ask("POST", `/v1/forms/${id}/evaluate`, { data: { k: "k7" } }),
    await ask("POST", `/v1/forms/${id}/evaluate?explain=true`, { data: { k: "k8" } })
  ]),
  wide("preview", async ({ ask }, id) => [
    await ask("POST", `/forms/${id}/evaluate`, { data: { k: "k7" }, version: "draft" })
  ]),
  wide("save", async (target, id) => [await drafting(target, id, looking(await twenty(target)))]),
  {
    name: "lookups/600 in one column of 200,000 rows",
    prepare: async (target) => {
      const rows = times(200_000, (index) => `c${index},${index % 1_000}.25`).join("\n")
      return publish(target, looking([await tableOf(target, `code: exact text,fee: number 2\n${rows}\n`)]))
    },
    run: async ({ ask }, id) => [
      await ask("POST", `/v1/forms/${id}/evaluate`, { data: { k: "c7" } }),
      await ask("POST", `/v1/forms/${id}/evaluate?explain=true`, { data: { k: "c8" } })
    ]
  }
]

/** 500 cases of a form with 100 choices. */
const cases: ReadonlyArray<Attack> = [
  {
    name: "cases/500",
    prepare: async (target) => {
      const id = await publish(target, choosing(await codes(target), 100))
      const data = Object.fromEntries(times(50, (index) => [`f${index}`, `c${index}`]))
      const examples = times(500, (index) => ({ name: `Case ${index}`, data, expect: { valid: index % 2 === 0 } }))
      const kept = await target.ask("PUT", `/forms/${id}/examples`, { examples }, based(1))
      if (kept.status !== 200) throw new Error(`cases were not kept: ${kept.body.slice(0, 500)}`)
      return id
    },
    run: async ({ ask }, id) => [
      await ask("POST", `/forms/${id}/check`, {}),
      await ask("GET", `/forms/${id}/examples`),
      await ask("POST", `/forms/${id}/publish`)
    ]
  }
]

/** Two versions of a form, with other versions of their tables. */
const comparisons: ReadonlyArray<Attack> = [
  {
    name: "comparison/100 choices of 100,000, from another column",
    prepare: async (target) => {
      const table = await codes(target)
      const id = await publish(target, choosing(table, 100))
      const fields = times(100, (index): Json => ({ slug: `f${index}`, type: "choice", optionsFrom: "codes.name" }))
      const drafted = await drafting(target, id, formOf(fields, { tables: { codes: table } }))
      if (drafted.status !== 200) throw new Error(`a draft was not saved: ${drafted.body.slice(0, 500)}`)
      return id
    },
    run: async ({ ask }, id) => {
      const versions = await ask("GET", `/forms/${id}/versions`)
      const version = /"id":"([0-9a-f-]{36})"/u.exec(versions.body)?.[1] ?? ""
      return [await ask("GET", `/forms/${id}/versions/${version}/compare?with=draft`)]
    }
  }
]

export const hostileTables: ReadonlyArray<Attack> = [...tables, ...options, ...lookups, ...cases, ...comparisons]
