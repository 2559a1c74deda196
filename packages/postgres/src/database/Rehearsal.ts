/**
 * What migrations do to tables that are there: which lock each takes, and whether it rewrites the table or reads all of it. It is found
 * by running them on a database without rows, where no statement waits for them.
 */
import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Migration } from "./MigrationFiles.ts"
import type { MigrationRefused } from "./MigrationRefused.ts"
import * as Migrations from "./Migrations.ts"
import { rows } from "./TenantDatabase.ts"

/** What one migration does to one table that was there before it. */
export interface Touch {
  readonly migration: string
  readonly table: string
  /** The strongest lock that it takes, as `pg_locks` names it. */
  readonly lock: string
  /** Whether the table is written anew. */
  readonly isRewritten: boolean
  /** Whether all of it is read. */
  readonly isScanned: boolean
}

/** The locks that block writers, from the weakest to the strongest. The last one blocks readers too. */
const strong = ["ShareLock", "ShareRowExclusiveLock", "ExclusiveLock", "AccessExclusiveLock"]

/** Whether others wait for it at all, who write or who read. */
export const isStrong = ({ lock }: Touch): boolean => strong.includes(lock)

/** Whether others wait for as long as the table is large. */
export const isLong = (touch: Touch): boolean => isStrong(touch) && (touch.isRewritten || touch.isScanned)

const tables = rows(Schema.Struct({ oid: Schema.Int, file: Schema.Int, scans: Schema.Int }))
const touches = rows(
  Schema.Struct({
    table: Schema.String,
    locks: Schema.Array(Schema.String),
    isRewritten: Schema.Boolean,
    isScanned: Schema.Boolean
  })
)

/** The tables of ours, the file that each is kept in, for a table that is rewritten gets another, and how often it was read. */
const existing = (sql: SqlClient.SqlClient) =>
  sql`
    select c.oid::integer as oid, pg_relation_filenode(c.oid)::integer as file,
           coalesce(pg_stat_get_xact_numscans(c.oid), 0)::integer as scans
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('formwork', 'formwork_auth')`.pipe(tables)

const after = (sql: SqlClient.SqlClient, before: Effect.Success<ReturnType<typeof existing>>) =>
  sql`
    select c.oid::regclass::text as "table", array_agg(distinct l.mode) as locks,
           pg_relation_filenode(c.oid) is distinct from b.file::oid as "isRewritten",
           coalesce(pg_stat_get_xact_numscans(c.oid), 0) > b.scans as "isScanned"
      from unnest(${before.map(({ oid }) => oid)}::integer[], ${before.map(({ file }) => file)}::integer[],
             ${before.map(({ scans }) => scans)}::integer[]) as b (oid, file, scans)
      join pg_class c on c.oid = b.oid::oid
      join pg_locks l on l.relation = c.oid and l.pid = pg_backend_pid() and l.granted
     group by c.oid, b.file, b.scans
     order by 1`.pipe(touches)

const strongest = (locks: ReadonlyArray<string>): string =>
  locks.reduce((one, other) => (strong.indexOf(other) > strong.indexOf(one) ? other : one), locks[0] ?? "")

/**
 * Runs files on an empty database, one transaction each. @returns what those do that `isAsked` picks; the others only make the tables.
 * @param sql a superuser's connection to a database without rows.
 */
export const rehearse = Effect.fn("Rehearsal.rehearse")(function* (
  sql: SqlClient.SqlClient,
  files: ReadonlyArray<Migration>,
  isAsked: (file: Migration) => boolean
): Effect.fn.Return<ReadonlyArray<Touch>, MigrationRefused | SqlError.SqlError> {
  const found: Array<Touch> = []
  for (const file of files) {
    yield* sql.withTransaction(
      Effect.gen(function* () {
        const before = yield* existing(sql)
        yield* Migrations.run(sql, file)
        if (!isAsked(file)) return
        for (const { locks, ...touch } of yield* after(sql, before))
          found.push({ migration: file.name, lock: strongest(locks), ...touch })
      })
    )
  }
  return found
})
