/** The dispatcher's view of the outbox, in memory. Each method is one synchronous step. */
import { Clock, DateTime, Effect, Layer, Option } from "effect"
import * as Destination from "@formwork/domain/sending/Destination"
import type { Firing } from "@formwork/domain/filing/Firing"
import type { Attempt } from "@formwork/domain/sending/FiringRecord"
import { Outbox } from "@formwork/domain/sending/Outbox"
import type { Claim, ClaimLimits, Ended, Settlement } from "@formwork/domain/sending/Outbox"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import type { UploadId } from "@formwork/domain/filing/Upload"
import * as Attachments from "./attachments.ts"
import * as Secrets from "./SecretStore.ts"
import { Tables } from "../Tables.ts"
import type { StoredFiring, Tenant } from "../Tables.ts"

/** A row of the outbox as it is first stored. */
export const stored = (firing: Firing, submissionId: SubmissionId, nowMillis: number): StoredFiring => ({
  ...firing,
  submissionId,
  createdAtMillis: nowMillis,
  state: "pending",
  failures: 0,
  nextAttemptAtMillis: firing.attachments === undefined ? nowMillis : Attachments.waiting,
  lease: null,
  attempts: []
})

/** The URL that a 410 stops. */
export const urlOf = ({ content }: Firing): string | undefined =>
  content?.kind === "delivery" ? content.url : undefined

interface Candidate {
  readonly tenant: Tenant
  readonly firing: StoredFiring
  /** Its place among the firings for its destination, counting those that are being sent now. */
  readonly turn: number
}

interface Shared extends Candidate {
  /** Its place among the firings of its organisation, counting those that are being sent now. */
  readonly share: number
}

/** The tenants whose firings are sent: not those of suspended organisations. */
const active = (tenants: Tables["Service"]["tenants"]): ReadonlyArray<Tenant> =>
  [...tenants.values()].filter(({ suspendedAtMillis }) => suspendedAtMillis === null)

const isLeased = ({ lease }: StoredFiring, nowMillis: number): boolean =>
  lease !== null && lease.untilMillis > nowMillis

const dueAt = ({ nextAttemptAtMillis }: StoredFiring): number => nextAttemptAtMillis ?? Number.POSITIVE_INFINITY

const isDue = (firing: StoredFiring, nowMillis: number): boolean =>
  firing.state === "pending" && dueAt(firing) <= nowMillis && !isLeased(firing, nowMillis)

const byTurn = (a: Candidate, b: Candidate): number => a.turn - b.turn || dueAt(a.firing) - dueAt(b.firing)

const leasedOf = (tenant: Tenant, nowMillis: number): ReadonlyArray<StoredFiring> =>
  tenant.firings.filter((firing) => isLeased(firing, nowMillis))

/** The firings of one organisation that its destinations could take now. */
const candidates = (tenant: Tenant, limits: ClaimLimits, nowMillis: number): ReadonlyArray<Candidate> => {
  const onTheirWay = new Map<string, number>()
  const count = (destination: string) => {
    const turn = (onTheirWay.get(destination) ?? 0) + 1
    onTheirWay.set(destination, turn)
    return turn
  }
  const due = tenant.firings.filter((firing) => isDue(firing, nowMillis)).sort((a, b) => dueAt(a) - dueAt(b))
  // Most looks at an outbox find nothing to send.
  if (due.length === 0) return []
  for (const { content } of leasedOf(tenant, nowMillis)) count(Destination.of(content))
  const found: Array<Candidate> = []
  for (const firing of due) {
    const destination = Destination.of(firing.content)
    const learnt = limits.places.find(
      (one) => one.organisationId === tenant.organisation.id && one.destination === destination
    )
    if ((onTheirWay.get(destination) ?? 0) < (learnt?.places ?? limits.perDestination))
      found.push({ tenant, firing, turn: count(destination) })
  }
  return found
}

const isDocument = ({ firing }: Candidate): boolean => Destination.of(firing.content) === "documents"

