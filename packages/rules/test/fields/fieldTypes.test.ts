import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import type { EvaluateOptions } from "../../src/CompiledForm.ts"
import type { FieldType, RowField } from "../../src/Definition.ts"
import { exampleOf } from "../../src/describe/exampleOf.ts"
import { resultSchemaOf } from "../../src/describe/resultSchemaOf.ts"
import { schemaOf } from "../../src/describe/schemaOf.ts"
import { typeNames } from "../../src/fields/fieldTypes.ts"
import type { JsonObject } from "../../src/Json.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { compileSchema, refusals } from "../describe/validator.ts"
import { checked, formOf, TODAY } from "../support.ts"

/** What a field of each type needs besides its name. */
const members: { readonly [T in FieldType]: JsonObject } = {
  text: {},
  longText: {},
  email: {},
  url: {},
  phone: {},
  integer: {},
  number: {},
  money: { currency: "GBP" },
  boolean: {},
  date: {},
  time: {},
  datetime: {},
  choice: { options: [{ value: "a", label: "A" }, { value: "b" }] },
  choices: { options: [{ value: "a", label: "A" }, { value: "b" }] },
  file: { mediaTypes: ["application/pdf", "image/*"], maxBytes: 5_000_000 },
  list: { fields: [{ slug: "inside", type: "text" }] }
}

const rowTypes = typeNames.filter((type): type is RowField["type"] => type !== "list")
const fieldOf = (slug: string, type: FieldType): JsonObject => ({ slug, type, ...members[type] })

/** The types that no formula gives: a person uploads a file. */
const neverComputed: ReadonlySet<FieldType> = new Set(["file"])

/** The types that no message shows: the name of a file is not known where rules run. */
const neverShown: ReadonlySet<FieldType> = new Set(["file"])

/** A field of a type, one computed from it or else one more, one in each row of a list; all of them read by rules and shown. */
const formWith = (type: RowField["type"]) => {
  const shown = (message: string): string => (neverShown.has(type) ? "There is none" : message)
  return checked(
    formOf({
      fields: [
        { ...fieldOf("sent", type), required: true },
        {
          ...fieldOf("computed", type),
          ...(neverComputed.has(type) ? {} : { formula: "sent != null ? sent : coalesce(sent, sent)" })
        },
        { slug: "rows", type: "list", maxItems: 3, fields: [fieldOf("own", type)] }
      ],
      checks: [
        {
          id: "there",
          check: neverComputed.has(type) ? "sent != null" : "sent != null && computed != null",
          message: shown("{sent} is not {computed}")
        }
      ],
      outcomes: [{ id: "none", severity: "info", when: "all(rows, r, r.own == null)", message: shown("{sent}") }],
      effects: [
        { id: "all", kind: "document", on: "filed", title: "All", fileName: "all", blocks: [{ fields: "all" }] }
      ]
    })
  )
}

const options: EvaluateOptions = { today: TODAY, draft: false }

describe("every type of field", () => {
  it.each(rowTypes)("%s is read, computed, shown and described, alike in both back ends", (type) => {
    const form = formWith(type)
    const example = exampleOf(form, TODAY)
    const [closures, generated] = [compileClosures(form), compileGenerated(form)]
    const evaluation = closures.evaluate(example ?? {}, options)
    expect(evaluation.problems).toEqual([])
    if (!neverComputed.has(type)) expect(evaluation.calculatedData["computed"]).toEqual(example?.["sent"])
    expect(generated.evaluate(example ?? {}, options)).toEqual(evaluation)
    expect(refusals(compileSchema(schemaOf(form)), example ?? {})).toBe("")
    expect(refusals(compileSchema(resultSchemaOf(form)), { ...evaluation })).toBe("")
  })

  it.each(rowTypes)("%s refuses values of other types, with the same message in both back ends", (type) => {
    const form = formWith(type)
    const data = { sent: { strange: true }, rows: [{ own: [[]] }] }
    const evaluation = compileClosures(form).evaluate(data, options)
    expect(evaluation.problems.map(({ code, field }) => `${code} ${field}`)).toEqual(
      expect.arrayContaining(["type sent", "type rows[0].own"])
    )
    expect(compileGenerated(form).evaluate(data, options)).toEqual(evaluation)
  })
})

const SOURCES = fileURLToPath(new URL("../../src/", import.meta.url))

/** The body of each switch over an expression that ends with `.type` or `.kind`, nested switches within it left out. */
const switches = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(/switch \((?:[\w.?]*\.)?(?:type|kind)\) \{/g)].map(({ 0: head, index }) => {
    let [depth, body] = [1, ""]
    for (let at = index + head.length; depth > 0 && at < source.length; at += 1) {
      const character = source.charAt(at)
      depth += character === "{" ? 1 : character === "}" ? -1 : 0
      if (depth === 1) body += character
    }
    return body
  })

/** Decisions by the name of a type outside of `fields/`. They would treat a new type as another. */
const decisions = (source: string): ReadonlyArray<string> => [
  ...switches(source).flatMap((body) => (body.includes("default:") ? ["a switch with a default"] : [])),
  ...[...source.matchAll(/type [!=]== "(\w+)"/g)].flatMap(([, name = ""]) =>
    name !== "list" && typeNames.some((type) => type === name) ? [`a comparison with ${name}`] : []
  )
]

/** Rules of the manual about one type: a recipient is an address, and a link holds a whole one. */
const allowed: { readonly [file: string]: ReadonlyArray<string> } = {
  "check/effects/notification/address.ts": ["a comparison with email", "a comparison with email"],
  "check/effects/notification/html/htmlAttribute.ts": ["a comparison with url"]
}

describe("a type of field is named in fields/ alone", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts") && !file.startsWith("fields/"))

  it("no other folder has a decision by the name of a type, except two rules of the manual", () => {
    const found = files.flatMap((file) => {
      const own = decisions(readFileSync(join(SOURCES, file), "utf8"))
      return own.length === 0 ? [] : [[file, own] as const]
    })
    expect(Object.fromEntries(found)).toEqual(allowed)
  })

  it("a planted switch and a planted comparison are found", () => {
    expect(
      decisions('switch (field.type) {\n  case "date": {\n    return 1\n  }\n  default:\n    return 2\n}')
    ).toEqual(["a switch with a default"])
    expect(decisions('switch (tree.kind) {\n  case "rows":\n    return 1\n}')).toEqual([])
    expect(decisions('return field?.type === "time" ? a : b')).toEqual(["a comparison with time"])
    expect(decisions('return field.type !== "list"')).toEqual([])
  })
})
