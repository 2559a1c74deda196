/** Which migrations a database has run, by its table `formwork.migrations`, and how that compares with this program's. */
import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import * as Guards from "./Guards.ts"
import * as MigrationFiles from "./MigrationFiles.ts"
import type { Migration } from "./MigrationFiles.ts"
import { MigrationRefused } from "./MigrationRefused.ts"
import { rows } from "./TenantDatabase.ts"

/** The migrations of a database, compared with this program's. */
export interface Status {
  /** Names of the migrations that the database has, oldest first. */
  readonly applied: ReadonlyArray<string>
  /** Names of those that the database lacks. */
  readonly pending: ReadonlyArray<string>
  /** Names of those that this program does not know: the database is newer. */
  readonly unknown: ReadonlyArray<string>
  /** Whether this program runs beside all that it does not know. */
  readonly isServed: boolean
  /** Names of those whose number has another name here: the database is from before the first release. */
  readonly unreleased: ReadonlyArray<string>
}

/** A migration that has run. */
const Entry = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  sha256: Schema.String,
  servesFrom: Schema.NullOr(Schema.Int)
})
export type Entry = typeof Entry.Type

const entries = rows(Entry)
const existing = rows(Schema.Struct({ ledger: Schema.Boolean }))

/** @returns what has run, oldest first; nothing where there is no schema. */
export const read = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [found] = yield* sql`select to_regclass('formwork.migrations') is not null as ledger`.pipe(existing)
  if (found?.ledger !== true) return []
  // The column came with 0034_upgrades.sql.
  return yield* sql`
    select id, name, sha256, (to_jsonb(m) ->> 'serves_from')::integer as "servesFrom" from formwork.migrations m
     order by id`.pipe(entries)
})

export const lacking = (applied: ReadonlyArray<Entry>, files: ReadonlyArray<Migration>): ReadonlyArray<Migration> =>
  files.filter(({ id }) => !applied.some((entry) => entry.id === id))

const newestOf = (all: ReadonlyArray<{ readonly id: number }>): number => Math.max(0, ...all.map(({ id }) => id))

/** Whether programs whose newest migration is `newest` run on beside these. */
export const isServed = (
  newest: number,
  migrations: ReadonlyArray<{ readonly servesFrom: number | null | undefined }>
): boolean => migrations.every(({ servesFrom }) => typeof servesFrom === "number" && servesFrom <= newest)

/** Compares the database with this program. Reads only the ledger. */
export const status = Effect.fn("Ledger.status")(function* (
  sql: SqlClient.SqlClient
): Effect.fn.Return<Status, SqlError.SqlError> {
  const applied = yield* read(sql)
  const files = yield* MigrationFiles.known
  const unknown = applied.filter(({ id }) => !files.some((file) => file.id === id))
  return {
    applied: applied.map(({ name }) => name),
    pending: lacking(applied, files).map(({ name }) => name),
    unknown: unknown.map(({ name }) => name),
    isServed: isServed(newestOf(files), unknown),
    unreleased: unreleased(applied, files)
  }
})

/** A released file keeps its name and its number for good. */
const unreleased = (applied: ReadonlyArray<Entry>, files: ReadonlyArray<Migration>): ReadonlyArray<string> =>
  applied
    .filter((entry) => files.some(({ id, name }) => id === entry.id && name !== entry.name))
    .map(({ name }) => name)

/** The end of the message for a database from before the first release. */
export const unreleasedMessage = (migration: string | undefined): string =>
  `is from before the first release (it has the migration ${migration}), and its data cannot be carried over: ` +
  "delete the data folder, or on a server drop the database, and start again."

/** Refuses a database that this program cannot migrate: from before the first release, newer, or migrated by files that were changed. */
export const agree = (
  applied: ReadonlyArray<Entry>,
  files: ReadonlyArray<Migration>
): Effect.Effect<void, MigrationRefused> => {
  const [earlier] = unreleased(applied, files)
  if (earlier !== undefined)
    return Effect.fail(new MigrationRefused({ message: `The database ${unreleasedMessage(earlier)}` }))
  for (const entry of applied) {
    const file = files.find(({ id }) => id === entry.id)
    if (file === undefined) {
      return Effect.fail(
        new MigrationRefused({
          message: `The database has the migration ${entry.name}, which this program does not know: it is newer than this program. Use the newer program.`
        })
      )
    }
    if (file.sha256 !== entry.sha256) {
      return Effect.fail(
        new MigrationRefused({
          message: `The migration ${entry.name} was changed after this database had run it. Put it back as it was, and change the schema in a new file.`
        })
      )
    }
  }
  return Effect.void
}

/**
 * Writes down what has run: last, because the first files come before the ledger itself. With the newest go the guards that all of them make,
 * so that a program that does not know it can compare.
 * @param isDivided nodes let the owner of the ledger in no more than elsewhere.
 */
export const record = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  files: ReadonlyArray<Migration>,
  isDivided: boolean
) {
  if (files.length === 0) return
  if (!isDivided) yield* sql`set local role formwork_owner`
  for (const { id, name, servesFrom, sha256 } of files) {
    yield* sql`
      insert into formwork.migrations (id, name, sha256, serves_from) values (${id}, ${name}, ${sha256}, ${servesFrom ?? null})`
  }
  yield* sql`
    update formwork.migrations m set guards = case when m.id = n.id then ${yield* Guards.expected} end
      from (select max(id) as id from formwork.migrations) n
     where m.id = n.id or m.guards is not null`
  yield* sql`set local role none`
})

const guardsRows = rows(Schema.Struct({ guards: Schema.NullOr(Schema.String) }))

/** The guards that the newest migration of the database makes, as the program that ran it wrote them down. */
export const guards = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [newest] = yield* sql`
    select to_jsonb(m) ->> 'guards' as guards from formwork.migrations m order by id desc limit 1`.pipe(guardsRows)
  return newest?.guards ?? (yield* Guards.expected)
})
