/** A firing's content is JSON: it is sent exactly as it was stored. */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Content } from "@formwork/domain/filing/Content"
import { dueAtMillis, FiringId } from "@formwork/domain/filing/Firing"

it.effect.prop("any content comes back from JSON unchanged", [Content], ([content]) =>
  Effect.gen(function* () {
    const stored = JSON.stringify(yield* Schema.encodeEffect(Content)(content))
    const read = yield* Schema.decodeUnknownEffect(Content)(JSON.parse(stored))
    // JSON has one zero.
    assert.deepStrictEqual(read, JSON.parse(JSON.stringify(content)))
  })
)

it.effect("content of another shape is refused", () =>
  Effect.gen(function* () {
    const decode = Schema.decodeUnknownEffect(Content)
    const delivery = { kind: "delivery", url: "https://a.example", secret: "hook" }
    const event = { type: "submission.filed", timestamp: "2026-11-21T13:00:00Z", data: {} }
    for (const wrong of [
      { kind: "fax" },
      { kind: "notification", to: [], subject: "", text: "" },
      { ...delivery, event: { ...event, type: "submission.state." } },
      { ...delivery, event: { ...event, type: "form.published" } },
      { ...delivery, secret: "../hook", event },
      { kind: "integration", method: "TRACE", url: "https://a.example", headers: [] },
      { kind: "integration", method: "GET", url: "https://a.example", headers: [{ name: "a", value: "b" }] }
    ]) {
      assert.strictEqual((yield* Effect.exit(decode(wrong)))._tag, "Failure", JSON.stringify(wrong))
    }
  })
)

it("a firing's id says when it became due", () => {
  assert.strictEqual(dueAtMillis(FiringId.make("01890a5d-ac96-774b-bcce-b302099a8057")), 0x01890a5dac96)
})
