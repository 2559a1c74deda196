/** A form with fields for files, live, and a key that sends files and files submissions. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { setting } from "./formFixture.ts"
import * as Harness from "./Harness.ts"
import { objectsOf } from "./reading.ts"
import * as Wire from "./wire.ts"

export const pdf = Buffer.from("%PDF-1.7\n%\u00e4\u00f6\n1 0 obj\n", "latin1")
export const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])

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

export interface Sending {
  readonly field?: string
  readonly headers?: ReadonlyArray<string>
  readonly name?: string
  /** Null sends none. */
  readonly type?: string | null
  readonly of?: string
}

export const claims = Effect.gen(function* () {
  const author = yield* setting
  const { call, key } = author
  const { id } = Wire.json(yield* call("forms.create", "POST", "forms", { definition: claim("CLAIM") }))
  const formId = String(id)
  assert.strictEqual(
    (yield* call("drafts.publish", "POST", `forms/${formId}/publish`, {}, ['If-Match: "1"'])).status,
    201
  )
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
