/** Refusals that no credential and no account is known of: a flood of them makes few lines of the audit log. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { AuditEntry } from "@formwork/domain/audit/AuditEvent"
import { privilegeRefused } from "@formwork/domain/audit/privilegeRefused"
import { RefusalAudit } from "@formwork/domain/audit/RefusalAudit"
import * as Caller from "@formwork/domain/callers/Caller"
import { SessionRequired } from "@formwork/domain/callers/Refusal"
import { here, type Line, person, recordingAuditStore, there } from "./recordingAuditStore.ts"

const recording = () => {
  const lines: Array<Line> = []
  return { lines, layer: RefusalAudit.layer.pipe(Layer.provide(recordingAuditStore(lines))) }
}

const unknown = { action: "sign_in.refused", userId: null, credential: null, subject: null } as const

const note = (organisationId: typeof here, entry: Omit<AuditEntry, "times">) =>
  Effect.andThen(
    RefusalAudit.use((audit) => audit.note(organisationId, entry)),
    Effect.yieldNow
  )

const names = Array.from({ length: 12 }, (_, index) => `${index}@x`)

it.effect("in each minute an organisation has ten lines for strangers of a kind, and one for all others", () => {
  const { layer, lines } = recording()
  return Effect.gen(function* () {
    for (let minute = 0; minute < 3; minute++) {
      for (const organisation of [here, there]) {
        // Refusals of a known credential are lines of their own.
        const credential = { kind: "session", id: "s" } as const
        for (const detail of names) yield* note(organisation, { ...unknown, credential, detail })
        assert.deepStrictEqual(
          lines.splice(0).map(([, { detail }]) => detail),
          names
        )
        for (const detail of names) yield* note(organisation, { ...unknown, detail })
        assert.deepStrictEqual(
          lines.splice(0).map(([whose, { detail, times }]) => [whose, detail, times]),
          [...names.slice(0, 10), null].map((detail) => [organisation, detail, 1]),
          `minute ${minute}`
        )
      }
      yield* TestClock.adjust("1 minute")
      yield* Effect.yieldNow
      assert.deepStrictEqual(
        lines.splice(0).map(([whose, { detail, times }]) => [whose, detail, times]),
        [
          [here, null, 1],
          [there, null, 1]
        ]
      )
    }
  }).pipe(Effect.provide(layer))
})

it.effect("a line counts for a minute: as many more are free as have ended", () => {
  const { layer, lines } = recording()
  return Effect.gen(function* () {
    const refuse = Effect.fnUntraced(function* (...details: ReadonlyArray<string>) {
      for (const detail of details) yield* note(here, { ...unknown, detail })
      return lines.splice(0).map(([, { detail }]) => detail)
    })
    assert.deepStrictEqual(yield* refuse("a@x"), ["a@x"])
    yield* TestClock.adjust("30 seconds")
    const nine = names.slice(0, 9)
    assert.deepStrictEqual(yield* refuse(...nine), nine)
    yield* TestClock.adjust("30 seconds")
    yield* Effect.yieldNow
    assert.deepStrictEqual(yield* refuse("b@x", "c@x", "d@x"), ["b@x", null])
  }).pipe(Effect.provide(layer))
})

it.effect("a call that needs a session is refused to a key in a line that says so", () => {
  const { layer, lines } = recording()
  return Effect.gen(function* () {
    const caller: Caller.Caller = { ...Caller.operator(here, person), credential: { kind: "api_key", id: "k" } }
    yield* privilegeRefused(caller, new SessionRequired({ reason: "maker" }))
    yield* Effect.yieldNow
    assert.deepInclude(lines[0]?.[1], { action: "privilege.refused", subject: null, detail: "session", userId: person })
  }).pipe(Effect.provide(layer))
})
