/** The audit log, in memory. */
import { DateTime, Effect, Layer } from "effect"
import type { AuditEvent, AuditLine, AuditSubject } from "@formwork/domain/audit/AuditEvent"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import type { AuditFilter } from "@formwork/domain/audit/AuditStore"
import * as AuditWriter from "./auditWriter.ts"
import { keyActorOf, personOf } from "./actorOf.ts"
import { Tables } from "../Tables.ts"
import type { Tenant } from "../Tables.ts"

const isWithin = ({ from, to }: AuditFilter, { at }: AuditEvent): boolean =>
  (from === undefined || !DateTime.isLessThan(at, from)) && (to === undefined || DateTime.isLessThan(at, to))

const passes = ({ action, credentialId, requestId, subject, userId }: AuditFilter, line: AuditEvent): boolean =>
  (action === undefined || line.action === action) &&
  (userId === undefined || line.userId === userId) &&
  (credentialId === undefined || line.credential?.id === credentialId) &&
  (subject === undefined || line.subject === subject) &&
  (requestId === undefined || line.requestId === requestId)

const aboutOf = (
  { folders, forms, keys, submissions, users, versions }: Tenant,
  subject: string
): AuditSubject | null => {
  const user = [...users.values()].find((one) => one.user.id === subject)?.user.name
  const folder = [...folders.values()].find(({ id }) => id === subject)?.name
  const form = [...forms.values()].find(({ id }) => id === subject)?.title
  const submission = [...submissions.values()].find((one) => one.submission.id === subject)?.submission.referenceNumber
  const named = { user, key: keys.get(subject)?.key.name, folder, form, submission } as const
  for (const kind of ["user", "key", "folder", "form", "submission"] as const) {
    const name = named[kind]
    if (name !== undefined) return { kind, id: subject, name }
  }
  const version = [...versions.values()].find(({ id }) => id === subject)
  const title = [...forms.values()].find(({ id }) => id === version?.formId)?.title
  if (version === undefined || title === undefined) return null
  return { kind: "form", id: version.formId, name: title, version: version.number }
}

const lineOf = (tenant: Tenant, event: AuditEvent): AuditLine => {
  const { credential, subject, userId } = event
  const person = userId === null ? null : personOf(tenant, userId)
  const by = credential?.kind === "api_key" ? keyActorOf(tenant, credential.id) : person
  return { ...event, by, person, about: subject === null ? null : aboutOf(tenant, subject) }
}

export const layer: Layer.Layer<AuditStore, never, Tables> = Layer.effect(
  AuditStore,
  Effect.map(Tables, ({ tenants }) =>
    AuditStore.of({
      record: (organisationId, entry) =>
        Effect.map(AuditWriter.auditContext, (auditContext) => {
          const tenant = tenants.get(organisationId)
          if (tenant !== undefined) AuditWriter.append(tenant, auditContext, entry)
        }),
      list: ({ organisationId }, filter, { before, examine, limit }) =>
        Effect.sync(() => {
          const tenant = tenants.get(organisationId)
          if (tenant === undefined) return { items: [], next: undefined }
          const left = tenant.audit
            .filter((line) => (before === undefined || line.id < before) && isWithin(filter, line))
            .reverse()
          const examined = left.slice(0, examine)
          const passing = examined.filter((line) => passes(filter, line))
          const items = passing.slice(0, limit)
          const last = passing.length > limit ? items.at(-1) : left.length > examine ? examined.at(-1) : undefined
          return { items: items.map((line) => lineOf(tenant, line)), next: last?.id }
        })
    })
  )
)
