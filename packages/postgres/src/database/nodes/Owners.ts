/**
 * Who owns the tables of a divided database. Citus moves rows as their owner: ours may not log in, and row security binds it, so for the
 * length of a move the superuser who moves owns them, whom it does not bind. The roles of servers notice nothing: what they may do is granted to them.
 */
import { Effect, Schedule, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import * as Guards from "../Guards.ts"
import { isLocked } from "../SqlFailure.ts"
import { rows } from "../TenantDatabase.ts"

const Owned = Schema.Struct({ name: Schema.String, owner: Schema.String })
const owned = rows(Owned)

/** The tables that lie together with the organisations, their months too, and who owns each. */
const read = (sql: SqlClient.SqlClient) =>
  sql`
    select c.oid::regclass::text as name, c.relowner::regrole::text as owner
      from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where p.colocationid = (select o.colocationid from pg_dist_partition o where o.logicalrelid = to_regclass('formwork.organisations'))
     order by 1`.pipe(owned)

const ownerLine = /^table (\S+) \| the owner \| (\S+)$/u

/** The owners that the migrations make. A month has the owner of its table. */
const wanted = Effect.map(Guards.expected, (text) => {
  const owners = new Map(
    text.split("\n").flatMap((line) => {
      const [, name, owner] = ownerLine.exec(line) ?? []
      return name === undefined || owner === undefined ? [] : [[name, owner] as const]
    })
  )
  return (name: string): string => owners.get(name) ?? "formwork_owner"
})

/** Tables whose owner is not the one that the migrations make. A move that was cut short leaves some. */
const astray = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const ownerOf = yield* wanted
  const tables = yield* read(sql)
  return tables.flatMap(({ name, owner }) => (owner === ownerOf(name) ? [] : [{ name, owner: ownerOf(name) }]))
})

/** A filing holds several tables: one at a time is taken, for a moment, and a lock is waited for no longer than a tenth of a second. */
const give = (sql: SqlClient.SqlClient, tables: ReadonlyArray<typeof Owned.Type>) =>
  Effect.forEach(
    tables,
    ({ name, owner }) =>
      sql
        .withTransaction(
          Effect.gen(function* () {
            yield* sql`
              select set_config('lock_timeout', '100ms', true), set_config('citus.multi_shard_modify_mode', 'sequential', true)`
            yield* sql.unsafe(`alter table ${name} owner to ${owner}`).unprepared
          })
        )
        .pipe(Effect.retry({ while: isLocked, schedule: Schedule.spaced("1 second"), times: 600 })),
    { discard: true }
  )

/** Names of the tables that have to be given back. */
export const strays = (sql: SqlClient.SqlClient): Effect.Effect<ReadonlyArray<string>, SqlError.SqlError> =>
  Effect.map(astray(sql), (tables) => tables.map(({ name }) => name))

/** The superuser of this connection owns all of them. */
export const take = Effect.fn("Owners.take")(function* (
  sql: SqlClient.SqlClient
): Effect.fn.Return<void, SqlError.SqlError> {
  const tables = yield* read(sql)
  yield* give(
    sql,
    tables.map(({ name }) => ({ name, owner: "session_user" }))
  )
})

/** Each has the owner again that the migrations make. */
export const giveBack = Effect.fn("Owners.giveBack")(function* (
  sql: SqlClient.SqlClient
): Effect.fn.Return<void, SqlError.SqlError> {
  yield* give(sql, yield* astray(sql))
})