/** The documents that printers are free for: organisations take turns, from the one after the last. */
const printable = (documents: ReadonlyArray<Candidate>, limits: ClaimLimits): ReadonlyArray<Candidate> => {
  const id = ({ tenant }: Candidate) => tenant.organisation.id
  const isPast = (candidate: Candidate) => limits.lastPrinted !== null && id(candidate) <= limits.lastPrinted
  return documents
    .toSorted(
      (a, b) => a.turn - b.turn || Number(isPast(a)) - Number(isPast(b)) || (id(a) < id(b) ? -1 : Number(id(a) > id(b)))
    )
    .slice(0, Math.max(limits.documents, 0))
}

const shared = (own: ReadonlyArray<Candidate>, leased: number): ReadonlyArray<Shared> =>
  own.toSorted(byTurn).map((candidate, index) => ({ ...candidate, share: leased + index + 1 }))

/** What an organisation may have on its way: its own, and what its destinations have earned. */
const most = ({ organisation }: Tenant, { perDestination, perOrganisation, places }: ClaimLimits): number =>
  places
    .filter(({ organisationId }) => organisationId === organisation.id)
    .reduce((sum, one) => sum + Math.max(one.places - perDestination, 0), perOrganisation)

/**
 * The firings to send now: of the organisations with fewest on their way, each at most as many as places are left, and half as many
 * where its destination would have more than `perDestination`.
 */
const chosen = (tenants: ReadonlyArray<Tenant>, limits: ClaimLimits, nowMillis: number): ReadonlyArray<Candidate> => {
  const found = tenants.flatMap((tenant) => candidates(tenant, limits, nowMillis))
  if (found.length === 0) return []
  const others = found.filter((candidate) => !isDocument(candidate))
  const free = [...others, ...printable(found.filter(isDocument), limits)]
  return tenants
    .flatMap((tenant) =>
      shared(
        free.filter((candidate) => candidate.tenant === tenant),
        leasedOf(tenant, nowMillis).length
      )
    )
    .filter(({ share, tenant }) => share <= most(tenant, limits))
    .toSorted((a, b) => a.share - b.share || dueAt(a.firing) - dueAt(b.firing))
    .filter(({ share, turn }, place) => share * (turn > limits.perDestination ? 2 : 1) <= limits.limit - place)
}

const ended = (attempt: Attempt, nowMillis: number, end: Omit<Settlement, "delayMillis">): Attempt => ({
  ...attempt,
  ...end,
  durationMillis: nowMillis - DateTime.toEpochMillis(attempt.startedAt)
})

/** Ends the running attempt, if there is one. */
const endAttempt = (firing: StoredFiring, nowMillis: number, end: Omit<Settlement, "delayMillis">): void => {
  const attempt = firing.attempts.pop()
  if (attempt !== undefined) firing.attempts.push(attempt.result === null ? ended(attempt, nowMillis, end) : attempt)
}

const lost = { result: "lost", status: null, excerpt: null, reason: "The worker ended while it was sending." } as const

/** The names of the secrets that a content needs. */
const namesIn = (content: Firing["content"]): ReadonlySet<string> => {
  if (content?.kind === "delivery") return new Set([content.secret])
  if (content?.kind !== "integration") return new Set()
  return new Set(content.headers.flatMap(({ value }) => ("secret" in value ? [value.secret] : [])))
}

/** The values of these secrets that are valid now, of each the current one first. */
const secretsOf = ({ secrets }: Tenant, { content }: Firing, nowMillis: number): Claim["secrets"] =>
  [...namesIn(content)].flatMap((name) => {
    const values = secrets.get(name) ?? []
    const hosts = Secrets.hostsOf(values)
    return values
      .filter((value) => Secrets.isGood(value, nowMillis))
      .map(({ sealed }) => ({ name, sealed, hosts }))
      .reverse()
  })

const stop = (firing: StoredFiring): void => {
  firing.state = "stopped"
  firing.nextAttemptAtMillis = null
  firing.lease = null
}

