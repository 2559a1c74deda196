/** Forms and their versions on Postgres. */
import { Effect, Layer, Option, Schema } from "effect"
import { FormId, FormVersionId } from "@formwork/domain/forms/Form"
import { FormStore } from "@formwork/domain/forms/FormStore"
import type { NewForm } from "@formwork/domain/forms/FormStore"
import type { Caller } from "@formwork/domain/grants/Caller"
import { FormCodeTaken, FormNotFound } from "@formwork/domain/Refusal"
import type { Json } from "@formwork/rules/Json"
import * as Audit from "./Audit.ts"
import { row, Tenant } from "./Tenant.ts"
import type { Door } from "./Tenant.ts"
import { noConflict } from "./Trouble.ts"

const formRow = row(
  Schema.Struct({
    id: FormId,
    code: Schema.String,
    title: Schema.String,
    draft: Schema.Json,
    liveVersionId: Schema.NullOr(FormVersionId)
  })
)
const versionRow = row(
  Schema.Struct({ id: FormVersionId, formId: FormId, number: Schema.Int, definition: Schema.Json })
)
const numberRow = row(Schema.Struct({ next: Schema.Int }))

const create = (tenant: Door) =>
  Effect.fn("FormStore.create")((caller: Caller, { code, draft, id, title }: NewForm) =>
    tenant
      .transaction(
        caller.organisationId,
        Effect.fnUntraced(function* (sql, organisation) {
          yield* sql`
            insert into formwork.forms (organisation_id, form_id, code, title, draft)
            values (${organisation}, ${id}, ${code}, ${title}, ${JSON.stringify(draft)})`
          yield* Audit.record(sql, organisation, caller, "form.created", id)
          return { id, code, title, draft, liveVersionId: null }
        })
      )
      .pipe(
        Effect.catchTag("UniqueViolation", (violation) =>
          violation.constraint === "forms_code_key" ? Effect.fail(new FormCodeTaken({ code })) : Effect.die(violation)
        ),
        noConflict
      )
  )

const get = (tenant: Door) =>
  Effect.fn("FormStore.get")(function* (caller: Caller, id: FormId) {
    const form = yield* tenant
      .transaction(
        caller.organisationId,
        (sql, organisation) =>
          sql`
            select form_id as "id", code, title, draft, live_version_id as "liveVersionId"
              from formwork.forms
             where organisation_id = ${organisation} and form_id = ${id}`
      )
      .pipe(formRow, Effect.orDie)
    return form ?? (yield* new FormNotFound())
  })

const saveDraft = (tenant: Door) =>
  Effect.fn("FormStore.saveDraft")(function* (caller: Caller, id: FormId, title: string, draft: Json) {
    const form = yield* tenant
      .transaction(
        caller.organisationId,
        (sql, organisation) =>
          sql`
            update formwork.forms
               set title = ${title}, draft = ${JSON.stringify(draft)}
             where organisation_id = ${organisation} and form_id = ${id}
            returning form_id as "id", code, title, draft, live_version_id as "liveVersionId"`
      )
      .pipe(formRow, Effect.orDie)
    return form ?? (yield* new FormNotFound())
  })

const publish = (tenant: Door) =>
  Effect.fn("FormStore.publish")((caller: Caller, id: FormId, versionId: FormVersionId, definition: Json) =>
    tenant
      .transaction(
        caller.organisationId,
        Effect.fnUntraced(function* (sql, organisation) {
          // INVARIANT: the form's row is locked before its versions are counted, so that two publishes get two numbers.
          const locked = yield* sql`
            select form_id from formwork.forms where organisation_id = ${organisation} and form_id = ${id} for no key update`
          if (locked.length === 0) return yield* new FormNotFound()
          const number = yield* sql`
            select (coalesce(max(number), 0) + 1)::integer as next
              from formwork.form_versions
             where organisation_id = ${organisation} and form_id = ${id}`.pipe(numberRow)
          const version = { id: versionId, formId: id, number: number?.next ?? 1, definition }
          yield* sql`
            insert into formwork.form_versions (organisation_id, form_id, version_id, number, definition, published_by)
            values (${organisation}, ${id}, ${versionId}, ${version.number}, ${JSON.stringify(definition)}, ${caller.userId})`
          yield* sql`
            update formwork.forms set live_version_id = ${versionId} where organisation_id = ${organisation} and form_id = ${id}`
          yield* sql`update formwork.organisations set revision = revision + 1 where organisation_id = ${organisation}`
          yield* Audit.record(sql, organisation, caller, "form.published", versionId)
          return version
        })
      )
      .pipe(noConflict)
  )

const findLive = (tenant: Door) =>
  Effect.fnUntraced(function* (caller: Caller, id: FormId) {
    const version = yield* tenant
      .call(
        "read",
        caller.organisationId,
        (sql, organisation) =>
          sql`
            select version_id as "id", form_id as "formId", number, definition
              from formwork.live_version(${organisation}, ${id})`
      )
      .pipe(versionRow, Effect.orDie)
    return Option.fromUndefinedOr(version)
  })

export const layer: Layer.Layer<FormStore, never, Tenant> = Layer.effect(
  FormStore,
  Effect.map(Tenant, (tenant) =>
    FormStore.of({
      create: create(tenant),
      get: get(tenant),
      saveDraft: saveDraft(tenant),
      publish: publish(tenant),
      findLive: findLive(tenant)
    })
  )
)
