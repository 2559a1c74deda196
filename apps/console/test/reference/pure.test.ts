/** What the API reference computes, without a page. */
import { execFileSync } from "node:child_process"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { curlOf, keyOf, missing, requestOf } from "../../src/screens/reference/call/Request.ts"
import type { Operation } from "../../src/screens/reference/document/Operation.ts"
import { readDocument } from "../../src/screens/reference/document/readDocument.ts"
import { refusalsOf } from "../../src/screens/reference/document/refusalsOf.ts"
import { sampleOf } from "../../src/screens/reference/document/sampleOf.ts"
import { shapeOf } from "../../src/screens/reference/document/shapeOf.ts"
import { narrowed } from "../../src/screens/reference/narrowed.ts"
import { document as appDocument } from "../../../../packages/http/src/platform/Platform.ts"
import { document as versionedDocument } from "../../../../packages/http/src/v1/v1Document.ts"

/** As a browser gets them. */
const documents: ReadonlyArray<unknown> = [versionedDocument, appDocument()].map((one) =>
  JSON.parse(JSON.stringify(one))
)
const tags = documents.flatMap(readDocument)
const operations = tags.flatMap((tag) => tag.operations)

const operation: Operation = {
  id: "forms.save",
  tag: "forms",
  method: "PUT",
  path: "/api/platform/forms/{formId}",
  summary: "Save",
  description: "",
  privileges: ["form:write"],
  parameters: [
    { name: "formId", place: "path", isRequired: true, description: "", schema: {} },
    { name: "text", place: "query", isRequired: false, description: "", schema: {} },
    { name: "If-Match", place: "header", isRequired: true, description: "", schema: {} }
  ],
  body: { type: "application/json", schema: {}, isRequired: true },
  answers: [],
  schemas: {}
}

test("both documents are read whole: each operation once, with what it needs and its refusals", () => {
  const paths = documents.flatMap((one) => Object.values((one as { paths: object }).paths))
  expect(operations.length).toBe(paths.flatMap((item) => Object.keys(item)).length)
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
  const publish = operations.find(({ id }) => id === "drafts.publish")
  expect(publish?.privileges).toEqual(["form:publish"])
  expect(publish === undefined ? [] : refusalsOf(publish).map(({ code }) => code)).toContain("CONFLICT")
  expect(operations.find(({ id }) => id === "sessions.signIn")?.privileges).toBeUndefined()
  expect(operations.find(({ id }) => id === "me.get")?.privileges).toEqual([])
  for (const one of operations) {
    expect(one.summary, one.id).not.toBe("")
    expect(
      refusalsOf(one).every(({ code, description }) => code !== "" && description !== ""),
      one.id
    ).toBe(true)
  }
})

test("the sample of a body has each member that its schema requires", () => {
  const bodies = operations.flatMap(({ body, id, schemas }) => (body === undefined ? [] : [{ body, id, schemas }]))
  expect(bodies.length).toBeGreaterThan(20)
  for (const { body, id, schemas } of bodies) {
    const sample = Object.keys(Object(sampleOf(schemas, body.schema)))
    const required = shapeOf(schemas, body.schema).members.filter(({ isRequired }) => isRequired)
    for (const { name } of required) expect(sample, id).toContain(name)
  }
})

test("a schema that leads back to itself, or nowhere, ends", () => {
  const schemas = {
    Self: { $ref: "#/components/schemas/Self" },
    Loop: { allOf: [{ $ref: "#/components/schemas/Loop" }, { description: "a loop" }] },
    Tree: {
      type: "object",
      required: ["children"],
      properties: { children: { type: "array", minItems: 1, items: { $ref: "#/components/schemas/Tree" } } }
    },
    Either: { anyOf: [{ $ref: "#/components/schemas/Either" }, { type: "null" }] },
    Arrays: { type: "array", items: { $ref: "#/components/schemas/Arrays" } }
  }
  for (const name of [...Object.keys(schemas), "constructor", "none"]) {
    const schema = { $ref: `#/components/schemas/${name}` }
    const shape = shapeOf(schemas, schema)
    for (const member of shape.members) shapeOf(schemas, member.schema)
    expect(JSON.stringify(sampleOf(schemas, schema))?.length ?? 0).toBeLessThan(10_000)
  }
  expect(shapeOf(schemas, schemas.Loop).description).toBe("a loop")
  expect(shapeOf(schemas, { $ref: "#/components/schemas/Tree" }).members.map(({ name }) => name)).toEqual(["children"])
})

