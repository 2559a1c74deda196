/** What a credential is worth at this moment, whatever an earlier admission said. */
import { DateTime } from "effect"
import type { Caller } from "@formwork/domain/grants/Caller"
import type { Privilege } from "@formwork/domain/grants/Privilege"
import * as Role from "@formwork/domain/grants/Role"
import type { ApiKey } from "@formwork/domain/keys/ApiKey"
import type { Tenant } from "./Tables.ts"

/** Whether a key may be used at `nowMillis`. */
export const isActive = (key: ApiKey, nowMillis: number): boolean =>
  key.revokedAt === null && (key.expiresAt === null || DateTime.toEpochMillis(key.expiresAt) > nowMillis)

/** The privileges that the caller's credential has now; undefined once it has ended. */
export const privilegesNow = (
  tenant: Tenant | undefined,
  caller: Caller,
  nowMillis: number
): ReadonlyArray<Privilege> | undefined => {
  const user = tenant?.users.get(caller.userId)
  if (user === undefined) return undefined
  if (caller.credential.kind === "operator") return Role.privileges(user.role)
  // There are no sessions yet, so one proves nothing: its id is no key's.
  const stored = tenant?.keys.get(caller.credential.id)
  return stored !== undefined && isActive(stored.key, nowMillis) ? stored.key.privileges : undefined
}
