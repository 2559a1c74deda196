/** Laws of finding lines in the audit log. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import type { AuditEntry, AuditEvent, AuditEventId } from "@formwork/domain/audit/AuditEvent"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import type { AuditFilter, AuditPage } from "@formwork/domain/audit/AuditStore"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { UserId } from "@formwork/domain/callers/Ids"
import type { Caller } from "@formwork/domain/callers/Caller"
import { at } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It, Time } from "../suite.ts"

/** Which members a filter has. */
const Members = Schema.Struct({
  action: Schema.Boolean,
  userId: Schema.Boolean,
  credentialId: Schema.Boolean,
  subject: Schema.Boolean,
  requestId: Schema.Boolean,
  from: Schema.Boolean,
  to: Schema.Boolean
})

/**
 * Sixteen lines, one for each combination of two values of four members: the bits of the line's number choose the values.
 * @returns the ids in the lines, and the times of two of them.
 */
const sixteen = Effect.fnUntraced(function* (owner: Caller, pass: Time["pass"]) {
  const audit = yield* AuditStore
  const ids = [yield* Fixture.uuid, yield* Fixture.uuid] as const
  const times: Array<DateTime.Utc> = []
  for (let line = 0; line < 16; line++) {
    const bit = (place: number) => at(ids, (line >> place) & 1)
    const entry: AuditEntry = {
      action: line & 1 ? "form.created" : "form.published",
      userId: UserId.make(bit(1)),
      credential: line & 4 ? { kind: "api_key", id: bit(2) } : null,
      subject: line & 8 ? bit(0) : null,
      detail: String(line),
      times: 1
    }
    const request = { requestId: `request-${(line >> 1) & 1}`, address: undefined }
    yield* audit.record(owner.organisationId, entry).pipe(Effect.provideService(CurrentRequest, request))
    yield* pass("3 millis")
    if (line === 3 || line === 12) times.push(at(yield* Fixture.log(owner), 0).at)
  }
  return { ids, early: at(times, 0), late: at(times, 1) }
})

/** Whether one line has all members of a filter: the model of `list`. */
const passes =
  ({ action, credentialId, from, requestId, subject, to, userId }: AuditFilter) =>
  (line: AuditEvent): boolean =>
    (action === undefined || line.action === action) &&
    (userId === undefined || line.userId === userId) &&
    (credentialId === undefined || line.credential?.id === credentialId) &&
    (subject === undefined || line.subject === subject) &&
    (requestId === undefined || line.requestId === requestId) &&
    (from === undefined || !DateTime.isLessThan(line.at, from)) &&
    (to === undefined || DateTime.isLessThan(line.at, to))

/** Reads all pages, each from where the one before ended. */
const pages = Effect.fnUntraced(function* (
  owner: Caller,
  filter: AuditFilter,
  { examine, limit }: { readonly limit: number; readonly examine: number }
) {
  const audit = yield* AuditStore
  const found: Array<AuditEvent> = []
  let next: AuditEventId | undefined
  for (let page = 0; page < 40; page++) {
    const range = { limit, examine, ...(next === undefined ? {} : { before: next }) }
    const read: AuditPage = yield* audit.list(owner, filter, range)
    found.push(...read.items)
    next = read.next
    assert.isAtMost(read.items.length, Math.min(limit, examine))
    if (next === undefined) break
  }
  return found
})

const filtering = (it: It, { pass }: Time): void => {
  it.effect.prop(
    "a filter selects the lines with all of its members, in the log's order, for every limit of examined lines",
    [
      Members,
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 })),
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 }))
    ],
    ([has, limit, examine]) =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const { early, ids, late } = yield* sixteen(owner, pass)
        const filter: AuditFilter = {
          ...(has.action ? { action: "form.created" as const } : {}),
          ...(has.userId ? { userId: UserId.make(ids[1]) } : {}),
          ...(has.credentialId ? { credentialId: ids[1] } : {}),
          ...(has.subject ? { subject: ids[0] } : {}),
          ...(has.requestId ? { requestId: "request-1" } : {}),
          ...(has.from ? { from: early } : {}),
          ...(has.to ? { to: late } : {})
        }
        const expected = (yield* Fixture.log(owner)).filter(passes(filter))
        assert.deepStrictEqual(yield* pages(owner, filter, { limit, examine }), expected)
      }),
    { arbitrary: { runs: 25 } }
  )
}

export const contract = suite("audit filter", (it, time) => filtering(it, time))
