/** Files over HTTP: sent, named by a submission, read with it, and gone with it (spec/http.md §6.29). */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { claims, pdf, png } from "../support/claimFixture.ts"
import { problemOf } from "../support/formFixture.ts"
import * as Harness from "../support/Harness.ts"
import { itemsOf } from "../support/reading.ts"
import * as Wire from "../support/wire.ts"

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
      const german = ["Accept-Language: de"]
      const lying = yield* send(png, { headers: german })
      assert.deepStrictEqual(problemOf(lying), [422, "INVALID_FILE"])
      assert.strictEqual(lying.headers["content-language"], "de")
      assert.deepStrictEqual(problems(lying), [
        [
          "type",
          "pass",
          "",
          "Die Datei von „Reisepass“ ist als application/pdf angegeben, ihr Inhalt ist aber vom Typ image/png."
        ]
      ])
      const nothing = yield* send(Buffer.from("hello"))
      assert.deepStrictEqual(problems(nothing), [
        ["type", "pass", "", "Passport is said to be a file of the type application/pdf, and its bytes are not."]
      ])
      for (const [type, found] of [
        [null, "image/png"],
        ["", "image/png"],
        ["application/octet-stream", "image/png"],
        ["image/PNG; x=1", "image/png"]
      ] as const)
        assert.strictEqual(Wire.json(yield* send(png, { type }))["mediaType"], found)
      const empty = yield* send(Buffer.alloc(0), { field: "damage.photo", headers: german })
      assert.deepStrictEqual(problems(empty), [["type", "damage.photo", "", "Die Datei von „Foto“ ist leer."]])
      const odd = yield* send(pdf, { type: "pdf" })
      assert.deepStrictEqual(problems(odd), [
        ["rule", "contentType", "/contentType", '"contentType" must be a media type such as `application/pdf`.']
      ])
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
