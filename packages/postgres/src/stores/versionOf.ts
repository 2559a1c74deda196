/** One version of a form, on Postgres: a statement each, because it is on the path of evaluate and create. */
import { Effect, Option, Schema } from "effect"
import { FormId, FormVersionId } from "@formwork/domain/forms/Form"
import type { Caller } from "@formwork/domain/callers/Caller"
import { FormVersionNotFound } from "@formwork/domain/callers/Refusal"
import { row } from "../database/TenantDatabase.ts"
import type { Database } from "../database/TenantDatabase.ts"
import { storedJson } from "../database/storedJson.ts"

const versionRow = row(Schema.Struct({ id: FormVersionId, formId: FormId, number: Schema.Int, definition: storedJson }))

/** `FormStore.findLive`. */
export const findLive = (database: Database) =>
  Effect.fnUntraced(function* (caller: Caller, id: FormId) {
    const version = yield* database
      .call(
        "read",
        caller,
        (sql, organisation) =>
          sql`
            select version_id as "id", form_id as "formId", number, definition
              from formwork.live_version(${organisation}, ${id})`
      )
      .pipe(versionRow, Effect.orDie)
    return Option.fromUndefinedOr(version)
  })

/** `FormStore.version`. */
export const version = (database: Database) =>
  Effect.fn("FormStore.version")(function* (caller: Caller, id: FormId, versionId: FormVersionId) {
    const found = yield* database
      .call(
        "read",
        caller,
        (sql, organisation) =>
          sql`
            select version_id as "id", form_id as "formId", number, definition
              from formwork.form_version(${organisation}, ${id}, ${versionId})`
      )
      .pipe(versionRow, Effect.orDie)
    return found ?? (yield* new FormVersionNotFound())
  })
