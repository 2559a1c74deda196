/** What an upload may look like, who takes it back, and what a download is (spec/http.md §6.29 to §6.32). */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { claims, pdf } from "../support/claimFixture.ts"
import { problemOf } from "../support/formFixture.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

layer(Harness.layer(), { excludeTestServices: true })("requests for files", (it) => {
  it.effect("the body is the file itself: no form around it, no coding, and no key for repeats", () =>
    Effect.gen(function* () {
      const { send } = yield* claims
      const part = `--x\r\nContent-Disposition: form-data; name="f"; filename="a.pdf"\r\n\r\n${pdf.toString("latin1")}\r\n--x--\r\n`
      for (const [type, body] of [
        ["multipart/form-data; boundary=x", part],
        ["application/x-www-form-urlencoded", "a=1"]
      ] as const) {
        const answer = yield* send(Buffer.from(body, "latin1"), { type })
        assert.deepStrictEqual(problemOf(answer), [415, "UNSUPPORTED_MEDIA_TYPE"])
        assert.include(String(Wire.json(answer)["error"]), "The body is the file itself")
      }
      const coded = yield* send(pdf, { headers: ["Content-Encoding: gzip"] })
      assert.deepStrictEqual(
        [coded.status, coded.headers["accept-encoding"], Wire.json(coded)["error"]],
        [415, "identity", "Send the file's own bytes, without a Content-Encoding."]
      )
      const keyed = yield* send(pdf, { headers: ["Idempotency-Key: once"] })
      assert.deepStrictEqual(problemOf(keyed), [400, "MALFORMED_REQUEST"])
      assert.include(String(Wire.json(keyed)["error"]), "Leave Idempotency-Key out")
    })
  )

  it.effect("the key that sent a file takes it back, and no other does", () =>
    Effect.gen(function* () {
      const { file, formId, key, sent, tenant } = yield* claims
      const id = yield* sent(pdf)
      const other = Redacted.value((yield* tenant.mint("submission:write")).token.text)
      const remove = (of: string, token = key) =>
        Effect.map(Harness.platform("DELETE", `forms/${formId}/files/${of}`, token), ({ status }) => status)
      assert.deepStrictEqual(
        [yield* remove(id, other), yield* remove(id), yield* remove(id), yield* remove("x")],
        [404, 204, 404, 404]
      )
      assert.strictEqual((yield* file({ name: "Ada", pass: id })).status, 422)
      const taken = yield* sent(pdf)
      assert.strictEqual((yield* file({ name: "Ada", pass: taken })).status, 201)
      assert.strictEqual(yield* remove(taken), 404)
    })
  )

  it.effect("a download is whole: HEAD is another method, and no range is taken", () =>
    Effect.gen(function* () {
      const { filed, key, sent } = yield* claims
      const id = yield* sent(pdf)
      const path = `/api/platform/submissions/${yield* filed({ name: "Ada", pass: id })}/files/${id}`
      const get = (method: string) =>
        Harness.head(Wire.request({ method, path, token: key, contentType: undefined, headers: ["Range: bytes=0-3"] }))
      assert.match(yield* get("HEAD"), /^HTTP\/1\.1 405 /u)
      const whole = yield* get("GET")
      assert.match(whole, /^HTTP\/1\.1 200 /u)
      assert.include(whole, "accept-ranges: none\r\n")
      assert.isTrue(whole.endsWith(pdf.toString()))
    })
  )

  it.effect("a name is one that a person sees, and that shows itself as it is", () =>
    Effect.gen(function* () {
      const { problems, send } = yield* claims
      const refused = [
        "../a",
        "a/b",
        "a\\b",
        "",
        "x".repeat(256),
        "..",
        ".",
        " ",
        "\u00a0\u3000",
        "\ufeff",
        "a\ufeffb",
        "\u3164"
      ]
      refused.push("a\u202etxt.exe", "a\u2066b", "a\u200eb", "a\u2028b", "a\u0000b", "a\u009fb", "\u200d", "a\u{e0041}")
      for (const name of refused) {
        const answer = yield* send(pdf, { name })
        assert.deepStrictEqual(problemOf(answer), [422, "INVALID_REQUEST"], JSON.stringify(name))
        assert.include(String(problems(answer)[0]?.[3]), "control characters")
      }
      for (const name of [
        "می\u200cخواهم.pdf",
        "👨\u200d👩\u200d👧.png",
        "❤\ufe0f.pdf",
        ".htaccess",
        "a b\u00a0c",
        "x".repeat(255)
      ])
        assert.strictEqual((yield* send(pdf, { name })).status, 201, name)
    })
  )
})
