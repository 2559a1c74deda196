/** The organisations of the whole installation, in memory. */
import { DateTime, Effect, Layer } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import {
  OrganisationLimitReached,
  OrganisationNameTaken,
  OrganisationNotFound,
  UserNotFound
} from "@formwork/domain/callers/Refusal"
import type { HostedOrganisation } from "@formwork/domain/hosting/HostedOrganisation"
import { HostedOrganisationStore } from "@formwork/domain/hosting/HostedOrganisationStore"
import type { HostedRange } from "@formwork/domain/hosting/HostedOrganisationStore"
import type { NewInvitation } from "@formwork/domain/people/InvitationStore"
import type { Founding } from "@formwork/domain/people/Founding"
import * as AuditWriter from "./auditWriter.ts"
import * as Invitations from "./InvitationStore.ts"
import * as Organisations from "./OrganisationStore.ts"
import { Tables } from "../Tables.ts"
import type { Tenant } from "../Tables.ts"

const hosted = ({ organisation: { createdAt, id, name }, suspendedAtMillis }: Tenant): HostedOrganisation => ({
  id,
  name,
  createdAt,
  suspendedAt: suspendedAtMillis === null ? null : DateTime.makeUnsafe(suspendedAtMillis)
})

const isNamed = (tenant: Tenant, name: string): boolean => tenant.organisation.name.toLowerCase() === name.toLowerCase()

export const layer: Layer.Layer<HostedOrganisationStore, never, Tables> = Layer.effect(
  HostedOrganisationStore,
  Effect.gen(function* () {
    const { tenants } = yield* Tables

    const found = Effect.fnUntraced(function* (founding: Founding, limit: number) {
      const auditContext = yield* AuditWriter.auditContext
      const { name } = founding.organisation
      if ([...tenants.values()].some((tenant) => isNamed(tenant, name)))
        return yield* new OrganisationNameTaken({ name })
      if (tenants.size >= limit) return yield* new OrganisationLimitReached({ limit })
      const { invitation, tenant } = Organisations.found(tenants, founding, auditContext)
      return { organisation: hosted(tenant), invitation }
    })

    const invite = Effect.fnUntraced(function* (id: OrganisationId, email: string, invitation: NewInvitation) {
      const auditContext = yield* AuditWriter.auditContext
      const tenant = tenants.get(id)
      if (tenant === undefined) return yield* new OrganisationNotFound()
      const address = email.toLowerCase()
      const found = [...tenant.users.values()].find(
        ({ user }) => user.email.toLowerCase() === address && user.role === "owner" && user.deactivatedAt === null
      )
      if (found === undefined) return yield* new UserNotFound()
      const { createdAt: _createdAt, deactivatedAt: _deactivatedAt, ...owner } = found.user
      const operator = Caller.operator(id, owner.id)
      return {
        organisation: hosted(tenant),
        owner,
        invitation: Invitations.put(tenant, operator, owner.id, invitation, auditContext)
      }
    })

    const owner = Effect.fnUntraced(function* (id: OrganisationId) {
      const owners = [...(tenants.get(id)?.users.values() ?? [])]
        .map(({ user }) => user)
        .filter(({ deactivatedAt, role }) => role === "owner" && deactivatedAt === null)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      const [oldest] = owners
      if (oldest === undefined) return yield* new OrganisationNotFound()
      const { createdAt: _createdAt, deactivatedAt: _deactivatedAt, ...found } = oldest
      return found
    })

    const list = ({ before, limit, name }: HostedRange) =>
      Effect.sync(() =>
        [...tenants.values()]
          .filter(({ organisation: { id } }) => before === undefined || id < before)
          .filter((tenant) => name === undefined || isNamed(tenant, name))
          .toSorted((a, b) => (a.organisation.id < b.organisation.id ? 1 : -1))
          .slice(0, limit)
          .map(hosted)
      )

    const put = Effect.fnUntraced(function* (id: OrganisationId, isSuspended: boolean) {
      const auditContext = yield* AuditWriter.auditContext
      const tenant = tenants.get(id)
      if (tenant === undefined) return yield* new OrganisationNotFound()
      if (isSuspended === (tenant.suspendedAtMillis !== null)) return hosted(tenant)
      tenant.suspendedAtMillis = isSuspended ? auditContext.nowMillis : null
      const action = isSuspended ? "organisation.suspended" : "organisation.resumed"
      AuditWriter.record(tenant, auditContext, Caller.ofInstallation(id), action, id)
      return hosted(tenant)
    })

    return HostedOrganisationStore.of({
      found,
      invite,
      owner,
      list,
      suspend: (id) => put(id, true),
      resume: (id) => put(id, false)
    })
  })
)
