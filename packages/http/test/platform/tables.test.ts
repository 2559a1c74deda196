/** Tables of an organisation over the app API: made from a file, published, and looked up in by forms (spec/http.md §4.15). */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { problemOf, setting } from "../support/formFixture.ts"
import * as Harness from "../support/Harness.ts"
import { itemsOf, objectsOf } from "../support/reading.ts"
import * as Wire from "../support/wire.ts"

const AREAS = `postcode: exact text,age: from integer,factor: number 4
10115,18,1.2500
10115,25,1.1
*,18,1
`

const quote = (code: string, area: unknown) => ({
  title: "Quote",
  code,
  tables: { area },
  fields: [
    { slug: "postcode", type: "text", required: true },
    { slug: "age", type: "integer", required: true },
    {
      slug: "premium",
      type: "money",
      currency: "EUR",
      formula: "round(100.00 * lookup(area, 'factor', postcode, age), 2)"
    }
  ]
})

const match = (revision: number) => [`If-Match: "${revision}"`]

const withTables = Effect.gen(function* () {
  const author = yield* setting
  const { call } = author
  const save = (revision: number, csv: string) =>
    call("tables.save", "PUT", "tables/areas/draft", { csv }, match(revision))
  const publish = (revision: number, body: object = {}) =>
    call("tables.publish", "POST", "tables/areas/publish", body, match(revision))
  const form = Effect.fnUntraced(function* (code: string, area: unknown) {
    const { id } = Wire.json(yield* call("forms.create", "POST", "forms", { definition: quote(code, area) }))
    const price = (postcode: string, age: number, version: unknown = "live") =>
      Effect.map(
        call("forms.evaluate", "POST", `forms/${String(id)}/evaluate`, {
          data: { postcode, age },
          version,
          complete: true
        }),
        (answer) => Object(Wire.json(answer)["calculatedData"])["premium"]
      )
    const live = call("drafts.publish", "POST", `forms/${String(id)}/publish`, {}, match(1))
    return { id: String(id), price, live }
  })
  const create = (body: object) => call("tables.create", "POST", "tables", body)
  return { ...author, create, save, publish, form }
})

