/** Refusals in the audit log: one line for each kind and minute, written in the background. */
import { assert, it } from "@effect/vitest"
import { Duration, Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import type { AuditEntry } from "@formwork/domain/audit/AuditEvent"
import { RefusalAudit, RefusalAuditWindow } from "@formwork/domain/audit/RefusalAudit"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { privilegeRefused } from "@formwork/domain/audit/privilegeRefused"
import * as Caller from "@formwork/domain/callers/Caller"
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import { PrivilegeMissing } from "@formwork/domain/callers/Refusal"
import { entry, here, type Line, person, recordingAuditStore, there } from "./recordingAuditStore.ts"

it.effect(
  "the first refusal of a kind is written at once, and its repeats as one line at the end of the minute",
  () => {
    const lines: Array<Line> = []
    const refused = (requestId: string, change: Partial<AuditEntry> = {}, organisationId = here) =>
      Effect.gen(function* () {
        const refusalAudit = yield* RefusalAudit
        yield* Effect.provideService(refusalAudit.note(organisationId, { ...entry, ...change }), CurrentRequest, {
          requestId,
          address: undefined
        })
        yield* Effect.yieldNow
      })
    const written = () => lines.splice(0).map(([, { times }, requestId]) => [requestId, times])
    return Effect.gen(function* () {
      yield* refused("a")
      assert.deepStrictEqual(lines, [[here, { ...entry, times: 1 }, "a"]])
      written()
      yield* refused("b")
      yield* refused("c")
      assert.deepStrictEqual(written(), [])
      const credential = { kind: "session", id: "s" } as const
      const others: ReadonlyArray<readonly [Partial<AuditEntry>, OrganisationId?]> = [
        [{ action: "credential.refused" }],
        [{ userId: null }],
        [{ credential }],
        [{ subject: "s" }],
        [{ detail: "y" }],
        [{}, there]
      ]
      for (const [change, organisationId] of others) yield* refused("other", change, organisationId)
      assert.deepStrictEqual(
        written(),
        others.map(() => ["other", 1])
      )
      yield* refused("another credential", { credential: { kind: "session", id: "t" } })
      assert.deepStrictEqual(written(), [["another credential", 1]])
      yield* TestClock.adjust("59999 millis")
      assert.deepStrictEqual(written(), [])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(written(), [["a", 2]], "two more, counted in the name of the first")
      yield* refused("d")
      assert.deepStrictEqual(written(), [["d", 1]], "a new minute")
    }).pipe(Effect.provide(RefusalAudit.layer.pipe(Layer.provide(recordingAuditStore(lines)))))
  }
)

it.effect("counted repeats are written when the layer closes; without repeats, nothing is written", () => {
  const lines: Array<Line> = []
  return Effect.gen(function* () {
    yield* Effect.gen(function* () {
      const refusalAudit = yield* RefusalAudit
      yield* refusalAudit.note(here, entry)
      yield* refusalAudit.note(there, entry)
      yield* refusalAudit.note(here, entry)
      yield* Effect.yieldNow
      assert.lengthOf(lines, 2)
    }).pipe(Effect.provide(RefusalAudit.layer.pipe(Layer.provide(recordingAuditStore(lines)))))
    assert.deepStrictEqual(lines.slice(2), [[here, { ...entry, times: 1 }, undefined]])
  })
})

it.effect("the time for which refusals share a line is configurable", () => {
  const lines: Array<Line> = []
  return Effect.gen(function* () {
    const refusalAudit = yield* RefusalAudit
    for (let time = 0; time < 3; time++) yield* refusalAudit.note(here, entry)
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(
      lines.map(([, { times }]) => times),
      [1, 2]
    )
  }).pipe(
    Effect.provide(RefusalAudit.layer.pipe(Layer.provide(recordingAuditStore(lines)))),
    Effect.provideService(RefusalAuditWindow, Duration.seconds(1))
  )
})

it.effect("a failing audit store fails no caller, and each lost line is logged", () => {
  const logged: Array<string> = []
  const logger = Logger.layer([Logger.map(Logger.formatJson, (line) => logged.push(line))])
  return Effect.gen(function* () {
    const refusalAudit = yield* RefusalAudit
    yield* refusalAudit.note(here, entry)
    yield* Effect.yieldNow
    assert.lengthOf(logged, 1)
    assert.include(logged[0], "a refusal could not be written to the audit log")
    assert.include(logged[0], "WARN")
  }).pipe(
    Effect.provide(RefusalAudit.layer.pipe(Layer.provide(recordingAuditStore([], Effect.die(new Error("no disk")))))),
    Effect.provide(logger)
  )
})

it.effect("a missing privilege is written to the audit log with its caller", () => {
  const lines: Array<Line> = []
  const caller = Caller.operator(here, person)
  return Effect.gen(function* () {
    yield* privilegeRefused(caller, new PrivilegeMissing({ privilege: "audit:read" }))
    yield* Effect.yieldNow
    assert.deepStrictEqual(lines, [
      [here, { ...entry, credential: caller.credential, detail: "audit:read", times: 1 }, undefined]
    ])
    assert.deepStrictEqual(CurrentRequest.defaultValue(), { requestId: undefined, address: undefined })
  }).pipe(Effect.provide(RefusalAudit.layer.pipe(Layer.provide(recordingAuditStore(lines)))))
})
