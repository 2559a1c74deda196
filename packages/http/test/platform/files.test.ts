/** Files over HTTP: sent, named by a submission, read with it, and gone with it (spec/http.md §6.29). */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { problemOf, setting } from "../support/formFixture.ts"
import * as Harness from "../support/Harness.ts"
import { itemsOf, objectsOf } from "../support/reading.ts"
import * as Wire from "../support/wire.ts"

const pdf = Buffer.from("%PDF-1.7\n%\u00e4\u00f6\n1 0 obj\n", "latin1")
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])

const claim = (code: string) => ({
  title: "Claim",
  code,
  languages: ["en", "de"],
  fields: [
    { slug: "name", type: "text", required: true, label: { en: "Name", de: "Name" } },
    {
      slug: "pass",
      type: "file",
      label: { en: "Passport", de: "Reisepass" },
      maxBytes: 40,
      mediaTypes: ["application/pdf", "image/*"]
    },
    {
      slug: "damage",
      type: "list",
      label: { en: "Damage", de: "Schaden" },
      fields: [{ slug: "photo", type: "file", mediaTypes: ["image/png"], label: { en: "Photo", de: "Foto" } }]
    }
  ]
})

const claims = Effect.gen(function* () {
  const author = yield* setting
  const { call, key } = author
  const { id } = Wire.json(yield* call("forms.create", "POST", "forms", { definition: claim("CLAIM") }))
  const formId = String(id)
  assert.strictEqual(
    (yield* call("drafts.publish", "POST", `forms/${formId}/publish`, {}, ['If-Match: "1"'])).status,
    201
  )
  interface Sending {
    readonly field?: string
    readonly headers?: ReadonlyArray<string>
    readonly name?: string
    /** Null sends none. */
    readonly type?: string | null
    readonly of?: string
  }
  const send = (
    bytes: Uint8Array,
    { field = "pass", headers = [], name = "a.pdf", of = formId, type = "application/pdf" }: Sending = {}
  ) =>
    Harness.send(
      Wire.request({
        path: `/api/platform/forms/${of}/files?field=${field}&name=${encodeURIComponent(name)}`,
        token: key,
        contentType: type ?? undefined,
        headers,
        body: bytes
      })
    )
  const sent = (bytes: Uint8Array, options = {}) =>
    Effect.map(send(bytes, options), (answer) => {
      assert.strictEqual(answer.status, 201, answer.body)
      return String(Wire.json(answer)["id"])
    })
  const file = (data: object, headers: ReadonlyArray<string> = [], more: object = {}) =>
    Harness.send(
      Wire.request({
        path: Harness.submissionsPath(formId),
        token: key,
        headers,
        body: JSON.stringify({ data, ...more })
      })
    )
  const filed = (data: object) =>
    Effect.map(file(data), (answer) => {
      assert.strictEqual(answer.status, 201, answer.body)
      return String(Wire.json(answer)["id"])
    })
  const problems = (answer: Wire.Answer) =>
    objectsOf(Wire.json(answer)["problems"]).map(({ code, field, message, pointer }) => [code, field, pointer, message])
  return { ...author, formId, send, sent, file, filed, problems }
})

