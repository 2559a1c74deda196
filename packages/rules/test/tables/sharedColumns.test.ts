/** What a form takes from a table is made once for each version of the table, in slices, and weighed. */
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { check, checkInSlices } from "../../src/check.ts"
import { compile, compileInSlices } from "../../src/compile.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { readTableText } from "../../src/readTableText.ts"
import { compileGenerated, generate } from "../../src/run/compileGenerated.ts"
import { LazyForm } from "../../src/run/lazy/LazyForm.ts"
import { columnInSlices } from "../../src/tables/columns.ts"
import { Table } from "../../src/tables/Table.ts"
import { byVersionKey } from "../../src/tables/references.ts"
import type { TableDefinition } from "../../src/TableDefinition.ts"
import type { CheckedForm } from "../../src/tree/CheckedForm.ts"
import { labelsOf, valuesOf } from "../../src/values/choices.ts"
import { finish, type Slices } from "../../src/values/Slices.ts"
import { faultsOf, formOf, TODAY } from "../support.ts"

const options = { today: TODAY, draft: false }

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

const slicesOf = (work: Slices<unknown>): number => {
  for (let slices = 1; ; slices += 1) if (work.next().done === true) return slices
}

const columns = JSON.stringify({
  keys: [{ name: "code", type: "text" }],
  values: [
    { name: "name", type: "text" },
    { name: "fee", type: "number", decimals: 2 }
  ]
})

/** Version 1 of a table of the organisation, as a process keeps it. */
const stored = (rows: number, table = "codes"): TableDefinition => {
  const lines = times(rows, (index) => JSON.stringify([`c${index}`, `Code ${index}`, `${index}.50`]))
  const read = finish(readTableText(`${columns}\n${lines.join("\n")}\n`, Infinity, true))
  return { ...Result.getOrThrow(read), origin: { table, version: 1 } }
}

const codes = stored(40_000)
const surroundings = { tables: byVersionKey([codes]) }

const choosing = (count: number, more: JsonObject = {}): JsonObject =>
  formOf({
    tables: { codes: "codes" },
    fields: times(count, (index) => ({
      slug: `f${index}`,
      type: "choice",
      optionsFrom: { table: "codes", value: "code", label: "name" }
    })),
    ...more
  })

const checkedWith = (definition: Json): CheckedForm => Result.getOrThrow(check(definition, {}, surroundings))

const optionsIn = ({ fields }: Pick<CheckedForm["definition"], "fields">) =>
  fields.flatMap((field) => ("options" in field ? [field.options] : []))

describe("options of a version of a table", () => {
  it("are one list with one lookup, for all fields of all forms, and where fields are made again from text", () => {
    const [one, other] = [checkedWith(choosing(3)), checkedWith(choosing(2, { title: "Another" }))]
    const all = [one, other].flatMap(({ definition }) => optionsIn(definition))
    const again = [one, other].flatMap((form) => optionsIn({ fields: new LazyForm(form).fields() }))
    const [first = []] = all
    expect(all).toHaveLength(5)
    for (const list of [...all, ...again]) expect(list).toBe(first)
    expect(new Set([...all, ...again].map(labelsOf)).size).toBe(1)
    // The generated code of both refers to it.
    for (const form of [one, other])
      expect(generate(form).constants.filter((constant) => constant === valuesOf(first))).toHaveLength(1)
  })

  it("a hundred fields weigh little more than one, and one as much as its options", () => {
    const [one, hundred] = [compile(checkedWith(choosing(1))).bytes, compile(checkedWith(choosing(100))).bytes]
    expect(one).toBeGreaterThan(40_000 * 50)
    expect(one).toBeLessThan(40_000 * 200)
    expect(hundred - one).toBeLessThan(100 * 5_000)
  })

  it("weigh the same in a form that is read in another of its languages, and the form keeps none as text", () => {
    const named = (count: number, own: string, other: string): JsonObject =>
      choosing(count, {
        languages: ["en", "de"],
        fields: times(count, (index) => ({
          slug: `f${index}`,
          type: "choice",
          optionsFrom: { table: "codes", value: "code", label: { en: own, de: other } }
        }))
      })
    const bytes = (count: number) =>
      compile(Result.getOrThrow(check(named(count, "name", "code"), {}, { ...surroundings, accepts: ["de"] }))).bytes
    const [one, hundred] = [bytes(1), bytes(100)]
    expect(one).toBeLessThan(2 * 40_000 * 200)
    expect(hundred - one).toBeLessThan(100 * 5_000)
  })

  it("have the labels of their own form, whichever form was read before", () => {
    const fresh = { tables: byVersionKey([stored(3)]) }
    const labelIn = (languages: ReadonlyArray<string>, accepts: string): Json => {
      const definition = formOf({
        languages,
        tables: { codes: "codes" },
        fields: [
          {
            slug: "f",
            type: "choice",
            optionsFrom: { table: "codes", value: "code", label: { en: "name", de: "code" } }
          },
          { slug: "line", type: "text", formula: "label(f)" }
        ]
      })
      const form = compile(Result.getOrThrow(check(definition, {}, { ...fresh, accepts: [accepts] })))
      return form.evaluate({ f: "c1" }, options).calculatedData["line"] ?? null
    }
    expect(labelIn(["en", "de"], "de")).toBe("Code 1")
    expect(labelIn(["de", "en"], "de")).toBe("c1")
    expect(labelIn(["de", "en"], "en")).toBe("c1")
    expect(labelIn(["en", "de"], "en")).toBe("Code 1")
  })

  it("are gathered with pauses in each language, too", () => {
    const fresh = () => ({ tables: byVersionKey([stored(40_000)]) })
    const definition = choosing(1, {
      languages: ["en", "de"],
      fields: [
        { slug: "f", type: "choice", optionsFrom: { table: "codes", value: "code", label: { en: "name", de: "code" } } }
      ]
    })
    const alone = slicesOf(checkInSlices(choosing(1), {}, fresh()))
    // The other language's column, as many again, and a list of the form's own with the lengths of both.
    expect(slicesOf(checkInSlices(definition, {}, fresh()))).toBeGreaterThan(alone + 55)
  })

  it("are gathered with pauses, and compiling has nothing left to gather", () => {
    const fresh = { tables: byVersionKey([stored(40_000)]) }
    // Every two thousand rows, and every two thousand options.
    expect(slicesOf(checkInSlices(choosing(1), {}, fresh))).toBeGreaterThan(40)
    const checked = Result.getOrThrow(check(choosing(1), {}, fresh))
    const lists = optionsIn(checked.definition)
    expect(lists.map((list) => labelsOf(list).size)).toEqual([40_000])
    expect(slicesOf(compileInSlices(checked))).toBe(1)
  })

  it("say what is no option, in forms whose fields are kept as text and in rows", () => {
    const rows = { slug: "rows", type: "list", fields: [{ slug: "at", type: "choice", optionsFrom: "codes.code" }] }
    const definition = formOf({
      tables: { codes: "codes" },
      fields: [{ slug: "place", type: "choice", optionsFrom: "codes.code" }, rows],
      outcomes: [{ id: "far", severity: "info", when: "place == 'c39999'", message: "{place}" }]
    })
    const form = compileGenerated(checkedWith(definition))
    expect(form.evaluate({ place: "c39999", rows: [{ at: "c7" }] }, options)).toMatchObject({
      valid: true,
      outcomes: [{ message: "c39999" }]
    })
    expect(
      form.evaluate({ place: "d1", rows: [{ at: "d2" }] }, options).problems.map(({ message }) => message)
    ).toEqual(["place has no option “d1”.", "at has no option “d2”."])
    expect(form.explain({ place: "c39999" }, options).outcomes).toMatchObject([{ message: "c39999" }])
  })
})

