/** Which rights a login lacks for a migration. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { MigrationRefused } from "./MigrationRefused.ts"
import { owners, servers } from "./owners.ts"
import { sessionSettings } from "./SessionSettings.ts"
import { rows } from "./TenantDatabase.ts"

const Login = Schema.Struct({
  login: Schema.String,
  database: Schema.String,
  superuser: Schema.Boolean,
  createsRoles: Schema.Boolean,
  createsSchemas: Schema.Boolean,
  missing: Schema.Array(Schema.String),
  foreign: Schema.Array(Schema.String),
  /** What has to be run so that the servers' roles have their settings, where the login may not run it. */
  unset: Schema.Array(Schema.String)
})
const loginRows = rows(Login)

/** Checks the login's rights before the first change, and says what an administrator has to run. */
export const mayMigrate = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [me] = yield* sql`
    select session_user::text as login, current_database()::text as database, r.rolsuper as superuser,
           r.rolcreaterole as "createsRoles",
           has_database_privilege(current_database(), 'create') as "createsSchemas",
           array(select n from unnest(array['formwork_owner', 'formwork_auth', 'formwork_filing', 'formwork_api', 'formwork_operator', 'formwork_worker']) n
                  where not exists (select from pg_roles where rolname = n)) as missing,
           array(select o.rolname::text from pg_roles o
                  where o.rolname = any (${owners}) and not pg_has_role(session_user, o.oid, 'member')) as foreign,
           array(select format('alter role %s set %s = %L;', w.role, s.name, s.setting)
                   from unnest(${servers}::text[]) w (role),
                        unnest(${Object.keys(sessionSettings)}::text[], ${Object.values(sessionSettings)}::text[]) s (name, setting)
                   left join lateral (select p.oid from pg_roles p where p.rolname = w.role) o on true
                  where not case
                          when o.oid is null then r.rolcreaterole -- the login will make the role
                          when current_setting('server_version_num')::integer < 160000 then r.rolcreaterole
                          else r.rolcreaterole and pg_has_role(session_user, o.oid, 'member with admin option') end
                    and not exists (select from pg_db_role_setting d, unnest(d.setconfig) c (setting)
                                     where d.setdatabase = 0 and d.setrole = o.oid and split_part(c.setting, '=', 1) = s.name)
                  order by w.role, s.name) as unset
      from pg_roles r where r.rolname = session_user`.pipe(loginRows)
  if (me !== undefined && servers.includes(me.login)) {
    return yield* new MigrationRefused({
      message: `${me.login} is the login of the service, which row security has to bind; migrate as a role that may create roles.`
    })
  }
  if (me === undefined || me.superuser) return
  const login = `"${me.login.replaceAll('"', '""')}"`
  const wanting = [
    ...(me.createsRoles
      ? []
      : me.missing.map((role) => `create role ${role} ${servers.includes(role) ? "login" : "nologin"};`)),
    ...(me.createsRoles && me.foreign.length === 0
      ? []
      : owners
          .filter((role) => me.foreign.includes(role) || (!me.createsRoles && me.missing.includes(role)))
          .map((role) => `grant ${role} to ${login};`)),
    ...me.unset,
    ...(me.createsSchemas ? [] : [`grant create on database "${me.database.replaceAll('"', '""')}" to ${login};`])
  ]
  if (wanting.length === 0) return
  return yield* new MigrationRefused({
    message: `The role ${login} may not prepare this database for Formwork. Let an administrator run: ${wanting.join(" ")}`,
    sql: wanting.join("\n")
  })
})
