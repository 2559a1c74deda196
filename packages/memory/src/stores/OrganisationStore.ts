/** Organisations, in memory. */
import { DateTime, Effect, Layer, Option } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import * as Grant from "@formwork/domain/callers/Grant"
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import type { Founding, StoredInvitation } from "@formwork/domain/people/Founding"
import type { NewUser, Organisation } from "@formwork/domain/people/Organisation"
import { OrganisationStore } from "@formwork/domain/people/OrganisationStore"
import type { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { OrganisationStale, PrivilegeMissing, Unauthenticated } from "@formwork/domain/callers/Refusal"
import * as AuditWriter from "./auditWriter.ts"
import { effectivePrivileges } from "./effectivePrivileges.ts"
import * as Invitations from "./InvitationStore.ts"
import { emptyTenant, Tables } from "../Tables.ts"
import type { Tenant } from "../Tables.ts"

type Tenants = Tables["Service"]["tenants"]

const add = (
  tenants: Tenants,
  organisation: Organisation,
  owner: NewUser,
  password: PasswordHash | null,
  auditContext: AuditWriter.AuditContext
): Tenant => {
  const createdAt = DateTime.makeUnsafe(auditContext.nowMillis)
  if (tenants.has(organisation.id)) throw new Error(`organisation ${organisation.id} exists`)
  const tenant = emptyTenant({ ...organisation, createdAt, edition: 1 })
  tenant.users.set(owner.id, { user: { ...owner, createdAt, deactivatedAt: null }, lastSeenAt: null, password })
  tenants.set(organisation.id, tenant)
  const operator = Caller.operator(organisation.id, owner.id)
  AuditWriter.record(tenant, auditContext, operator, "organisation.created", organisation.id)
  return tenant
}

/** Adds an organisation with its owner, and the owner's invitation if there is one. */
export const found = (
  tenants: Tenants,
  { access, organisation, owner }: Founding,
  auditContext: AuditWriter.AuditContext
): { readonly tenant: Tenant; readonly invitation: StoredInvitation } => {
  const password = "password" in access ? access.password : null
  const tenant = add(tenants, organisation, owner, password, auditContext)
  if (!("invitation" in access)) return { tenant, invitation: undefined }
  const operator = Caller.operator(organisation.id, owner.id)
  return { tenant, invitation: Invitations.put(tenant, operator, owner.id, access.invitation, auditContext) }
}

export const layer: Layer.Layer<OrganisationStore, never, Tables> = Layer.effect(
  OrganisationStore,
  Effect.gen(function* () {
    const { tenants } = yield* Tables

    const create = Effect.fnUntraced(function* (
      organisation: Organisation,
      owner: NewUser,
      password: PasswordHash | null
    ) {
      add(tenants, organisation, owner, password, yield* AuditWriter.auditContext)
    })

    const createFirst = Effect.fnUntraced(function* (founding: Founding) {
      const auditContext = yield* AuditWriter.auditContext
      return tenants.size === 0 ? Option.some(found(tenants, founding, auditContext).invitation) : Option.none()
    })

    const known = Effect.fnUntraced(function* (id: OrganisationId) {
      return tenants.get(id) ?? (yield* Effect.die(new Error("a caller's organisation is gone")))
    })

    const rename = Effect.fnUntraced(function* (caller: Caller.Caller, edition: number, name: string) {
      const auditContext = yield* AuditWriter.auditContext
      const tenant = yield* known(caller.organisationId)
      const held = effectivePrivileges(tenant, caller, auditContext.nowMillis)
      if (held === undefined) return yield* new Unauthenticated()
      const lacking = Grant.firstMissing(held, ["organisation:write"])
      if (lacking !== undefined) return yield* new PrivilegeMissing({ privilege: lacking })
      const { organisation } = tenant
      if (organisation.edition !== edition) return yield* new OrganisationStale({ edition: organisation.edition })
      if (organisation.name === name) return organisation
      tenant.organisation = { ...organisation, name, edition: edition + 1 }
      AuditWriter.record(tenant, auditContext, caller, "organisation.renamed", organisation.id, organisation.name)
      return tenant.organisation
    })

    return OrganisationStore.of({
      create,
      createFirst,
      get: ({ organisationId }) => Effect.map(known(organisationId), ({ organisation }) => organisation),
      rename,
      find: (id) =>
        Effect.sync(() =>
          Option.map(Option.fromUndefinedOr(tenants.get(id)), ({ organisation: { name } }) => ({ id, name }))
        ),
      usual: Effect.sync(() => Option.fromUndefinedOr(tenants.keys().next().value))
    })
  })
)
