/**
 * A migration of a database that is divided among nodes (docs/decisions/0311). Citus passes each statement on to the nodes as the role that
 * runs it, and the roles that own our tables may not log in there. So a superuser runs the file, and each object that it makes gets its
 * owner, and loses what its owner's defaults would have taken from it, right after it is made.
 */
import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { rows } from "../TenantDatabase.ts"
import { statementsOf } from "./statementsOf.ts"

const objects = rows(Schema.Struct({ kind: Schema.Literals(["table", "function"]), name: Schema.String }))

/** What belongs to the login: nothing of ours does for longer than a statement. */
const handOver = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, owner: string) {
  const made = yield* sql`
    select 'function' as kind, p.oid::regprocedure::text as name
      from pg_proc p
     where p.proowner = session_user::regrole and p.pronamespace in ('formwork'::regnamespace, 'formwork_auth'::regnamespace)
    union all
    select 'table', c.oid::regclass::text
      from pg_class c
     where c.relkind in ('r', 'p') and c.relowner = session_user::regrole
       and c.relnamespace in ('formwork'::regnamespace, 'formwork_auth'::regnamespace)`.pipe(objects)
  for (const { kind, name } of made) {
    yield* sql.unsafe(`alter ${kind} ${name} owner to ${owner}`).unprepared
    if (kind === "function") yield* sql.unsafe(`revoke execute on function ${name} from public`).unprepared
  }
})

/** @param sql a superuser's connection to the coordinator, in the transaction of all files. */
export const run = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  text: string
): Effect.fn.Return<void, SqlError.SqlError> {
  let owner: string | undefined
  for (const statement of statementsOf(text)) {
    const role = /^set local role (\w+)$/iu.exec(statement)?.[1]
    if (role !== undefined) {
      owner = role
      continue
    }
    yield* sql.unsafe(statement).unprepared
    if (owner !== undefined && /^create\b/iu.test(statement)) yield* handOver(sql, owner)
  }
})
