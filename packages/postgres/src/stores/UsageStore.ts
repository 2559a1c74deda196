/** Adds up calls, on Postgres. */
import { Array as Arr, Effect, Exit, Layer } from "effect"
import { UsageStore } from "@formwork/domain/usage/UsageStore"
import { type Calls, UsageDay } from "@formwork/domain/usage/Usage"
import { type Database, rows, TenantDatabase } from "../database/TenantDatabase.ts"

const days = rows(UsageDay)

const rowOf = ({ credential, formId, organisationId, ...others }: Calls) => ({
  organisation: organisationId,
  credential: credential.id,
  kind: credential.kind,
  form: formId,
  ...others
})

/** Each node of a divided database has its own organisations. While one is away, the others store theirs. */
const adding = (database: Database) => {
  const addOn = (node: string, calls: ReadonlyArray<Calls>) =>
    database.on(node).common("write", (sql) => sql`select formwork.add_calls(${JSON.stringify(calls.map(rowOf))})`)
  return Effect.fn("UsageStore.add")(function* (calls: ReadonlyArray<Calls>) {
    const byNode = Object.entries(Arr.groupBy(calls, ({ organisationId }) => database.nodeOf(organisationId)))
    const results = yield* Effect.forEach(byNode, ([node, own]) => Effect.exit(addOn(node, own)), {
      concurrency: "unbounded"
    })
    const first = results.find(Exit.isFailure)
    if (first === undefined) return []
    if (results.every(Exit.isFailure)) return yield* Effect.orDie(Effect.failCause(first.cause))
    yield* Effect.logWarning("calls could not be stored on a node", first.cause)
    return byNode.flatMap(([, own], index) => (results[index]?._tag === "Failure" ? own : []))
  })
}

export const layer: Layer.Layer<UsageStore, never, TenantDatabase> = Layer.effect(
  UsageStore,
  Effect.map(TenantDatabase, (database) =>
    UsageStore.of({
      add: adding(database),
      list: Effect.fn("UsageStore.list")((caller, { formId, from, to }) =>
        database
          .lately(({ transaction }) =>
            transaction(
              caller,
              (sql, organisation) => sql`
                select day, json_build_object('kind', credential_kind, 'id', credential_id) as "credential",
                       case by->>'kind' when 'key' then by->>'name' end as "name", by, operation, calls
                  from formwork.calls(${organisation}, ${formId ?? null}, ${from}, ${to})`
            )
          )
          .pipe(days, Effect.orDie)
      )
    })
  )
)
