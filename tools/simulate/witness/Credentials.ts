/** Which credential may be used, until when: nothing is admitted, and nothing is stored, after its end. */
import type { Caller, Credential } from "@formwork/domain/callers/Caller"
import type { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import { DateTime } from "effect"
import type { ApiKey } from "@formwork/domain/keys/ApiKey"
import type { Session } from "@formwork/domain/people/Session"
import type { Court } from "./Court.ts"

interface Known {
  readonly organisationId: OrganisationId
  readonly userId: UserId
  readonly kind: "api_key" | "session"
  /** The first key of its chain. */
  readonly firstId: string
  readonly requestsPerMinute: number | null
  readonly expiresAtMillis: number
  endsAtMillis: number
  why: string
}

const millisOf = (date: DateTime.Utc | null): number =>
  date === null ? Number.POSITIVE_INFINITY : DateTime.toEpochMillis(date)

export class Credentials {
  private readonly known = new Map<string, Known>()
  private readonly suspendedOnes = new Set<OrganisationId>()
  private readonly court: Court

  constructor(court: Court) {
    this.court = court
  }

  keyMade({ organisationId }: Caller, key: ApiKey, replaced?: string): void {
    this.known.set(key.id, {
      organisationId,
      userId: key.createdBy,
      kind: "api_key",
      firstId: replaced === undefined ? key.id : this.chainOf(replaced),
      requestsPerMinute: key.requestsPerMinute,
      expiresAtMillis: millisOf(key.expiresAt),
      endsAtMillis: Number.POSITIVE_INFINITY,
      why: ""
    })
  }

  sessionMade(organisationId: OrganisationId, { expiresAt, id, userId }: Session): void {
    this.known.set(id, {
      organisationId,
      userId,
      kind: "session",
      firstId: id,
      requestsPerMinute: null,
      expiresAtMillis: millisOf(expiresAt),
      endsAtMillis: Number.POSITIVE_INFINITY,
      why: ""
    })
  }

  ended(id: string, why: string, afterMillis = 0): void {
    const found = this.known.get(id)
    const endsAtMillis = this.court.timeline.nowMillis + afterMillis
    if (found === undefined || found.endsAtMillis <= endsAtMillis) return
    found.endsAtMillis = endsAtMillis
    found.why = why
  }

  /** A person's account ends, with every credential of theirs. */
  personEnded(organisationId: OrganisationId, userId: UserId): void {
    for (const [id, known] of this.known)
      if (known.organisationId === organisationId && known.userId === userId)
        this.ended(id, "its person was deactivated")
  }

  /** A person ended their sessions, all but this one. */
  othersEnded({ credential, organisationId, userId }: Caller): void {
    for (const [id, known] of this.known)
      if (known.kind === "session" && known.organisationId === organisationId && known.userId === userId)
        if (id !== credential.id) this.ended(id, "its person ended it")
  }

  suspended(organisationId: OrganisationId, isSuspended: boolean): void {
    if (isSuspended) this.suspendedOnes.add(organisationId)
    else this.suspendedOnes.delete(organisationId)
  }

  /** Something was done for an organisation. */
  working(organisationId: OrganisationId, what: string): void {
    this.court.expect(
      !this.suspendedOnes.has(organisationId),
      "nothing is done for a suspended organisation",
      `organisation ${organisationId} is suspended`,
      what
    )
  }

  /** The first key of the chain in which keys replaced one another. */
  chainOf(id: string): string {
    return this.known.get(id)?.firstId ?? id
  }

  requestsPerMinute(id: string): number | null {
    return this.known.get(id)?.requestsPerMinute ?? null
  }

  /** Why the credential may not be used now; undefined while it may. */
  private fault({ id, kind }: Pick<Credential, "id" | "kind">): string | undefined {
    const { nowMillis } = this.court.timeline
    const found = this.known.get(id)
    if (kind === "operator") return undefined
    if (found === undefined) return "it was never made"
    if (this.suspendedOnes.has(found.organisationId)) return "its organisation is suspended"
    if (found.endsAtMillis <= nowMillis) return `${found.why} ${nowMillis - found.endsAtMillis} ms before`
    return found.expiresAtMillis <= nowMillis ? "it expired" : undefined
  }

  used(credential: Credential, what: string): void {
    const fault = this.fault(credential)
    this.court.expect(
      fault === undefined,
      "nothing is admitted after a revocation was answered",
      `${credential.kind} ${credential.id} is refused: ${fault}`,
      what
    )
  }

  refused(credential: Pick<Credential, "id" | "kind">, what: string): void {
    this.court.expect(
      this.fault(credential) !== undefined,
      "a valid credential is admitted",
      `${credential.kind} ${credential.id} works: it has not ended`,
      what
    )
  }
}