layer(Harness.layer(), { excludeTestServices: true })("tables of an organisation", (it) => {
  it.effect("a form keeps the version that it was published with, until it or the table asks for another", () =>
    Effect.gen(function* () {
      const { call, create, form, publish, save } = yield* withTables
      const made = yield* create({ name: "areas", csv: AREAS })
      assert.deepStrictEqual([made.status, made.headers["location"]], [201, "/api/platform/tables/areas"])
      const early = yield* form("EARLY", "areas")
      assert.strictEqual((yield* early.live).status, 422)
      const published = Wire.json(yield* publish(1, { note: "2027" }))
      assert.deepInclude(published["version"], { number: 1, rows: 3, note: "2027" })
      const quoted = yield* form("QUOTE", "areas")
      assert.strictEqual((yield* quoted.live).status, 201)
      assert.deepStrictEqual([yield* quoted.price("10115", 30), yield* quoted.price("99999", 18)], ["110.00", "100.00"])
      assert.isNull(yield* quoted.price("99999", 17))

      const saved = yield* save(1, AREAS.replace("1.1\n", "2\n"))
      assert.deepStrictEqual([saved.status, saved.headers["etag"]], [200, '"2"'])
      yield* publish(2)
      assert.strictEqual(yield* quoted.price("10115", 30), "110.00")
      assert.strictEqual(yield* quoted.price("10115", 30, "draft"), "200.00")
      const uses = itemsOf(yield* call("tables.forms", "GET", "tables/areas/forms"))
      assert.deepStrictEqual(uses, [{ formId: quoted.id, code: "QUOTE", title: "Quote", version: 1 }])

      yield* save(2, AREAS.replace("1.1\n", "3\n"))
      const { forms, version } = Wire.json(yield* publish(3, { forms: [quoted.id, early.id] }))
      assert.deepInclude(version, { number: 3 })
      const [renewed, refused] = objectsOf(forms)
      assert.deepStrictEqual([renewed?.["faults"], typeof renewed?.["formVersionId"]], [[], "string"])
      assert.deepStrictEqual(refused, {
        formId: early.id,
        formVersionId: null,
        faults: [{ pointer: "", message: "There is no published form with this id." }]
      })
      assert.strictEqual(yield* quoted.price("10115", 30), "300.00")
    })
  )

  it.effect("a form that names a table or a version that there is not is told which there are", () =>
    Effect.gen(function* () {
      const { create, form, publish } = yield* withTables
      yield* create({ name: "areas", csv: AREAS })
      yield* publish(1)
      const faults = Effect.fnUntraced(function* (code: string, area: unknown) {
        const { live } = yield* form(code, area)
        return objectsOf(Wire.json(yield* live)["faults"]).map(({ message, pointer }) => [pointer, message])
      })
      assert.deepStrictEqual(yield* faults("LATER", { table: "areas", version: 9 }), [
        ["/tables/area/version", "There is no version 9 of a table `areas`. Its newest is 1."]
      ])
      assert.deepStrictEqual(yield* faults("OTHER", "aeras"), [
        ["/tables/area", "The organisation has no published table `aeras`. Did you mean `areas`?"]
      ])
    })
  )

  it.effect("a table is published without a body as with one, and once, however often that is sent", () =>
    Effect.gen(function* () {
      const { call, create } = yield* withTables
      yield* create({ name: "areas", csv: AREAS })
      const publish = call("tables.publish", "POST", "tables/areas/publish", undefined, match(1))
      const [first, second] = [yield* publish, yield* publish]
      assert.deepStrictEqual([first.status, second.status], [200, 200])
      assert.deepStrictEqual(Wire.json(second), Wire.json(first))
      assert.lengthOf(itemsOf(yield* call("tables.versions", "GET", "tables/areas/versions")), 1)
      yield* call("tables.save", "PUT", "tables/areas/draft", { csv: AREAS.split("\n")[0] ?? "" }, match(1))
      const empty = yield* call("tables.publish", "POST", "tables/areas/publish", undefined, match(2))
      assert.deepStrictEqual(problemOf(empty), [422, "INVALID_TABLE"])
    })
  )

  it.effect("the file that comes back is the file that was sent, and a comparison shows what differs", () =>
    Effect.gen(function* () {
      const { call, create, key, publish, save } = yield* withTables
      yield* create({ name: "areas", csv: AREAS })
      yield* publish(1)
      yield* save(1, "factor,age,postcode\n1.25,18,10115\n9,60,10115\n")
      const port = yield* Harness.port
      const rows = (edition: string, format: string) =>
        Effect.promise(async () => {
          const url = `http://127.0.0.1:${port}/api/platform/tables/areas/rows?edition=${edition}&format=${format}`
          const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
          return { status: answer.status, body: await answer.text() }
        })
      assert.strictEqual((yield* rows("1", "csv")).body, AREAS)
      assert.strictEqual(
        (yield* rows("draft", "ndjson")).body,
        '{"keys":[{"name":"postcode","type":"text","match":"exact"},{"name":"age","type":"integer","match":"from"}],' +
          '"values":[{"name":"factor","type":"number","decimals":4}]}\n["10115","18","1.25"]\n["10115","60","9"]\n'
      )
      assert.strictEqual((yield* rows("7", "csv")).status, 404)
      const compared = Wire.json(yield* call("tables.compare", "GET", "tables/areas/compare?before=1&after=draft"))
      assert.deepStrictEqual(compared, {
        columns: false,
        added: 1,
        removed: 2,
        changed: 0,
        rows: [
          { before: null, after: ["10115", 60, "9.0000"] },
          { before: ["10115", 25, "1.1000"], after: null },
          { before: ["*", 18, "1.0000"], after: null }
        ]
      })
    })
  )

  it.effect("a draft's file is sent as it is, and refused as in JSON", () =>
    Effect.gen(function* () {
      const { call, create, key } = yield* withTables
      yield* create({ name: "areas", csv: AREAS })
      const port = yield* Harness.port
      const send = (revision: number, type: string, body: string | Uint8Array<ArrayBuffer>, more: object = {}) =>
        Effect.promise(async () => {
          const answer = await fetch(`http://127.0.0.1:${port}/api/platform/tables/areas/draft`, {
            method: "PUT",
            headers: { authorization: `Bearer ${key}`, "content-type": type, "if-match": `"${revision}"`, ...more },
            body
          })
          const { code, error, faults } = Object(await answer.json())
          return { status: answer.status, code, error, faults, etag: answer.headers.get("etag") }
        })
      const rows = Effect.map(call("tables.get", "GET", "tables/areas"), (answer) => Wire.json(answer)["rows"])
      const csv = yield* send(1, "text/csv; charset=utf-8; header=present", `\uFEFF${AREAS}north,18,2\n`)
      assert.deepStrictEqual([csv.status, csv.etag, yield* rows], [200, '"2"', 4])
      const lines =
        '\uFEFF{"keys":[{"name":"k","type":"text"}],"values":[{"name":"v","type":"integer"}]}\n["é",1]\n["b",2]\n'
      assert.deepStrictEqual([(yield* send(2, "application/x-ndjson", lines)).status, yield* rows], [200, 2])

      const bad = yield* send(3, "text/csv", "k: exact text,v: integer\na,x\n")
      assert.deepStrictEqual([bad.status, bad.code, bad.faults[0].column], [422, "INVALID_TABLE", "v"])
      assert.strictEqual((yield* send(2, "text/csv", AREAS)).status, 409)
      const plain = yield* send(3, "text/plain", AREAS)
      assert.deepStrictEqual(
        [plain.status, plain.error],
        [
          415,
          "Send the body as Content-Type: application/json, text/csv or application/x-ndjson, in UTF-8, without a Content-Encoding."
        ]
      )
      assert.strictEqual((yield* send(3, "text/csv", AREAS, { "content-encoding": "gzip" })).status, 415)
      const latin = yield* send(3, "text/csv", Uint8Array.from([0x6b, 0xe9, 0x0a]))
      assert.deepStrictEqual(
        [latin.status, latin.error],
        [400, "The body is not valid UTF-8. A spreadsheet program saves it so as “CSV UTF-8”."]
      )
      const sheet = yield* send(3, "text/csv", Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0xe9, 0x0a]))
      assert.deepStrictEqual(
        [sheet.status, sheet.error],
        [
          400,
          "The body is an archive or a spreadsheet program's own file. Save the sheet as “CSV UTF-8”, and send that."
        ]
      )
      const many = Array.from({ length: 60_000 }, (_, row) => `${row},${"x".repeat(20)}`).join("\n")
      const long = `code: exact integer,name: text\n${many}\n`
      assert.isAbove(long.length, 1_500_000)
      assert.deepStrictEqual([(yield* send(3, "text/csv", long)).status, yield* rows], [200, 60_000])
      assert.strictEqual((yield* send(4, "text/csv", "x".repeat(10_485_761))).status, 413)
    })
  )

  it.effect("every bad cell is named by its line and column, and nothing is stored", () =>
    Effect.gen(function* () {
      const { call, create, publish, save } = yield* withTables
      const bad = yield* create({ name: "areas", csv: "area: exact text,rate: number 2\na,x\nb,1\nb,2\nc\n" })
      assert.deepStrictEqual(problemOf(bad), [422, "INVALID_TABLE"])
      assert.deepStrictEqual(
        objectsOf(Wire.json(bad)["faults"]).map(({ column, line }) => [line, column]),
        [
          [2, "rate"],
          [5, undefined]
        ]
      )
      assert.deepStrictEqual(problemOf(yield* create({ name: "areas" })), [422, "INVALID_REQUEST"])
      assert.deepStrictEqual(problemOf(yield* create({ name: "Areas", csv: AREAS })), [422, "INVALID_REQUEST"])
      assert.deepStrictEqual(itemsOf(yield* call("tables.list", "GET", "tables")), [])
      yield* create({ name: "areas", csv: AREAS })
      assert.deepStrictEqual(problemOf(yield* create({ name: "areas", csv: AREAS })), [409, "CONFLICT"])
      assert.deepStrictEqual(problemOf(yield* save(2, AREAS)), [409, "CONFLICT"])
      const short = yield* save(1, "postcode,age\n")
      assert.deepStrictEqual(problemOf(short), [422, "INVALID_TABLE"])
      assert.deepStrictEqual(objectsOf(Wire.json(short)["faults"]), [
        { line: 1, column: "factor", message: "The column `factor` is missing." }
      ])
      yield* publish(1)
      const removed = yield* call("tables.remove", "DELETE", "tables/areas")
      assert.deepStrictEqual(problemOf(removed), [409, "CONFLICT"])
    })
  )

  it.effect("without `table:read` a definition may name the tables of its form's live version, and no others", () =>
    Effect.gen(function* () {
      const { create, form, publish, tenant } = yield* withTables
      yield* create({ name: "areas", csv: AREAS })
      yield* publish(1)
      const naming = yield* form("NAMING", "areas")
      yield* naming.live
      const other = yield* form("OTHER", { columns: { keys: {}, values: {} }, rows: [] })
      const { token } = yield* tenant.mint("form:read", "form:write", "form:publish", "submission:write")
      const key = Redacted.value(token.text)
      const call = (method: string, path: string, body?: unknown, headers: ReadonlyArray<string> = []) =>
        Harness.platform(method, path, key, body, headers)
      const definition = quote("ANY", "areas")
      const body = { definition, data: { postcode: "10115", age: 30 } }

      // The form that has the table in its live version: as before.
      const own = yield* call("POST", `forms/${naming.id}/evaluate`, body)
      assert.strictEqual(own.status, 200)
      assert.isTrue(
        (yield* call("POST", `forms/${naming.id}/check`, { definition: quote("NAMING", "areas") })).status === 200
      )

      // Any other form, and one that is not there yet: as if there were no such table.
      const missing = {
        pointer: "/tables/area",
        message:
          "The organisation has no published table `areas`. Publish it first, or write the table here. " +
          "Who has no `table:read` names only those that the live version of the form names.",
        expected: "a published table"
      }
      const refused = yield* call("POST", `forms/${other.id}/evaluate`, body)
      assert.strictEqual(refused.status, 422)
      assert.deepStrictEqual(objectsOf(Wire.json(refused)["faults"]), [missing])
      const checked = yield* call("POST", "forms/check", { definition })
      assert.deepStrictEqual(objectsOf(Wire.json(checked)["faults"]), [missing])
      const saved = yield* call("PUT", `forms/${other.id}/draft`, { definition: quote("OTHER", "areas") }, match(1))
      assert.deepStrictEqual(objectsOf(Wire.json(saved)["faults"]), [missing])
      const drafted = yield* call("POST", `forms/${other.id}/evaluate`, { data: {}, version: "draft" })
      assert.deepStrictEqual(objectsOf(Wire.json(drafted)["faults"]), [missing])
      const published = yield* call("POST", `forms/${other.id}/publish`, undefined, match(2))
      assert.deepStrictEqual(objectsOf(Wire.json(published)["faults"]), [missing])
    })
  )
})
