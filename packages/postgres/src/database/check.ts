/** What a server of Formwork must not run on: a role that row security does not bind, another schema, other guards. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Address } from "./Address.ts"
import * as Guards from "./Guards.ts"
import * as Ledger from "./Ledger.ts"
import * as SessionSettings from "./SessionSettings.ts"
import { owners } from "./owners.ts"
import { notMigrated, refusalOf, StartRefused } from "./StartRefused.ts"
import { row } from "./TenantDatabase.ts"

/** What a connection runs as. */
export type Role = "formwork_api" | "formwork_worker" | "formwork_operator"

const boundRow = row(
  Schema.Struct({
    role: Schema.String,
    unbound: Schema.Boolean,
    /** What takes the role out of each kind of others. */
    owning: Schema.Array(Schema.String),
    seeing: Schema.Array(Schema.String)
  })
)

/** Roles that see the rows of all organisations, each of its own kind. */
const crossing = ["formwork_worker", "formwork_operator"]

const privileged = (message: string) => new StartRefused({ reason: "privileged", message })

/** The role itself is looked at, not the login that became it: a superuser's login may. */
const checkBound = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, role: Role) {
  const revokes = (others: ReadonlyArray<string>) => sql`
    array(select format('revoke %I from %I%s;', g.rolname, r.rolname,
                   -- A superuser grants as the first one, whose oid is 10, and revokes what that one granted.
                   case when m.grantor <> 10 and by.rolname is not null then format(' granted by %I', by.rolname) else '' end)
            from pg_auth_members m join pg_roles g on g.oid = m.roleid left join pg_roles by on by.oid = m.grantor
           where m.member = r.oid
             and exists (select from pg_roles o where o.rolname = any (${others}) and pg_has_role(g.oid, o.oid, 'member'))
           order by 1)`
  const found = yield* sql`
    select r.rolname::text as role, r.rolsuper or r.rolbypassrls as unbound, ${revokes(owners)} as owning,
           ${revokes(crossing)} as seeing
      from pg_roles r where r.rolname = current_user`.pipe(boundRow)
  if (found?.role !== role || found.unbound) {
    return yield* privileged(
      `The role ${found?.role} is a superuser or bypasses row security, so nothing would keep organisations apart; ` +
        `let an administrator run: alter role ${found?.role} nosuperuser nobypassrls;`
    )
  }
  if (found.owning.length > 0) {
    return yield* privileged(
      `The role ${role} is a member of a role that owns Formwork's tables or functions and could turn row security off, so nothing would keep ` +
        `organisations apart; let an administrator run: ${found.owning.join(" ")}`
    )
  }
  if (role === "formwork_api" && found.seeing.length > 0) {
    return yield* privileged(
      `The role ${role} is a member of a role that works for all organisations, and callers could be shown another one's rows; ` +
        `let an administrator run: ${found.seeing.join(" ")}`
    )
  }
})

const checkSchema = Effect.fnUntraced(function* (address: Address, sql: SqlClient.SqlClient) {
  const { isServed, pending, unknown, unreleased } = yield* Ledger.status(sql)
  if (unreleased.length > 0) {
    return yield* new StartRefused({
      reason: "unreleased",
      message: `The database at ${address.shown} ${Ledger.unreleasedMessage(unreleased[0])}`
    })
  }
  if (unknown.length > 0 && !isServed) {
    return yield* new StartRefused({
      reason: "newer",
      message: `The database at ${address.shown} has the migration ${unknown[0]}, which this program does not know and may not run beside; use the newer program.`
    })
  }
  if (pending.length > 0) return yield* notMigrated(address.shown, `lacks the migration ${pending[0]}`)
  if (unknown.length > 0) {
    yield* Effect.logInfo(
      `The database at ${address.shown} has the migration ${unknown.at(-1)}, which is newer than this program and lets it run`
    )
  }
})

/** Refuses what a server must not run on. */
export const check = Effect.fnUntraced(
  function* (address: Address, sql: SqlClient.SqlClient, role: Role) {
    yield* checkBound(sql, role)
    yield* SessionSettings.check(sql, role)
    yield* checkSchema(address, sql)
    const differing = yield* Guards.differing(sql, yield* Ledger.guards(sql))
    if (differing === undefined) return
    return yield* new StartRefused({ reason: "misrestored", message: `The database at ${address.shown} ${differing}` })
  },
  (self, address) => Effect.catchTag(self, "SqlError", (error) => Effect.fail(refusalOf(address.shown, error)))
)
