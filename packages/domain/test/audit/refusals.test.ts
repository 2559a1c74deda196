/** What becomes of a refusal that is to be written down: one line a kind and minute, in the background. */
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
import { entry, here, type Line, recordingAuditStore, nobody, there } from "./recordingAuditStore.ts"

it.effect("refusals of one kind share a line a minute: the first at once, the rest counted at its end", () => {
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
  const said = () => lines.splice(0).map(([, { times }, requestId]) => [requestId, times])
  return Effect.gen(function* () {
    yield* refused("a")
    assert.deepStrictEqual(lines, [[here, { ...entry, times: 1 }, "a"]])
    said()
    yield* refused("b")
    yield* refused("c")
    assert.deepStrictEqual(said(), [])
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
      said(),
      others.map(() => ["other", 1])
    )
    yield* refused("another credential", { credential: { kind: "session", id: "t" } })
    assert.deepStrictEqual(said(), [["another credential", 1]])
    yield* TestClock.adjust("59999 millis")
    assert.deepStrictEqual(said(), [])
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(said(), [["a", 2]], "two more, counted in the name of the first")
    yield* refused("d")
    assert.deepStrictEqual(said(), [["d", 1]], "a new minute")
  }).pipe(Effect.provide(RefusalAudit.layer.pipe(Layer.provide(recordingAuditStore(lines)))))
})

it.effect("what was counted is written when the layer ends, and nothing where nothing was", () => {
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

it.effect("the time that refusals share a line is set", () => {
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

it.effect("a log that cannot be written keeps nobody from anything, and is said once a line", () => {
  const said: Array<string> = []
  const logger = Logger.layer([Logger.map(Logger.formatJson, (line) => said.push(line))])
  return Effect.gen(function* () {
    const refusalAudit = yield* RefusalAudit
    yield* refusalAudit.note(here, entry)
    yield* Effect.yieldNow
    assert.lengthOf(said, 1)
    assert.include(said[0], "a refusal could not be written to the audit log")
    assert.include(said[0], "WARN")
  }).pipe(
    Effect.provide(RefusalAudit.layer.pipe(Layer.provide(recordingAuditStore([], Effect.die(new Error("no disk")))))),
    Effect.provide(logger)
  )
})

it.effect("a missing privilege is written down with who lacked it", () => {
  const lines: Array<Line> = []
  const caller = Caller.operator(here, nobody)
  return Effect.gen(function* () {
    yield* privilegeRefused(caller, new PrivilegeMissing({ privilege: "audit:read" }))
    yield* Effect.yieldNow
    assert.deepStrictEqual(lines, [
      [here, { ...entry, credential: caller.credential, detail: "audit:read", times: 1 }, undefined]
    ])
    assert.deepStrictEqual(yield* CurrentRequest, { requestId: undefined, address: undefined })
  }).pipe(Effect.provide(RefusalAudit.layer.pipe(Layer.provide(recordingAuditStore(lines)))))
})
