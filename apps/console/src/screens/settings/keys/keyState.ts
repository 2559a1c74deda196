/** What has become of a key, and which list it stands in. */
import type { ListedApiKey } from "@formwork/client/contract"

/** A rotated key is `ending` while its overlap lasts, and an expiring one for its last 14 days. */
export type KeyState = "active" | "ending" | "ended"

export const keyFilters = ["active", "ends-soon", "unused", "ended"] as const
export type KeyFilter = (typeof keyFilters)[number]

const dayMillis = 86_400_000
const soonMillis = 14 * dayMillis
const unusedMillis = 90 * dayMillis

export const stateOf = ({ end }: Pick<ListedApiKey, "end">, now: number): KeyState => {
  if (end === null) return "active"
  const at = Date.parse(end.at)
  // Only a rotated or an expiring key ends later; of the others the server's clock may be ahead of this one.
  if (at <= now || (end.reason !== "rotated" && end.reason !== "expired")) return "ended"
  return end.reason === "rotated" || at - now <= soonMillis ? "ending" : "active"
}

/** Whether it works and was not used for 90 days. For a key that was never used, the 90 days begin when it was made. */
const isUnused = (key: ListedApiKey, now: number): boolean =>
  stateOf(key, now) !== "ended" && now - Date.parse(key.lastUsedAt ?? key.createdAt) >= unusedMillis

export const isIn = (filter: KeyFilter, key: ListedApiKey, now: number): boolean => {
  const state = stateOf(key, now)
  if (filter === "active") return state !== "ended"
  if (filter === "ends-soon") return state === "ending"
  return filter === "unused" ? isUnused(key, now) : state === "ended"
}

/** Whether it was used within an hour, so that something will notice when it ends. */
export const isInUse = ({ lastUsedAt }: Pick<ListedApiKey, "lastUsedAt">, now: number): boolean =>
  lastUsedAt !== null && now - Date.parse(lastUsedAt) < 3_600_000
