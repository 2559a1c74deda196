/** Laws of finding lines in the audit log. */
import { assert, layer } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import type { AuditEntry, AuditEvent, AuditEventId } from "@formwork/domain/audit/AuditEvent"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import type { AuditFilter, AuditPage } from "@formwork/domain/audit/AuditStore"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { UserId } from "@formwork/domain/callers/Ids"
import * as Fixture from "../Fixture.ts"
import type { Ports, Subject } from "../Subject.ts"

const plenty = { limit: 100_000, windowMillis: 60_000 }

const filtering = (it: Vitest.MethodsNonLive<Ports>, { pass }: Pick<Subject<never>, "pass">): void => {
  it.effect.prop(
    "a filter lets those lines pass that have all of it, in the log's order, however few a page looks at",
    [
      Schema.Struct({
        action: Schema.Boolean,
        userId: Schema.Boolean,
        credentialId: Schema.Boolean,
        subject: Schema.Boolean,
        requestId: Schema.Boolean,
        from: Schema.Boolean,
        to: Schema.Boolean
      }),
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 })),
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 }))
    ],
    ([has, limit, examine]) =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const audit = yield* AuditStore
        const ids = [yield* Fixture.uuid, yield* Fixture.uuid] as const
        const times: Array<DateTime.Utc> = []
        for (let line = 0; line < 16; line++) {
          const bit = (place: number) => ids[(line >> place) & 1] ?? ids[0]
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
          if (line === 3 || line === 12) times.push((yield* Fixture.log(owner))[0]?.at ?? assert.fail())
        }
        const [early, late] = times
        const wanted: AuditFilter = {
          ...(has.action ? { action: "form.created" as const } : {}),
          ...(has.userId ? { userId: UserId.make(ids[1]) } : {}),
          ...(has.credentialId ? { credentialId: ids[1] } : {}),
          ...(has.subject ? { subject: ids[0] } : {}),
          ...(has.requestId ? { requestId: "request-1" } : {}),
          ...(has.from && early !== undefined ? { from: early } : {}),
          ...(has.to && late !== undefined ? { to: late } : {})
        }
        const expected = (yield* Fixture.log(owner)).filter(
          (line) =>
            (!has.action || line.action === "form.created") &&
            (!has.userId || line.userId === ids[1]) &&
            (!has.credentialId || line.credential?.id === ids[1]) &&
            (!has.subject || line.subject === ids[0]) &&
            (!has.requestId || line.requestId === "request-1") &&
            (!has.from || early === undefined || !DateTime.isLessThan(line.at, early)) &&
            (!has.to || late === undefined || DateTime.isLessThan(line.at, late))
        )
        const found: Array<AuditEvent> = []
        let next: AuditEventId | undefined
        let pages = 0
        do {
          const range = { limit, examine, ...(next === undefined ? {} : { before: next }) }
          const page: AuditPage = yield* audit.list(owner, wanted, range)
          found.push(...page.items)
          next = page.next
          pages += 1
          assert.isAtMost(page.items.length, Math.min(limit, examine))
        } while (next !== undefined && pages < 40)
        assert.deepStrictEqual(found, expected)
      }),
    { arbitrary: { runs: 25 } }
  )
}

export const contract = <E>(name: string, subject: Subject<E>): void =>
  layer(subject.layer(plenty), { excludeTestServices: subject.clock === "real" })(`audit filter: ${name}`, (it) => {
    filtering(it, subject)
  })
