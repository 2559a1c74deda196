/** The headers that a modern request is sent with, and the check that they say what its body says. */
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import type { Request } from "../src/JsonRpc.ts"
import * as ProtocolVersion from "../src/ProtocolVersion.ts"

const requestOf = (method: string, params: object): Request => ({
  _tag: "Request",
  id: 1,
  method,
  params: { ...params, _meta: ProtocolVersion.metadata }
})

const reading = (headers: Readonly<Record<string, string>>) => (name: string) => headers[name]

/** Half of a surrogate pair has no UTF-8, and so no header: nothing is named so. */
const isText = (text: string): boolean => !/\p{Cs}/u.test(text)

const Subject = Schema.Struct({ method: Schema.Literals(["tools/call", "resources/read"]), subject: Schema.String })

it.prop("whatever a request is about, its own headers are right for it", [Subject], ([{ method, subject }]) => {
  const request = requestOf(method, { name: subject, uri: subject })
  const headers = ProtocolVersion.mirrored(request)
  for (const value of Object.values(headers)) assert.match(value, /^[ -~]*$/u)
  // Half of a surrogate pair has no UTF-8, and so no header: no tool and no resource is named so.
  if (isText(subject)) assert.strictEqual(ProtocolVersion.eraOf(request, reading(headers)), "modern")
})

it.prop(
  "the headers of one request are wrong for one about something else",
  [Schema.String, Schema.String],
  ([one, other]) => {
    if (one === other || !isText(one) || !isText(other)) return
    const headers = ProtocolVersion.mirrored(requestOf("tools/call", { name: one }))
    const era = ProtocolVersion.eraOf(requestOf("tools/call", { name: other }), reading(headers))
    assert.deepInclude(era, { code: -32020 })
  }
)

it("what looks encoded is encoded again, so that it is read as it was meant", () => {
  for (const name of ["=?base64?Zm9v?=", "=?base64?", " padded ", "line\nbreak", "é", "", "\u{1f600}"]) {
    const request = requestOf("tools/call", { name })
    assert.strictEqual(ProtocolVersion.eraOf(request, reading(ProtocolVersion.mirrored(request))), "modern", name)
  }
})

it("a request that does not say its revision has no headers to mirror it, and belongs to the era of handshakes", () => {
  const request: Request = { _tag: "Request", id: 1, method: "tools/list", params: {} }
  assert.deepStrictEqual(ProtocolVersion.mirrored(request), {})
  assert.strictEqual(ProtocolVersion.eraOf(request, reading({})), "handshake")
  for (const version of ["2025-06-18", "2025-11-25"])
    assert.strictEqual(ProtocolVersion.eraOf(request, reading({ "mcp-protocol-version": version })), "handshake")
})
