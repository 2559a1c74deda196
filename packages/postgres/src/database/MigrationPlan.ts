/**
 * What the migrations that a database lacks would do there, found without changing it: they are run on an empty database, and how large
 * the tables are is asked of the real one.
 */
import { Effect, Logger, Schema } from "effect"
import type { Scope } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import * as Distribution from "./nodes/Distribution.ts"
import * as ShardSizes from "./nodes/ShardSizes.ts"
import * as Ledger from "./Ledger.ts"
import * as LongTransactions from "./LongTransactions.ts"
import * as MigrationFiles from "./MigrationFiles.ts"
import * as Migrations from "./Migrations.ts"
import type { MigrationRefused } from "./MigrationRefused.ts"
import * as Rehearsal from "./Rehearsal.ts"
import { row } from "./TenantDatabase.ts"

/** A table that a migration locks so that others wait. */
export interface Locked {
  /** With its schema: `formwork.submissions`. */
  readonly table: string
  /** The strongest lock, as `pg_locks` names it. */
  readonly lock: string
  /** `kept`: the lock is held for a moment. Otherwise for as long as all of the table is read, or written anew. */
  readonly work: "kept" | "read" | "written"
  /** As Postgres counts or estimates them. */
  readonly rows: number
  readonly bytes: number
  /** How long that takes, from how long a part of the table took to read just now; 0 for `kept`. Null where the login may not read it, or a node did not answer. */
  readonly seconds: number | null
}

export interface Step {
  readonly migration: string
  /** Whether servers and workers of the database's version run on meanwhile and afterwards. */
  readonly isServed: boolean
  readonly locked: ReadonlyArray<Locked>
}

export interface Plan {
  /** The newest migration that the database has; undefined where it has no schema. */
  readonly newest: string | undefined
  /** The migrations that it lacks, in order. */
  readonly steps: ReadonlyArray<Step>
  /** Whether servers and workers may run meanwhile, and no request waits for longer than a second. */
  readonly isWithoutPause: boolean
  /** A migration waits for those that use its tables. */
  readonly open: ReadonlyArray<LongTransactions.LongTransaction>
}

/** A lock that is short by itself keeps others for less than this. */
const shortSeconds = 1

/** So many blocks of a table are read to see how fast that is: 16 MiB. */
const sampled = 2048

/** A table that is written anew is read, written, and written to the log; so are its indexes. */
const writtenTimes = 4

const sizes = row(
  Schema.Struct({
    rows: Schema.Number,
    bytes: Schema.Number,
    blocks: Schema.Number,
    isMember: Schema.Boolean,
    /** The table, or the largest of its months where it is divided by months. */
    largest: Schema.String
  })
)

/** @returns undefined where the database has no such table: an earlier one of the migrations makes it. */
const sizeOf = (sql: SqlClient.SqlClient, table: string) =>
  sql`
    select sum(greatest(p.reltuples, pg_stat_get_live_tuples(p.oid), 0))::float8 as rows,
           sum(pg_total_relation_size(p.oid))::float8 as bytes,
           sum(pg_relation_size(p.oid))::float8 / current_setting('block_size')::integer as blocks,
           bool_and(pg_has_role(session_user, p.relowner, 'member')) as "isMember",
           (array_agg(p.oid::regclass::text order by pg_relation_size(p.oid) desc))[1] as largest
      from pg_class p
     where p.relkind = 'r'
       and (p.oid = to_regclass(${table})
            or p.oid in (select t.relid from pg_partition_tree(to_regclass(${table})) t where t.isleaf))
    having count(*) > 0`.pipe(sizes)

/** How long the table's first blocks take to read, for as many as it has. */
const secondsToRead = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: string, blocks: number) {
  const began = performance.now()
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`set local role formwork_owner`
      yield* sql`select count(*)::text from ${sql(table)} where ctid < ${`(${sampled},0)`}::text::tid`
    })
  )
  return ((performance.now() - began) / 1000) * Math.max(1, blocks / sampled)
})

