/** Adds up calls, on Postgres. */
import { Effect, Layer } from "effect"
import { UsageStore } from "@formwork/domain/usage/UsageStore"
import { UsageDay } from "@formwork/domain/usage/Usage"
import { rows, TenantDatabase } from "../database/TenantDatabase.ts"

const days = rows(UsageDay)

export const layer: Layer.Layer<UsageStore, never, TenantDatabase> = Layer.effect(
  UsageStore,
  Effect.map(TenantDatabase, (database) =>
    UsageStore.of({
      add: Effect.fn("UsageStore.add")((calls) => {
        const rows = calls.map(({ credential, formId, organisationId, ...others }) => ({
          organisation: organisationId,
          credential: credential.id,
          kind: credential.kind,
          form: formId,
          ...others
        }))
        // Each node has its own organisations.
        const nodes = new Map<string, Array<(typeof rows)[number]>>()
        for (const one of rows) {
          const node = database.nodeOf(one.organisation)
          nodes.set(node, [...(nodes.get(node) ?? []), one])
        }
        return Effect.forEach(
          nodes,
          ([node, own]) =>
            database.on(node).common("write", (sql) => sql`select formwork.add_calls(${JSON.stringify(own)})`),
          { concurrency: "unbounded", discard: true }
        ).pipe(Effect.orDie)
      }),
      list: Effect.fn("UsageStore.list")((caller, { formId, from, to }) =>
        database
          .call("write", caller, (sql, organisation) =>
            formId === undefined
              ? sql`
                  select day, json_build_object('kind', credential_kind, 'id', credential_id) as "credential", name, operation, calls
                    from formwork.usage(${organisation}, ${from}, ${to})`
              : sql`
                  select day, json_build_object('kind', credential_kind, 'id', credential_id) as "credential", name, operation, calls
                    from formwork.form_usage(${organisation}, ${formId}, ${from}, ${to})`
          )
          .pipe(days, Effect.orDie)
      )
    })
  )
)
