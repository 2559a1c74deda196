/** What a key may pass on to a key that it makes or replaces, for the stores to check in their transactions. */
import { DateTime } from "effect"
import type { Caller } from "../callers/Caller.ts"
import * as Grant from "../callers/Grant.ts"
import * as KeyLimits from "../callers/KeyLimits.ts"
import type { Limits } from "../callers/KeyLimits.ts"
import type { Privilege } from "../callers/Privilege.ts"
import { BeyondLimits, PrivilegeMissing, RequestInvalid } from "../callers/Refusal.ts"
import type { ApiKey } from "./ApiKey.ts"
import type { Policy } from "./ApiKeyStore.ts"

type End = DateTime.Utc | null

/** When a key stops working: its end, or the end of its overlap where that is sooner. */
export const endOf = ({ expiresAt, revokedAt }: Pick<ApiKey, "expiresAt" | "revokedAt">): End =>
  expiresAt === null || revokedAt === null ? (expiresAt ?? revokedAt) : DateTime.min(expiresAt, revokedAt)

/** @param end the maker's; null for a maker without one, as a session. */
export const outlives = (end: End, wanted: End): BeyondLimits | undefined =>
  end !== null && (wanted === null || DateTime.isGreaterThan(wanted, end))
    ? new BeyondLimits({ limit: "expiresAt" })
    : undefined

/**
 * Forms and folders that a key's limits name and that its maker cannot find.
 * @param found the ids that the maker can find.
 */
export const notFound = (
  maker: Limits,
  { folders, forms }: Pick<KeyLimits.KeyLimits, "folders" | "forms">,
  found: ReadonlySet<string>
): BeyondLimits | RequestInvalid | undefined => {
  const named = [
    ...(forms ?? []).map((id, place) => ({ limit: "forms" as const, id, place })),
    ...(folders ?? []).map((id, place) => ({ limit: "folders" as const, id, place }))
  ]
  const absent = named.filter(({ id }) => !found.has(id))
  const [first] = absent
  if (first === undefined) return undefined
  // One answer for an id outside and for an id of nothing, so that it does not show which.
  if (KeyLimits.reach(maker) !== undefined) return new BeyondLimits({ limit: first.limit })
  return new RequestInvalid({
    problems: absent.map(({ limit, place }) => ({
      field: limit,
      message: `"${limit}" names no ${limit.slice(0, -1)} of the organisation at place ${place}.`,
      code: "choice",
      pointer: `/${limit}/${place}`
    }))
  })
}

/**
 * How many keys an organisation may have for this caller to make one more. Keys leave a tenth to people, who so can always make one,
 * whatever a key with `apikey:write` has done.
 */
export const placesFor = ({ credential }: Pick<Caller, "credential">, { activeLimit }: Policy): number =>
  credential.kind === "api_key" ? Math.floor(activeLimit * 0.9) : activeLimit

/** The maker of a replacement: its limits, and its end if it is a key. */
export interface Maker {
  readonly isKey: boolean
  readonly limits: Limits
  readonly end: End
}

/**
 * What keeps `maker` from replacing `old` by a key that ends at `expiresAt`.
 * @param held the maker's privileges.
 */
export const rotationRefused = (
  maker: Maker,
  held: ReadonlyArray<Privilege>,
  old: ApiKey,
  expiresAt: End,
  { requestsPerMinute }: Policy
): PrivilegeMissing | BeyondLimits | undefined => {
  const lacking = Grant.firstMissing(held, old.privileges)
  if (lacking !== undefined) return new PrivilegeMissing({ privilege: lacking })
  const budget = old.requestsPerMinute ?? 0
  const own = maker.limits?.requestsPerMinute ?? requestsPerMinute
  if (budget > requestsPerMinute && budget > own && !Grant.covers(held, "apikey:budget"))
    return new PrivilegeMissing({ privilege: "apikey:budget" })
  if (maker.isKey && expiresAt === null && old.expiresAt !== null) return new BeyondLimits({ limit: "expiresAt" })
  return (
    KeyLimits.sharesBudget(maker.limits) ??
    KeyLimits.firstBeyond(maker.limits, old, requestsPerMinute) ??
    outlives(maker.end, expiresAt)
  )
}