interface Measured {
  readonly rows: number
  readonly bytes: number
  readonly secondsToRead: Effect.Effect<number | null, SqlError.SqlError>
}

const measured = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: string) {
  const size = yield* sizeOf(sql, table)
  if (size === undefined) return undefined
  const { blocks, isMember, largest } = size
  return { ...size, secondsToRead: isMember ? secondsToRead(sql, largest, blocks) : Effect.succeed(null) }
})

/** Where nodes have the tables, that of its own node alone is empty. */
const measuredOnNodes = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: string) {
  const size = yield* ShardSizes.sizeOf(sql, table)
  if (size === undefined) return yield* measured(sql, table)
  const times = Math.max(1, size.blocks / sampled)
  const reading = size.isWhole ? ShardSizes.secondsToRead(sql, size, sampled) : Effect.succeed(null)
  return { ...size, secondsToRead: Effect.map(reading, (seconds) => seconds && seconds * times) }
})

const lockedOf = Effect.fnUntraced(function* (touch: Rehearsal.Touch, size: Measured | undefined) {
  const { isRewritten, lock, table } = touch
  if (size === undefined) return []
  const { bytes, rows } = size
  if (!Rehearsal.isLong(touch)) return [{ table, lock, work: "kept", rows, bytes, seconds: 0 } as const]
  const reading = yield* size.secondsToRead
  if (!isRewritten) return [{ table, lock, work: "read", rows, bytes, seconds: reading } as const]
  return [{ table, lock, work: "written", rows, bytes, seconds: reading && reading * writtenTimes } as const]
})

/**
 * Says what the pending migrations would do. The database is only read, and no lock is taken there. Refuses as a migration does.
 * @param scratch an empty database, as a superuser, on which they are tried.
 */
export const make = Effect.fn("MigrationPlan.make")(function* (
  sql: SqlClient.SqlClient,
  scratch: Effect.Effect<SqlClient.SqlClient, SqlError.SqlError, Scope.Scope>
): Effect.fn.Return<Plan, MigrationRefused | SqlError.SqlError> {
  const applied = yield* Ledger.read(sql)
  const files = yield* MigrationFiles.known
  yield* Ledger.agree(applied, files)
  const newest = applied.at(-1)
  const pending = Ledger.lacking(applied, files)
  if (newest === undefined || pending.length === 0) {
    const steps = pending.map(({ name }) => ({ migration: name, isServed: false, locked: [] }))
    return { newest: newest?.name, steps, isWithoutPause: pending.length === 0, open: [] }
  }
  const nodes = yield* Distribution.state(sql)
  if (nodes?.isDivided === true && !nodes.isSuperuser) return yield* Migrations.notSuperuser
  const sizing = nodes?.isDivided === true ? measuredOnNodes : measured
  const touches = yield* Effect.scoped(
    Effect.flatMap(scratch, (empty) =>
      Rehearsal.rehearse(empty, files, ({ id }) => pending.some((file) => file.id === id))
    )
  ).pipe(Effect.provide(Logger.layer([])))
  const steps = yield* Effect.forEach(pending, (file) =>
    Effect.map(
      Effect.forEach(
        touches.filter((touch) => touch.migration === file.name && Rehearsal.isStrong(touch)),
        (touch) => Effect.flatMap(sizing(sql, touch.table), (size) => lockedOf(touch, size))
      ),
      (locked) => ({ migration: file.name, isServed: Ledger.isServed(newest.id, [file]), locked: locked.flat() })
    )
  )
  const isShort = steps.every(({ locked }) => locked.every(({ seconds }) => seconds !== null && seconds < shortSeconds))
  return {
    newest: newest.name,
    steps,
    isWithoutPause: isShort && steps.every((step) => step.isServed),
    open: yield* LongTransactions.read(sql)
  }
})
