/** Gives up the months of tables that only grow, once they are older than an operator wants to keep. */
import { Effect } from "effect"
import type { Redacted } from "effect"
import { SqlError } from "effect/sql"
import type { SqlClient } from "effect/sql"
import { alone } from "../alone.ts"
import { using } from "../asLogin.ts"
import * as Guards from "../Guards.ts"
import * as Ledger from "../Ledger.ts"
import * as LongTransactions from "../LongTransactions.ts"
import { mayMigrate } from "../mayMigrate.ts"
import { MigrationRefused } from "../MigrationRefused.ts"
import { isLocked, sqlStateOf } from "../SqlFailure.ts"
import * as Distribution from "../nodes/Distribution.ts"
import type { Place } from "./Changes.ts"
import * as Division from "./Division.ts"
import { growing } from "./Growing.ts"
import type { Growing, Subject } from "./Growing.ts"
import * as Month from "./Month.ts"
import * as Parts from "./Parts.ts"
import type { Part } from "./Parts.ts"

/** What became of a table, or would. */
export interface Kept {
  readonly subject: Subject
  /** With its schema. */
  readonly table: string
  /** Whether it is divided by months now. */
  readonly isDivided: boolean
  /** Whether a division of it was begun before and is not ended, and is not now either. */
  readonly isUnfinished: boolean
  /** What it had, the oldest first. */
  readonly parts: ReadonlyArray<Part & { readonly isGivenUp: boolean }>
}

/** How many whole months before the current one are kept of each; those that are not named keep all. */
export type Wanted = Readonly<Partial<Record<Subject, number>>>

/** A lock that could not be had in ten minutes is a refusal. */
const patiently = <A>(sql: SqlClient.SqlClient, { table }: Growing, work: Effect.Effect<A, SqlError.SqlError>) =>
  Effect.catchIf(work, isLocked, () =>
    Effect.flatMap(LongTransactions.read(sql), (open) => {
      const who = open.length === 0 ? "" : ` Open: ${open.map(LongTransactions.sentenceOf).join("; ")}.`
      return refuse(
        `Another transaction has used formwork.${table} for ten minutes; run this again once it has ended.${who}`
      )
    })
  )

const refuse = (message: string) => Effect.fail(new MigrationRefused({ message }))

/** A row that is far ahead of time has no place in what a table has so far. */
const isAhead = (error: unknown): boolean => SqlError.isSqlError(error) && sqlStateOf(error) === "23514"

const divide = (sql: SqlClient.SqlClient, table: Growing, now: Month.Month, place: Place) =>
  patiently(sql, table, Division.divide(sql, table, now, place)).pipe(
    Effect.catchIf(isAhead, () => {
      const first = Month.shown(now + Division.margin)
      return refuse(
        `formwork.${table.table} has rows of ${first} or later, by a clock that ran ahead; it is left as it was.`
      )
    })
  )

/** The parts that end before a month. What took the place of older ones is old by itself, and goes with the next if it has no row. */
const olderThan = (parts: ReadonlyArray<Part>, month: Month.Month): ReadonlyArray<Part> => {
  const old = parts.filter(({ to }) => to !== undefined && to <= month)
  return old.length > 1 || old.some(({ isEmpty }) => !isEmpty) ? old : []
}

/** Gives up what is old of a table, and what an earlier call has left. */
const giveUp = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  table: Growing,
  old: ReadonlyArray<Part>,
  place: Place
) {
  if (old.length > 0) yield* patiently(sql, table, Division.shorten(sql, table, old, place))
  const { leaving } = yield* Parts.read(sql, table, place.isOnNodes)
  yield* Effect.forEach(leaving, (name) => patiently(sql, table, Division.drop(sql, name, place)), { discard: true })
})

/**
 * Divides the tables that `wanted` names and that are not yet divided, makes their months to come, and gives up those that are older.
 * @param sql one connection, whose login may migrate.
 * @param now the current month.
 * @param isTrial changes nothing.
 * @returns every table that can be divided.
 */
const run = Effect.fn("Retention.run")(function* (
  sql: SqlClient.SqlClient,
  wanted: Wanted,
  now: Month.Month,
  isTrial = false
): Effect.fn.Return<ReadonlyArray<Kept>, MigrationRefused | SqlError.SqlError> {
  const place = { isOnNodes: (yield* Distribution.state(sql))?.isDivided === true }
  const all: Array<Kept> = []
  for (const table of growing) {
    const months = wanted[table.subject]
    const { isDivided, isUnfinished, parts } = yield* Parts.read(sql, table, place.isOnNodes)
    const old = months === undefined ? [] : olderThan(parts, now - months)
    const isChanged = !isTrial && months !== undefined
    if (isChanged) {
      yield* isDivided
        ? patiently(sql, table, Division.extend(sql, table, parts, now, place))
        : divide(sql, table, now, place)
      yield* giveUp(sql, table, old, place)
    }
    all.push({
      subject: table.subject,
      table: `formwork.${table.table}`,
      isDivided: isDivided || isChanged,
      isUnfinished: isUnfinished && !isChanged,
      parts: parts.map((part) => ({ ...part, isGivenUp: old.includes(part) }))
    })
  }
  return all
})

/**
 * The same for the database at `url`, while servers run. Refuses one that lacks migrations or is newer, a login that may not migrate, and
 * a database that afterwards is not as the migrations make it.
 */
export const retain = Effect.fn("Retention.retain")(
  (url: Redacted.Redacted<string>, wanted: Wanted, now: Month.Month, isTrial: boolean) =>
    (isTrial || Object.keys(wanted).length === 0 ? using : alone)(url, (sql, shown) =>
      checked(sql, shown, wanted, now, isTrial)
    )
)

const checked = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  shown: string,
  wanted: Wanted,
  now: Month.Month,
  isTrial: boolean
): Effect.fn.Return<ReadonlyArray<Kept>, MigrationRefused | SqlError.SqlError> {
  if (!isTrial && Object.keys(wanted).length > 0) yield* mayMigrate(sql)
  const { applied, pending, unknown } = yield* Ledger.status(sql)
  if (applied.length === 0 || pending.length > 0) {
    return yield* new MigrationRefused({
      message: `The database at ${shown} ${applied.length === 0 ? "has no Formwork schema" : "lacks migrations"}; run \`formwork migrate\` first.`
    })
  }
  if (unknown.length > 0) {
    return yield* new MigrationRefused({
      message: `The database at ${shown} is newer than this program. Use the newer program.`
    })
  }
  const kept = yield* run(sql, wanted, now, isTrial)
  const differing = yield* Guards.differing(sql, yield* Guards.expected)
  if (differing === undefined) return kept
  return yield* new MigrationRefused({ message: `The database at ${shown} ${differing}` })
})
