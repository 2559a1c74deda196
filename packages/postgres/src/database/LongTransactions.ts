/** Transactions of a database that have been open for more than a second. A migration waits for those that use its tables. */
import type { Effect } from "effect"
import { Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { rows } from "./TenantDatabase.ts"

export interface LongTransaction {
  /** The process of Postgres, for `pg_terminate_backend`. */
  readonly process: number
  readonly role: string
  /** Such as `active` or `idle in transaction`. */
  readonly state: string
  readonly seconds: number
}

const found = rows(
  Schema.Struct({ process: Schema.Int, role: Schema.String, state: Schema.String, seconds: Schema.Int })
)

/** @returns the oldest first, at most five. A login that is neither a superuser nor in pg_read_all_stats sees its own role's alone. */
export const read = (sql: SqlClient.SqlClient): Effect.Effect<ReadonlyArray<LongTransaction>, SqlError.SqlError> =>
  sql`
    select pid as process, usename::text as role, state, floor(extract(epoch from clock_timestamp() - xact_start))::integer as seconds
      from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
       and xact_start < clock_timestamp() - interval '1 second'
     order by xact_start
     limit 5`.pipe(found)

/** Words for one of them. */
export const sentenceOf = ({ process, role, seconds, state }: LongTransaction): string =>
  `process ${process} of ${role} (${state}) for ${seconds} s`
