/** The audit log, as a service that embeds Formwork reads it. */
import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { AuditLog } from "@formwork/domain/audit/AuditLog"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import type { AuditRange } from "@formwork/domain/audit/AuditStore"
import { AuditEventId } from "@formwork/domain/audit/AuditEvent"
import type { AuditEntry, AuditEvent } from "@formwork/domain/audit/AuditEvent"
import * as Caller from "@formwork/domain/callers/Caller"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import { PrivilegeMissing } from "@formwork/domain/callers/Refusal"
import { refusal, services, setting } from "../people/ownerFixture.ts"

const line = (caller: Caller.Caller, action: AuditEntry["action"], number: number): AuditEntry => ({
  action,
  userId: caller.userId,
  credential: caller.credential,
  subject: null,
  detail: String(number),
  times: 1
})

/** An organisation whose log has `lines` refused sign-ins after the line of its founding. */
const logged = Effect.fnUntraced(function* (lines: number) {
  const { operator } = yield* setting
  const store = yield* AuditStore
  for (let number = 0; number < lines; number++)
    yield* store.record(operator.organisationId, line(operator, "sign_in.refused", number))
  return operator
})

/** Every page, by following `next`. */
const pages = Effect.fnUntraced(function* (caller: Caller.Caller, limit: number) {
  const log = yield* AuditLog
  const read: Array<ReadonlyArray<AuditEvent>> = []
  let before: AuditEventId | undefined
  do {
    const page = yield* log.list(caller, {}, { limit, ...(before === undefined ? {} : { before }) })
    read.push(page.items)
    before = page.next
  } while (before !== undefined)
  return read
})

layer(services)("the audit log", (it) => {
  it.effect("reading the audit log needs audit:read only, for a page and for the stream", () =>
    Effect.gen(function* () {
      const operator = yield* logged(1)
      const log = yield* AuditLog
      const calls: ReadonlyArray<(as: Caller.Caller) => Effect.Effect<unknown, PrivilegeMissing>> = [
        (as) => log.list(as, {}, { limit: 1 }),
        (as) => log.stream(as, {})
      ]
      for (const call of calls) {
        const without = Privilege.literals.filter((privilege) => privilege !== "audit:read")
        assert.deepStrictEqual(
          yield* refusal(call({ ...operator, privileges: without })),
          new PrivilegeMissing({ privilege: "audit:read" })
        )
        assert.strictEqual(yield* refusal(call({ ...operator, privileges: ["audit:read"] })), "nothing")
      }
    })
  )

  it.effect("the stream has every line once, newest first, and pages of any size have the same lines", () =>
    Effect.gen(function* () {
      const operator = yield* logged(2_500)
      const stream = yield* AuditLog.use((log) => log.stream(operator, {}))
      const lines = yield* Stream.runCollect(stream)
      assert.deepStrictEqual(
        lines.slice(0, 2_500).map(({ detail }) => Number(detail)),
        Array.from({ length: 2_500 }, (_, index) => 2_499 - index)
      )
      assert.strictEqual(lines.at(-1)?.action, "organisation.created")
      for (const limit of [7, 1_000, 10_000]) assert.deepStrictEqual((yield* pages(operator, limit)).flat(), lines)
    })
  )

  it.effect("a page examines 10,000 lines at most, and the stream examines all lines", () =>
    Effect.gen(function* () {
      const operator = yield* logged(10_100)
      const filter = { action: "organisation.created" } as const
      const log = yield* AuditLog
      const first = yield* log.list(operator, filter, { limit: 1 })
      assert.deepStrictEqual(first.items, [])
      const { next } = first
      if (next === undefined) return assert.fail("there is more")
      const second = yield* log.list(operator, filter, { limit: 1, before: next })
      assert.lengthOf(second.items, 1)
      assert.deepStrictEqual(yield* Stream.runCollect(yield* log.stream(operator, filter)), second.items)
    })
  )
})

it.effect("the stream reads a thousand lines at a time, from the end of the last page, as they are consumed", () => {
  const asked: Array<AuditRange> = []
  const ids = ["1", "2"].map((digit) => AuditEventId.make(`019a0000-0000-7000-8000-00000000000${digit}`))
  const store = Layer.succeed(AuditStore, {
    record: () => Effect.void,
    list: (_caller, _filter, page) => Effect.sync(() => ({ items: [], next: ids[asked.push(page) - 1] }))
  })
  return Effect.gen(function* () {
    const caller = Caller.operator(
      OrganisationId.make("019a0000-0000-7000-8000-000000000003"),
      UserId.make("019a0000-0000-7000-8000-000000000004")
    )
    const stream = yield* AuditLog.use((log) => log.stream(caller, {}))
    const range = { limit: 1_000, examine: 10_000 }
    assert.deepStrictEqual(asked, [range])
    yield* Stream.runDrain(stream)
    assert.deepStrictEqual(asked, [range, { ...range, before: ids[0] }, { ...range, before: ids[1] }])
  }).pipe(Effect.provide(AuditLog.layer.pipe(Layer.provide(store))))
})
