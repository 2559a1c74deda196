/** The examples of a form, on Postgres. */
import { Effect, Schema } from "effect"
import { ExamplesStale, FormNotFound } from "@formwork/domain/callers/Refusal"
import type { Example } from "@formwork/domain/forms/Example"
import type { FormStore } from "@formwork/domain/forms/FormStore"
import * as AuditWriter from "./auditWriter.ts"
import { row } from "../database/TenantDatabase.ts"
import type { Database } from "../database/TenantDatabase.ts"
import { noConflict } from "../database/SqlFailure.ts"

type Store = FormStore["Service"]

/** They were read as an `ExampleList` before they were stored. */
const Stored = Schema.declare((_stored): _stored is ReadonlyArray<Example> => true)

const keptRow = row(Schema.Struct({ revision: Schema.Int, examples: Stored }))
const revisionRow = row(Schema.Struct({ revision: Schema.Int }))

/** `FormStore.examples`. */
export const examples = (database: Database): Store["examples"] =>
  Effect.fn("FormStore.examples")((caller, id) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          const found = yield* sql`
            select examples_revision as revision, examples
              from formwork.forms
             where organisation_id = ${organisation} and form_id = ${id}`.pipe(keptRow)
          return found ?? (yield* new FormNotFound())
        })
      )
      .pipe(noConflict)
  )

/** `FormStore.saveExamples`. */
export const saveExamples = (database: Database): Store["saveExamples"] =>
  Effect.fn("FormStore.saveExamples")((caller, id, revision, examples) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          const found = yield* sql`
            select examples_revision as revision
              from formwork.forms
             where organisation_id = ${organisation} and form_id = ${id}
               for no key update`.pipe(revisionRow)
          if (found === undefined) return yield* new FormNotFound()
          if (found.revision !== revision) return yield* new ExamplesStale({ revision: found.revision })
          yield* sql`
            update formwork.forms set examples = ${JSON.stringify(examples)}, examples_revision = ${revision + 1}::integer
             where organisation_id = ${organisation} and form_id = ${id}`
          yield* AuditWriter.record(sql, organisation, caller, "form.examples_saved", id, String(revision + 1))
          return { revision: revision + 1, examples }
        })
      )
      .pipe(noConflict)
  )
