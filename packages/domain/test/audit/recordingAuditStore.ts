/** An audit store that collects its lines in an array. */
import { Effect, Layer } from "effect"
import type { AuditEntry } from "@formwork/domain/audit/AuditEvent"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"

export type Line = readonly [OrganisationId, AuditEntry, requestId: string | undefined]

/** @param failure how recording each line ends. */
export const recordingAuditStore = (lines: Array<Line>, failure = Effect.void) =>
  Layer.succeed(AuditStore, {
    record: (organisationId, entry) =>
      Effect.flatMap(CurrentRequest, ({ requestId }) =>
        Effect.suspend(() => {
          lines.push([organisationId, entry, requestId])
          return failure
        })
      ),
    list: () => Effect.succeed({ items: [], next: undefined })
  })

export const person = UserId.make("01890000-0000-7000-8000-000000000000")
export const here = OrganisationId.make(person)
export const there = OrganisationId.make("01890000-0000-7000-8000-000000000001")
export const entry = {
  action: "privilege.refused",
  userId: person,
  credential: null,
  subject: null,
  detail: "x"
} as const