export const layer: Layer.Layer<Outbox, never, Tables> = Layer.effect(
  Outbox,
  Effect.gen(function* () {
    const { tenants } = yield* Tables
    let leases = 0

    const lease = ({ firing, tenant }: Candidate, leaseMillis: number, nowMillis: number): ReadonlyArray<Claim> => {
      endAttempt(firing, nowMillis, lost)
      const url = urlOf(firing)
      if (url !== undefined && tenant.stoppedUrls.has(url)) {
        stop(firing)
        return []
      }
      const leaseId = String(++leases)
      firing.lease = { id: leaseId, untilMillis: nowMillis + leaseMillis }
      const attempt = firing.attempts.length + 1
      const unknown = { result: null, durationMillis: null, status: null, excerpt: null, reason: null }
      firing.attempts.push({ number: attempt, startedAt: DateTime.makeUnsafe(nowMillis), ...unknown })
      const { attachments, content = null, effectId, failures, id, kind, submissionId, traceparent } = firing
      const organisationId = tenant.organisation.id
      const destination = Destination.of(firing.content)
      const counts = { attempt, failures, leaseId, claimedAtMillis: nowMillis }
      const referenceNumber = tenant.submissions.get(submissionId)?.submission.referenceNumber ?? ""
      const needed = { referenceNumber, secrets: secretsOf(tenant, firing, nowMillis) }
      const also = {
        ...(attachments === undefined ? {} : { attachments }),
        ...(traceparent === undefined ? {} : { traceparent })
      }
      return [{ id, organisationId, submissionId, effectId, kind, destination, ...counts, content, ...also, ...needed }]
    }
    const claim = (limits: ClaimLimits) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        chosen(active(tenants), limits, now).flatMap((candidate) => lease(candidate, limits.leaseMillis, now))
      )

    const settleNow = ({ id, leaseId, organisationId }: Claim, settlement: Settlement, nowMillis: number) => {
      const tenant = tenants.get(organisationId)
      const firing = tenant?.firings.find((other) => other.id === id)
      if (tenant === undefined || firing?.lease?.id !== leaseId) return false
      const { delayMillis, ...end } = settlement
      const { result } = end
      const isToCome = result === "retry" || result === "lost"
      endAttempt(firing, nowMillis, end)
      firing.lease = null
      firing.state = isToCome ? "pending" : result
      firing.failures += result === "retry" ? 1 : 0
      firing.nextAttemptAtMillis = isToCome ? nowMillis + delayMillis : null
      if (!isToCome) Attachments.ended(tenant, firing, nowMillis)
      const url = urlOf(firing)
      if (result === "stopped" && url !== undefined) {
        tenant.stoppedUrls.add(url)
        for (const other of tenant.firings)
          if (other.state === "pending" && urlOf(other) === url && !isLeased(other, nowMillis)) stop(other)
      }
      return true
    }
    const settle = (ended: ReadonlyArray<Ended>) =>
      Effect.map(Clock.currentTimeMillis, (now) => ended.map((one) => settleNow(one.claim, one.settlement, now)))

    const backlog = Effect.map(Clock.currentTimeMillis, (now) => {
      const pending = active(tenants).flatMap(({ firings }) => firings.filter(({ state }) => state === "pending"))
      return { pending: pending.length, oldestDueMillis: Math.max(0, ...pending.map((firing) => now - dueAt(firing))) }
    })

    const upload = ({ organisationId, submissionId }: Pick<Claim, "organisationId" | "submissionId">, id: UploadId) =>
      Effect.sync(() => {
        const stored = tenants.get(organisationId)?.uploads.get(id)
        if (stored?.submissionId !== submissionId) return Option.none()
        const { mediaType, name } = stored.upload
        return Option.some({ name, mediaType, bytes: Uint8Array.from(stored.bytes) })
      })

    return Outbox.of({ claim, settle, upload, backlog })
  })
)
