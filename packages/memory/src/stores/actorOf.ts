/** The person or the key behind an act, by name. */
import type { Actor } from "@formwork/domain/callers/Actor"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { UserId } from "@formwork/domain/callers/Ids"
import type { Tenant } from "../Tables.ts"

/** A person of the organisation, by name. */
export const personOf = (tenant: Tenant, id: UserId): Actor => ({
  kind: "user",
  id,
  name: tenant.users.get(id)?.user.name ?? ""
})

/** A key of the organisation, by name. */
export const keyActorOf = (tenant: Tenant, id: string): Actor => ({
  kind: "key",
  id,
  name: tenant.keys.get(id)?.key.name ?? ""
})

export const actorOf = (tenant: Tenant, { credential, userId }: Pick<Caller, "credential" | "userId">): Actor =>
  credential.kind === "api_key" && tenant.keys.has(credential.id)
    ? keyActorOf(tenant, credential.id)
    : personOf(tenant, userId)