layer(Harness.layer(), { excludeTestServices: true })("files", (it) => {
  it.effect("a file is sent, filed with a submission, listed, and downloaded as it came", () =>
    Effect.gen(function* () {
      const { call, filed, key, send } = yield* claims
      const answer = yield* send(pdf, { name: "Pass – Ädel.pdf" })
      const { createdAt, formId, id, ...rest } = Wire.json(answer)
      assert.deepStrictEqual(
        [answer.status, rest],
        [201, { name: "Pass – Ädel.pdf", mediaType: "application/pdf", size: pdf.length }]
      )
      const submissionId = yield* filed({ name: "Ada", pass: id })
      const listed = itemsOf(yield* call("files.list", "GET", `submissions/${submissionId}/files`))
      assert.deepStrictEqual(listed, [{ ...rest, createdAt, formId, id }])
      const raw = yield* Wire.sendUntilClosed(
        yield* Harness.port,
        Wire.request({
          method: "GET",
          path: `/api/platform/submissions/${submissionId}/files/${String(id)}`,
          token: key,
          contentType: undefined,
          headers: ["Connection: close"]
        })
      )
      assert.include(raw, "content-disposition: attachment; filename*=UTF-8''Pass%20%E2%80%93%20%C3%84del.pdf\r\n")
      assert.include(raw, "content-type: application/pdf\r\n")
      assert.include(raw, "content-security-policy: default-src 'none'; sandbox\r\n")
      assert.isTrue(raw.endsWith(pdf.toString()))
    })
  )

  it.effect("what a file is said to be, its bytes have to agree with; what is not said, they tell", () =>
    Effect.gen(function* () {
      const { problems, send } = yield* claims
      const lying = yield* send(png)
      assert.deepStrictEqual(problemOf(lying), [422, "INVALID_REQUEST"])
      assert.deepStrictEqual(problems(lying), [
        ["type", "", "", "The file is said to be application/pdf, and its bytes are those of image/png."]
      ])
      const nothing = yield* send(Buffer.from("hello"))
      assert.deepStrictEqual(problems(nothing), [
        ["type", "", "", "The file is said to be application/pdf, and its bytes are not."]
      ])
      for (const [type, found] of [
        [null, "image/png"],
        ["application/octet-stream", "image/png"],
        ["image/PNG; x=1", "image/png"]
      ] as const)
        assert.strictEqual(Wire.json(yield* send(png, { type }))["mediaType"], found)
      assert.deepStrictEqual(problems(yield* send(Buffer.alloc(0))), [
        ["type", "", "", "The file is empty: send the bytes of the file."]
      ])
      assert.strictEqual((yield* send(pdf, { headers: ["Content-Encoding: gzip"] })).status, 415)
    })
  )

  it.effect("a field's types and size are asked at once, in the language of the reader", () =>
    Effect.gen(function* () {
      const { problems, send } = yield* claims
      const german = ["Accept-Language: de"]
      const wrong = yield* send(pdf, { field: "damage.photo", headers: german })
      assert.deepStrictEqual(problemOf(wrong), [422, "INVALID_FILE"])
      assert.strictEqual(wrong.headers["content-language"], "de")
      assert.deepStrictEqual(problems(wrong), [
        ["type", "damage.photo", "", "Die Datei von „Foto“ hat den Typ application/pdf. Möglich sind: image/png."]
      ])
      const large = yield* send(Buffer.concat([pdf, Buffer.alloc(40)]))
      assert.deepStrictEqual(problemOf(large), [422, "INVALID_FILE"])
      assert.strictEqual(problems(large)[0]?.[0], "too_large")
      const odd = yield* send(pdf, { field: "nmae" })
      assert.deepStrictEqual(problems(odd), [
        ["choice", "field", "/field", '"field" must be one of pass, damage.photo.']
      ])
      for (const name of ["../a", "a/b", "", "x".repeat(256), ".."])
        assert.strictEqual((yield* send(pdf, { name })).status, 422, name)
    })
  )

  it.effect("a submission is refused with what is wrong with its files, beside what the rules find", () =>
    Effect.gen(function* () {
      const { file, filed, problems, sent } = yield* claims
      const [pass, photo] = [yield* sent(pdf), yield* sent(png, { field: "damage.photo", type: "image/png" })]
      const unknown = "01890000-0000-7000-8000-000000000000"
      const many = yield* file({ pass: photo, damage: [{ photo: pass }, { photo: unknown }, { photo: "x" }] })
      assert.deepStrictEqual(problemOf(many), [422, "INVALID_SUBMISSION"])
      assert.deepStrictEqual(
        problems(many).map(([code, field, pointer]) => [code, field, pointer]),
        [
          ["required", "name", "/data/name"],
          ["type", "damage[2].photo", "/data/damage/2/photo"],
          ["type", "damage[0].photo", "/data/damage/0/photo"],
          ["type", "damage[1].photo", "/data/damage/1/photo"]
        ]
      )
      yield* filed({ name: "Ada", pass, damage: [{ photo }, { photo }] })
      const again = yield* file({ name: "Ada", pass }, ["Accept-Language: de"])
      assert.deepStrictEqual(problems(again), [
        [
          "unique",
          "pass",
          "/data/pass",
          "Die Datei von „Reisepass“ gehört schon zu einer anderen Einreichung. Laden Sie sie noch einmal hoch."
        ]
      ])
    })
  )

  it.effect("a request that is repeated with its key is answered as before, files and all", () =>
    Effect.gen(function* () {
      const { file, sent } = yield* claims
      const pass = yield* sent(pdf)
      const headers = ["Idempotency-Key: once"]
      const first = yield* file({ name: "Ada", pass }, headers)
      const again = yield* file({ name: "Ada", pass }, headers)
      assert.deepStrictEqual([first.status, again.status, again.body], [201, 201, first.body])
    })
  )

  it.effect(
    "a draft keeps its files while it is filled, those that it names no longer too, and evaluate asks for none",
    () =>
      Effect.gen(function* () {
        const { call, file, formId, key, sent } = yield* claims
        const [first, second] = [yield* sent(pdf), yield* sent(pdf)]
        const made = Wire.json(yield* file({ pass: first }, [], { draft: true }))
        const at = `submissions/${String(made["id"])}`
        const save = (revision: number, data: object) =>
          call("submissions.save", "PUT", at, { data }, [`If-Match: "${revision}"`])
        assert.strictEqual((yield* save(1, { name: "Ada", pass: second })).status, 200)
        assert.strictEqual((yield* call("submissions.file", "POST", `${at}/file`, {}, ['If-Match: "2"'])).status, 200)
        const ids = itemsOf(yield* call("files.list", "GET", `${at}/files`)).map(({ id }) => id)
        assert.deepStrictEqual(ids, [first, second])
        const priced = yield* Harness.call(Harness.evaluatePath(formId), key, {
          data: { name: "Ada", pass: "01890000-0000-7000-8000-000000000000" }
        })
        assert.deepInclude(Wire.json(priced), { valid: true })
      })
  )

  it.effect("a form without such a field takes no files, and one of somebody else's is not found", () =>
    Effect.gen(function* () {
      const { problems, send, tenant } = yield* claims
      assert.deepStrictEqual(problems(yield* send(pdf, { of: tenant.form.id })), [
        ["choice", "field", "/field", '"field" names no field: this form takes no files.']
      ])
      const other = yield* Harness.tenant
      assert.strictEqual((yield* send(pdf, { of: other.form.id })).status, 404)
    })
  )
})