describe("columns that are looked up in", () => {
  it("are the same cells for every lookup of every form", () => {
    const [one, other] = [checkedWith(choosing(1)), checkedWith(choosing(2))].map(
      ({ definition }) => definition.tables[0]
    )
    if (one === undefined || other === undefined) throw new Error("a form has its table")
    expect(one).not.toBe(other)
    for (const column of [0, 1]) expect(Table.of(one).values(column)).toBe(Table.of(other).values(column))
    expect(Table.of(one).values(1)).toMatchObject({ factor: 50, range: { least: 0, most: 3_999_950 }, longest: 0 })
    expect(Table.of(one).values(0).longest).toBe("Code 39999".length)
  })

  it("are made with pauses, and are there when a version has been read", () => {
    const { rows } = stored(40_000)
    for (const place of [1, 2]) {
      expect(slicesOf(columnInSlices(rows, place))).toBe(1)
      expect(slicesOf(columnInSlices([...rows], place))).toBe(5)
    }
  })
})

describe("what choices may take from tables", () => {
  const table = (name: string, rows: number, width: number): TableDefinition => ({
    name,
    origin: { table: name, version: 1 },
    keys: times(width, (index) => ({ name: `k${index}`, type: "text", decimals: 0, match: "exact" })),
    values: [{ name: "v", type: "integer", decimals: 0 }],
    rows: times(rows, (row) => [...times(width, (index) => `${index}x${row % 1_500}`), 1])
  })
  const wide = table("wide", 200_000, 6)
  const short = table("short", 1_000, 1)
  const known = { tables: byVersionKey([wide, short]) }
  const from = (columns: ReadonlyArray<string>): JsonObject =>
    formOf({
      tables: { wide: "wide", short: "short" },
      fields: columns.map((column, index) => ({ slug: `f${index}`, type: "choice", optionsFrom: column }))
    })
  const faultsIn = (definition: JsonObject, published = false) => {
    const result = check(definition, {}, { ...known, published })
    return Result.isFailure(result) ? result.failure : []
  }
  const six = times(6, (index) => `wide.k${index}`)

  it("rows of different columns are counted, those of one column once", () => {
    expect(faultsIn(from(six.slice(0, 5)))).toEqual([])
    expect(faultsIn(from([...six.slice(0, 5), ...times(200, () => "wide.k0")]))).toEqual([])
    expect(faultsIn(from(six))).toEqual([
      {
        pointer: "/fields/5/optionsFrom",
        message:
          "The choices of a form take their options from columns with 1000000 rows in all at most, and with this one they have 1200000. Take several choices from the same column, or from smaller tables."
      }
    ])
  })

  it("options that are listed are counted for each field", () => {
    expect(faultsIn(from(times(25, () => "short.k0")))).toEqual([])
    expect(faultsIn(from(times(26, () => "short.k0"))).map(({ pointer }) => pointer)).toEqual([
      "/fields/25/optionsFrom"
    ])
    // Those that are many are not listed.
    expect(faultsIn(from(times(26, () => "wide.k0")))).toEqual([])
  })

  it("a version that was published before stays published", () => {
    expect(faultsIn(from(six), true)).toEqual([])
    expect(faultsOf(formOf({ fields: [{ slug: "a", type: "integer" }] }))).toBe("")
  })
})
