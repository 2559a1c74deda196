/** Who can be changed, and which roles can be given: nobody gives or takes what they do not have themselves. */
import type { ListedApiKey, Privilege, Role, RoleRecord } from "@formwork/client/contract"
import { stateOf } from "../keys/keyState.ts"

/** The privileges of a role that a person lacks. Empty: they can give it, and change who has it. */
export const lackingFor = (
  role: Role,
  roles: ReadonlyArray<RoleRecord>,
  held: ReadonlyArray<Privilege>
): ReadonlyArray<Privilege> =>
  (roles.find((one) => one.role === role)?.privileges ?? []).filter((privilege) => !held.includes(privilege))

/** The keys that work and were made on a person's behalf. */
export const workingKeysOf = (
  userId: string,
  keys: ReadonlyArray<ListedApiKey>,
  now: number
): ReadonlyArray<ListedApiKey> => keys.filter((key) => key.createdBy === userId && stateOf(key, now) !== "ended")

/** Of these keys, those that hold a privilege that a role lacks. */
export const keysAbove = (
  role: Role,
  roles: ReadonlyArray<RoleRecord>,
  keys: ReadonlyArray<ListedApiKey>
): ReadonlyArray<ListedApiKey> => {
  const has = new Set(roles.find((one) => one.role === role)?.privileges)
  return keys.filter(({ privileges }) => privileges.some((privilege) => !has.has(privilege)))
}
