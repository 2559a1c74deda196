/** E-mails that wait for the documents that they attach, in memory. */
import { DateTime } from "effect"
import type { Attachment } from "@formwork/domain/sending/FiringRecord"
import type { StoredFiring, Tenant } from "../Tables.ts"

/** When an e-mail is due that waits for its documents: not by any clock. */
export const waiting = Number.POSITIVE_INFINITY

const documentsOf = ({ firings }: Tenant, { attachments }: StoredFiring): ReadonlyArray<StoredFiring> =>
  (attachments ?? []).flatMap((id) => firings.find((firing) => firing.id === id) ?? [])

const mailsWith = ({ firings }: Tenant, document: StoredFiring): ReadonlyArray<StoredFiring> =>
  firings.filter(({ attachments }) => attachments?.includes(document.id) === true)

/** The documents of an e-mail, as people see them. */
export const of = (tenant: Tenant, firing: StoredFiring): ReadonlyArray<Attachment> =>
  documentsOf(tenant, firing).map(({ effectId, id, state }) => ({ id, effectId, state }))

const giveUp = (mail: StoredFiring, dead: ReadonlyArray<StoredFiring>, nowMillis: number): void => {
  mail.state = "dead"
  mail.nextAttemptAtMillis = null
  mail.attempts.push({
    number: mail.attempts.length + 1,
    startedAt: DateTime.makeUnsafe(nowMillis),
    result: "dead",
    durationMillis: 0,
    status: null,
    excerpt: null,
    reason: `Not sent, because it attaches what could not be made: ${dead.map(({ effectId }) => effectId).join(", ")}.`
  })
}

/** No attempt of a firing will follow. What waited for it, and waits for nothing else, is due, or dead like it. */
export const ended = (tenant: Tenant, firing: StoredFiring, nowMillis: number): void => {
  for (const mail of mailsWith(tenant, firing)) {
    const documents = documentsOf(tenant, mail)
    if (mail.nextAttemptAtMillis !== waiting || documents.some(({ state }) => state === "pending")) continue
    const dead = documents.filter(({ state }) => state !== "delivered")
    if (dead.length === 0) mail.nextAttemptAtMillis = nowMillis
    else giveUp(mail, dead, nowMillis)
  }
}

/** What has to be due again with a firing: the documents that an e-mail still needs, and the e-mails that need a document. */
export const withTheirs = (tenant: Tenant, firing: StoredFiring): ReadonlySet<StoredFiring> =>
  new Set(
    [firing, ...documentsOf(tenant, firing), ...mailsWith(tenant, firing)].filter(({ state }) => state !== "delivered")
  )

/** When a firing that is tried again is due. */
export const dueAt = (tenant: Tenant, firing: StoredFiring, nowMillis: number): number =>
  documentsOf(tenant, firing).every(({ state }) => state === "delivered") ? nowMillis : waiting
