/** What keeps the person who is signed in from changing another one. */
import type { Privilege, User } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { useMay, useMe } from "../../../api/me.ts"
import { rolesQuery } from "../../../api/people.ts"
import { lackingFor } from "./giveable.ts"

/** The privileges that they lack for it; undefined until that is known. */
export const useLacking = ({ role }: User): ReadonlyArray<Privilege> | undefined => {
  const { privileges } = useMe()
  const roles = useQuery(rolesQuery)
  const mayWrite = useMay("user:write")
  if (!mayWrite) return ["user:write"]
  return roles.data === undefined ? undefined : lackingFor(role, roles.data, privileges)
}
