/** What is sent: never before its commit, by one worker at a time, under one id, and at least once. */
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import * as Destination from "@formwork/domain/sending/Destination"
import type { FiringId } from "@formwork/domain/filing/Firing"
import type { Submission, SubmissionId } from "@formwork/domain/filing/Submission"
import type { Claim, ClaimLimits, Settlement } from "@formwork/domain/sending/Outbox"
import type { Dispatch } from "@formwork/domain/sending/Sender"
import type { Plan } from "../Plan.ts"
import type { StoredFiring, Tenant } from "@formwork/memory/Tables"
import type { Content } from "@formwork/domain/filing/Content"
import type { Court } from "./Court.ts"

interface Known {
  readonly organisationId: OrganisationId
  readonly submissionId: SubmissionId
  readonly referenceNumber: string
  readonly effectId: string
  readonly destination: string
  /** What a 410 stops: of deliveries alone. */
  readonly stoppable: string | undefined
  state: "pending" | "delivered" | "dead" | "stopped"
  dueAtMillis: number
  attempts: number
  failures: number
  lease: { readonly id: string; readonly untilMillis: number } | undefined
  arrivals: number
  /** The receiver said that no other attempt will help. */
  isHopeless: boolean
  isDeleted: boolean
}

const committed = "no effect is sent before its commit"
const under = "an effect is sent at least once, under one id"
const leased = "a claim is one worker's until its lease ends"
const inTime = "an effect is tried again when its wait is over, and never after it was settled"
const turns = "a destination gets no more sends at once than it may"

export class Sending {
  private readonly known = new Map<FiringId, Known>()
  private readonly stoppedUrls = new Set<string>()
  /** How many have not arrived yet: asked after each step of a world. */
  waiting = 0
  private readonly court: Court

  private readonly plan: Pick<Plan, "mostPerDestination" | "waits">

  constructor(court: Court, plan: Pick<Plan, "mostPerDestination" | "waits">) {
    this.court = court
    this.plan = plan
  }

  /** A submission was stored, and with it the last of the tenant's firings: one for each effect that is due. */
  fired(tenant: Tenant, { id, referenceNumber }: Submission, due: ReadonlyArray<string>): void {
    const fired = this.newOnes(tenant, id)
    const ids = fired.map(({ effectId }) => effectId)
    this.court.expect(
      ids.join() === due.join(),
      "a change is stored whole",
      `the effects of ${id} with it: ${due.join(", ")}`,
      `${ids.length === 0 ? "none" : ids.join(", ")} were stored`
    )
    for (const firing of fired) this.add(tenant, firing, referenceNumber)
  }

  private newOnes(tenant: Tenant, submissionId: SubmissionId): ReadonlyArray<StoredFiring> {
    const found: Array<StoredFiring> = []
    for (let at = tenant.firings.length - 1; at >= 0; at--) {
      const firing = tenant.firings[at]
      if (firing === undefined || firing.submissionId !== submissionId || this.known.has(firing.id)) break
      found.unshift(firing)
    }
    return found
  }

  private add(
    tenant: Tenant,
    { content, effectId, id, nextAttemptAtMillis, submissionId }: StoredFiring,
    reference: string
  ) {
    this.waiting += 1
    this.known.set(id, {
      organisationId: tenant.organisation.id,
      submissionId,
      referenceNumber: reference,
      effectId,
      destination: Destination.of(content),
      stoppable: content?.kind === "delivery" ? `${tenant.organisation.id} ${content.url}` : undefined,
      state: "pending",
      dueAtMillis: nextAttemptAtMillis ?? 0,
      attempts: 0,
      failures: 0,
      lease: undefined,
      arrivals: 0,
      isHopeless: false,
      isDeleted: false
    })
  }

  private isOver({ lease }: Known): boolean {
    return lease === undefined || lease.untilMillis <= this.court.timeline.nowMillis
  }

  private isStopped({ stoppable }: Known): boolean {
    return stoppable !== undefined && this.stoppedUrls.has(stoppable)
  }

  /** Whether whatever has not arrived waits for a person, because its address has been stopped. */
  get areStopped(): boolean {
    return [...this.known.values()].every(
      (known) => known.isDeleted || known.arrivals > 0 || (known.state === "pending" && this.isStopped(known))
    )
  }

  deleted(submissionId: SubmissionId): void {
    for (const known of this.known.values()) {
      if (known.submissionId !== submissionId || known.isDeleted) continue
      known.isDeleted = true
      if (known.arrivals === 0) this.waiting -= 1
    }
  }

