/** Which values of a secret are valid: a claim brings the current one, and the one before it until its overlap ends. */
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import type { SealedSecret } from "@formwork/domain/secrets/SecretCipher"
import type { StoredSecret } from "@formwork/domain/secrets/SecretVault"
import type { Court } from "./Court.ts"

interface Value {
  /** The bytes of its sealing, which are new each time. */
  readonly sealing: string
  readonly endsAtMillis: number
}

const sealingOf = ({ nonce }: SealedSecret): string => Buffer.from(nonce).toString("hex")

export class Secrets {
  private readonly values = new Map<OrganisationId, ReadonlyArray<Value>>()
  private readonly court: Court

  constructor(court: Court) {
    this.court = court
  }

  /** A world has one secret in each organisation. */
  put(organisationId: OrganisationId, sealed: SealedSecret, overlapMillis: number): void {
    const endsAtMillis = this.court.timeline.nowMillis + overlapMillis
    const before = this.values.get(organisationId)?.[0]
    this.values.set(organisationId, [
      { sealing: sealingOf(sealed), endsAtMillis: Number.POSITIVE_INFINITY },
      ...(before === undefined || overlapMillis === 0 ? [] : [{ ...before, endsAtMillis }])
    ])
  }

  claimed(organisationId: OrganisationId, brought: ReadonlyArray<StoredSecret>): void {
    const valid = (this.values.get(organisationId) ?? []).filter(
      ({ endsAtMillis }) => endsAtMillis > this.court.timeline.nowMillis
    )
    this.court.expect(
      brought.map(({ sealed }) => sealingOf(sealed)).join() === valid.map(({ sealing }) => sealing).join(),
      "a delivery is signed with every valid secret, and no other",
      `${valid.length} valid ${valid.length === 1 ? "value" : "values"}, the current one first`,
      `the claim brings ${brought.length}, or others`
    )
  }
}