/** The document with another value at one of its places. */
const damaged = (document: unknown, at: ReadonlyArray<number>, value: unknown): unknown => {
  const [first, ...rest] = at
  if (typeof document !== "object" || document === null || first === undefined) return value
  const names = Object.keys(document)
  const name = names[first % Math.max(names.length, 1)]
  if (name === undefined) return value
  const next = damaged(Reflect.get(document, name), rest, value)
  return Array.isArray(document) ? document.with(Number(name), next) : { ...document, [name]: next }
}

test("a document that is damaged anywhere is read without an error", () => {
  const place = fc.array(fc.nat(40), { maxLength: 12 })
  fc.assert(
    fc.property(place, fc.jsonValue({ maxDepth: 3 }), (at, value) => {
      for (const one of readDocument(damaged(documents[0], at, value)).flatMap((tag) => tag.operations)) {
        refusalsOf(one)
        if (one.body !== undefined) sampleOf(one.schemas, one.body.schema)
        for (const { contents } of one.answers) for (const { schema } of contents) shapeOf(one.schemas, schema)
      }
    }),
    { numRuns: 300 }
  )
})

test("the command sends what the button sends, whatever is entered", () => {
  const sign = fc.constantFrom(
    '"',
    "'",
    "`",
    "$",
    "\\",
    "!",
    "&",
    "?",
    "#",
    "%",
    "/",
    ";",
    "\n",
    "$(id)",
    "{formId}",
    "a",
    " "
  )
  const entry = fc
    .array(fc.oneof(sign, fc.string({ unit: "binary", minLength: 1, maxLength: 1 })), { minLength: 1, maxLength: 8 })
    .map((signs) => signs.join(""))
    .filter((text) => !text.includes("\0"))
  const header = fc.stringMatching(/^[\x21-\x7e]{1,12}$/u)
  const samples = fc.sample(fc.record({ formId: entry, text: entry, etag: header, body: entry }), 60)
  for (const { body, etag, formId, text } of samples) {
    const entered = { parameters: { "path formId": formId, "query text": text, "header If-Match": etag }, body }
    if (missing(operation, entered).length > 0) continue
    const request = requestOf(operation, entered)
    const script = `curl() { printf '%s\\0' "$@"; }; FORMWORK_API_KEY=k; ${curlOf("http://127.0.0.1:1", operation, entered)}`
    const sent = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1)
    const wanted = ["-sS", "-X", "PUT", `http://127.0.0.1:1${request.address}`, "-H", "Authorization: Bearer k"]
    const headers = request.headers.flatMap(([name, value]) => ["-H", `${name}: ${value}`])
    expect(sent).toEqual([...wanted, ...headers, "--data-binary", request.body])
    const url = new URL(request.address, "http://127.0.0.1:1")
    expect(decodeURIComponent(url.pathname.slice("/api/platform/forms/".length))).toBe(
      formId.replaceAll(/\p{Cs}/gu, "\uFFFD")
    )
    expect(url.searchParams.get("text")).toBe(text.replaceAll(/\p{Cs}/gu, "\uFFFD"))
  }
})

test("what is required, and what would be another call, is missing", () => {
  const whole = { parameters: { "path formId": "f", "header If-Match": '"1"' }, body: "{}" }
  const withFormId = (formId: string) => ({ ...whole, parameters: { ...whole.parameters, "path formId": formId } })
  expect(missing(operation, whole)).toEqual([])
  expect(missing(operation, { parameters: {}, body: " " })).toEqual(["formId", "If-Match", "body"])
  for (const step of [".", ".."]) expect(missing(operation, withFormId(step))).toEqual(["formId"])
  expect(
    missing(operation, {
      ...whole,
      parameters: { ...whole.parameters, [keyOf({ name: "If-Match", place: "header" })]: "é\n" }
    })
  ).toEqual(["If-Match"])
  expect(curlOf("", operation, withFormId(""))).toContain(`"/api/platform/forms/$FORM_ID"`)
})

test("a search finds operations by each of its words", () => {
  const found = narrowed(tags, "POST publish").flatMap((tag) => tag.operations)
  expect(found.map(({ id }) => id).toSorted()).toEqual(["drafts.publish", "tables.publish", "versions.republish"])
  expect(narrowed(tags, "").flatMap((tag) => tag.operations).length).toBe(operations.length)
  expect(narrowed(tags, "no such call")).toEqual([])
})