  claimed(limits: ClaimLimits, claims: ReadonlyArray<Claim>): void {
    const { nowMillis } = this.court.timeline
    for (const { attempt, failures, id, leaseId } of claims) {
      const known = this.known.get(id)
      if (known === undefined || known.isDeleted) {
        this.court.violate(committed, "a claim is of an effect whose submission is stored", `${id} was claimed`)
        return
      }
      this.court.expect(
        this.isOver(known),
        leased,
        `${id} is leased until its worker ends`,
        "another worker claimed it"
      )
      this.court.expect(
        known.state === "pending" && known.dueAtMillis <= nowMillis && !this.isStopped(known),
        inTime,
        `${id} is ${known.state}${known.state === "pending" ? `, due in ${known.dueAtMillis - nowMillis} ms` : ""}`,
        "it was claimed to be sent"
      )
      known.attempts += 1
      this.court.expect(
        attempt === known.attempts && failures === known.failures,
        under,
        `attempt ${known.attempts} of ${id} after ${known.failures} failures`,
        `the claim says attempt ${attempt} after ${failures}`
      )
      known.lease = { id: leaseId, untilMillis: nowMillis + limits.leaseMillis }
    }
    if (claims.length > 0) this.countTurns()
  }

  private countTurns(): void {
    const counts = new Map<string, number>()
    for (const { destination, isDeleted, lease, organisationId } of this.known.values()) {
      if (isDeleted || lease === undefined || lease.untilMillis <= this.court.timeline.nowMillis) continue
      const key = `${organisationId} ${destination}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    const most = this.plan.mostPerDestination
    for (const [key, count] of counts)
      this.court.expect(count <= most, turns, `at most ${most} sends at once to ${key}`, `${count} are leased`)
  }

  /** A worker hands a content to the sender. */
  began({ attempt, id }: Dispatch, content: Content): void {
    const known = this.known.get(id)
    // A worker that got its claim late may send after its lease: a receiver drops the repeat by its id.
    const isClaimed = known !== undefined && attempt <= known.attempts
    this.court.expect(
      isClaimed || known?.isDeleted === true,
      committed,
      `${id} is sent as it was claimed`,
      "it was sent"
    )
    if (known === undefined) return
    this.court.expect(
      content.kind !== "integration" || JSON.stringify(content.body).includes(known.referenceNumber),
      committed,
      `${id} names ${known.referenceNumber}`,
      "what was sent does not"
    )
  }

  arrived({ id }: Dispatch): void {
    const known = this.known.get(id)
    if (known === undefined) return
    if (known.arrivals === 0 && !known.isDeleted) this.waiting -= 1
    known.arrivals += 1
  }

  settled({ id, leaseId }: Claim, settlement: Settlement, isRecorded: boolean): void {
    const known = this.known.get(id)
    if (known === undefined || known.isDeleted) return
    const isOwn = known.lease?.id === leaseId
    // An address that stopped takes the claims whose lease has ended with it.
    if (isOwn && !isRecorded && this.isStopped(known) && this.isOver(known)) return
    this.court.expect(
      isRecorded === isOwn,
      leased,
      isOwn ? `the end of ${id} is recorded` : `another worker has ${id} by now`,
      isRecorded ? "it was recorded" : "it was not recorded"
    )
    if (!isOwn) return
    const { delayMillis, result } = settlement
    this.asItWent(id, known, settlement)
    known.lease = undefined
    known.state = result === "retry" || result === "lost" ? "pending" : result
    known.failures += result === "retry" ? 1 : 0
    known.dueAtMillis = this.court.timeline.nowMillis + delayMillis
    if (result === "stopped" && known.stoppable !== undefined) this.stoppedUrls.add(known.stoppable)
  }

  /** What is recorded of an attempt is what happened to it. */
  private asItWent(id: FiringId, { arrivals, failures, isHopeless }: Known, { delayMillis, result }: Settlement): void {
    const wait = this.plan.waits[failures + 1]
    const isLast = wait === undefined
    const holds =
      result === "delivered"
        ? arrivals > 0
        : result === "retry"
          ? wait !== undefined && delayMillis >= wait
          : result !== "dead" || isLast || isHopeless
    this.court.expect(
      holds,
      inTime,
      `${id} ${arrivals > 0 ? "arrived" : "did not arrive"}, ${isLast ? "and no wait is left" : `and waits ${wait} ms if it failed`}`,
      `it was recorded as ${result}, to be tried in ${delayMillis} ms`
    )
  }

  /** The receiver said that no other attempt will help. */
  hopeless({ id }: Dispatch): void {
    const known = this.known.get(id)
    if (known !== undefined) known.isHopeless = true
  }

  /** A person has it sent again. */
  retried(id: FiringId): void {
    const known = this.known.get(id)
    if (known === undefined) return
    if (known.stoppable !== undefined) this.stoppedUrls.delete(known.stoppable)
    known.state = "pending"
    known.failures = 0
    known.dueAtMillis = this.court.timeline.nowMillis
  }

  atRest(): void {
    for (const [id, { arrivals, attempts, effectId, isDeleted, referenceNumber, state }] of this.known)
      if (!isDeleted)
        this.court.expect(
          arrivals > 0,
          under,
          `${effectId} of ${referenceNumber} arrives as ${id} once faults have ended`,
          `it never arrived: ${state} after ${attempts} attempts`
        )
  }
}
