/** What a statement reads, as Postgres counts it. */
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import { Raw } from "./Databases.ts"

/** Often enough that Postgres makes its generic plan. */
export const times = 8

/** What `statement` reads of a table, of its months too, when `role` runs it `times` times: how many whole scans, and how many rows by an index. */
export const reading = Effect.fnUntraced(function* (
  table: string,
  statement: Effect.Effect<unknown, SqlError.SqlError>,
  role: "formwork_api" | "formwork_filing" = "formwork_api"
) {
  const sql = yield* Raw
  // Counts what the connection has read since it last reported its statistics, so earlier statements may be included.
  const read = Effect.map(
    sql<{ readonly sequential: number; readonly rows: number }>`
      select coalesce(sum(seq_scan), 0)::integer as sequential, coalesce(sum(idx_tup_fetch), 0)::integer as rows
        from pg_stat_xact_all_tables
       where (schemaname = 'formwork' and relname = ${table})
          or (schemaname = 'formwork_months' and starts_with(relname, ${`${table}_`}))`,
    ([row]) => row ?? { sequential: 0, rows: 0 }
  )
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql.unsafe(`set local role ${role}`)
      const before = yield* read
      yield* Effect.replicateEffect(statement, times)
      const after = yield* read
      return { sequential: after.sequential - before.sequential, rows: after.rows - before.rows }
    })
  )
})
