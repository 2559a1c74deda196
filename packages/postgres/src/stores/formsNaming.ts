/** Forms whose live version names a table of the organisation, on Postgres. */
import { Effect, Schema } from "effect"
import { FormId } from "@formwork/domain/forms/Form"
import type { FormStore } from "@formwork/domain/forms/FormStore"
import { tableReferences } from "@formwork/rules/tableReferences"
import { rows } from "../database/TenantDatabase.ts"
import type { Database } from "../database/TenantDatabase.ts"
import { storedJson } from "../database/storedJson.ts"

const found = rows(Schema.Struct({ formId: FormId, code: Schema.String, title: Schema.String, tables: storedJson }))

/** `FormStore.naming`. */
export const naming = (database: Database): FormStore["Service"]["naming"] =>
  Effect.fn("FormStore.naming")((caller, table) =>
    database
      .transaction(caller, (sql, organisation) =>
        sql`
            select f.form_id as "formId", f.code, f.title, v.definition -> 'tables' as tables
              from formwork.forms f
              join formwork.form_versions v
                on v.organisation_id = ${organisation} and v.form_id = f.form_id and v.version_id = f.live_version_id
             where f.organisation_id = ${organisation} and v.definition -> 'tables' is not null
             order by f.code collate "C"`.pipe(found)
      )
      .pipe(
        Effect.map((all) =>
          all.flatMap(({ tables, ...form }) => {
            const use = tableReferences({ tables }).find((reference) => reference.table === table)
            return use?.version === undefined ? [] : [{ ...form, version: use.version }]
          })
        ),
        Effect.orDie
      )
  )
