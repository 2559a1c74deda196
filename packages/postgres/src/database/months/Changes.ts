/** Changes the definitions of tables while servers use them. A server waits little more than a tenth of a second at most. */
import { Effect, Schedule } from "effect"
import type { SqlClient } from "effect/sql"
import { isLocked } from "../SqlFailure.ts"

export interface Place {
  /** Whether nodes have the rows. Then a superuser works, because owners may not log in there. */
  readonly isOnNodes: boolean
}

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Statements in a row, as one block of PL/pgSQL: it runs to its end if the client goes away. */
const block = (steps: ReadonlyArray<string>): string =>
  `do $months$ begin\n${steps.map((step) => (step === "commit" ? step : `execute ${quoted(step)}`)).join(";\n")};\nend $months$`

/**
 * Changes tables, and before them those that they refer to, in a way that changes nothing: for the locks.
 * @param kinds of `pg_class.relkind`.
 */
const each = (tables: ReadonlyArray<string>, kinds: string, change: string): string =>
  `do $each$ declare change text; begin
     for change in
       with given as (select to_regclass(t.name)::oid as id, t.place
                        from unnest(${quoted(`{${tables.join(",")}}`)}::text[]) with ordinality as t (name, place))
       select ${change}
         from (select id, place from given
               union all select distinct k.confrelid, 0 from pg_constraint k join given on k.conrelid = id where k.contype = 'f') t
         join pg_class c on c.oid = t.id join pg_attribute a on a.attrelid = c.oid and a.attnum = 1
        where c.relkind in (${kinds})
        order by t.place, c.oid
     loop execute change; end loop;
   end $each$`

const asOwner = (wait: string): ReadonlyArray<string> => [
  `set local lock_timeout = ${quoted(wait)}`,
  "set local role formwork_owner"
]

/**
 * Ends the autovacuums of tables. They give way to who waits for more than a second: here with a lock that neither readers nor writers wait
 * for.
 */
const unvacuumed = (tables: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...asOwner("1100ms"),
  each(
    tables,
    "'r'",
    "format('alter table %s alter column %I set statistics %s', c.oid::regclass, a.attname, coalesce(a.attstattarget, -1))"
  )
]

/**
 * Locks tables for this transaction alone. Foreign keys want the same of the tables that they lead to; those come first, as they do for
 * servers: otherwise a worker that has one waits for the other.
 */
const locked = (tables: ReadonlyArray<string>): string =>
  each(
    tables,
    "'r', 'p'",
    "format('alter table %s %s row level security', c.oid::regclass, case when c.relrowsecurity then 'enable' else 'disable' end)"
  )

/**
 * The first statements of a transaction. A lock is waited for no longer than a tenth of a second, because others wait behind it. On nodes, only
 * who waits for more than a second ends an autovacuum, and Citus finds who waits for each other.
 */
const beginning = (isOnNodes: boolean): ReadonlyArray<string> =>
  isOnNodes
    ? [
        `select set_config('lock_timeout', case when exists (select from pg_stat_progress_vacuum where datname = current_database())
     or exists (select from pg_stat_progress_analyze where datname = current_database()) then '1100ms' else '100ms' end, true)`,
        "set local citus.multi_shard_modify_mode = 'sequential'"
      ]
    : asOwner("100ms")

/**
 * Runs statements in one transaction. Where another one holds a lock that they need, they are tried again for ten minutes.
 * @param tables those that they change.
 */
export const run = (
  sql: SqlClient.SqlClient,
  { isOnNodes }: Place,
  tables: ReadonlyArray<string>,
  ...transactions: ReadonlyArray<ReadonlyArray<string>>
) => {
  const steps = [
    ...(isOnNodes ? [] : [unvacuumed(tables)]),
    ...transactions.map((statements) => [...beginning(isOnNodes), ...statements])
  ].flatMap((statements, turn) => [...(turn > 0 ? ["commit"] : []), ...statements])
  let isSaid = false
  return Effect.asVoid(sql.unsafe(block(steps)).unprepared).pipe(
    Effect.tapError((error) => {
      if (!isLocked(error) || isSaid) return Effect.void
      isSaid = true
      return Effect.logInfo(
        "another transaction holds a lock that is needed, such as a backup's; trying again for ten minutes"
      )
    }),
    Effect.retry({ while: isLocked, schedule: Schedule.spaced("2 seconds"), times: 300 })
  )
}

/** Runs statements that attach, detach and drop parts, in one transaction. */
export const change = (
  sql: SqlClient.SqlClient,
  place: Place,
  tables: ReadonlyArray<string>,
  statements: ReadonlyArray<string>
) => run(sql, place, tables, [...(place.isOnNodes ? [] : [locked(tables)]), ...statements])
