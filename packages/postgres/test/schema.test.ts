/** What the schema promises, read from the catalogs: objects that are added later are checked too. */
import { assert, layer } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import { Effect } from "effect"
import type { Layer } from "effect"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import * as Fixture from "@formwork/contract/Fixture"
import type { Ports } from "@formwork/contract/Subject"
import { TenantDatabase } from "../src/database/TenantDatabase.ts"
import { databases, Raw, superuser } from "./Databases.ts"

const ours = "n.nspname !~ '^pg_' and n.nspname <> 'information_schema'"
const common = ["formwork.installation", "formwork.migrations"]

const tables = (it: Vitest.MethodsNonLive<Ports | Raw | TenantDatabase>): void => {
  it.effect(
    "every table of an organisation has row security, forced, by one policy that checks what is read and what is written",
    () =>
      Effect.gen(function* () {
        const found = yield* superuser(`
        select format('%s.%s', n.nspname, c.relname) as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
               (select json_agg(json_build_object('name', polname, 'using', pg_get_expr(polqual, polrelid),
                  'check', pg_get_expr(polwithcheck, polrelid), 'permissive', polpermissive, 'command', polcmd,
                  'roles', (select array_agg(rolname) from pg_roles where oid = any (polroles))) order by polname)
                  from pg_policy where polrelid = c.oid) as policies
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p') and ${ours} order by 1`)
        const rule = "(organisation_id = formwork.current_organisation())"
        const tenant = { name: "tenant", using: rule, check: rule, permissive: true, command: "*", roles: null }
        const drain = {
          name: "drain",
          using: "true",
          check: "true",
          permissive: true,
          command: "*",
          roles: ["formwork_worker"]
        }
        const more: Readonly<Record<string, unknown>> = {
          "formwork.api_keys": {
            name: "ended_stays_ended",
            using:
              "((revoked_at IS NULL) OR ((revoked_reason = 'rotated'::text) AND (revoked_at > clock_timestamp())))",
            check: "true",
            permissive: false,
            command: "w",
            roles: null
          },
          "formwork.sessions": {
            name: "ended_stays_ended",
            using: "(ended_at IS NULL)",
            check: "true",
            permissive: false,
            command: "w",
            roles: null
          },
          "formwork.invitations": {
            name: "ended_stays_ended",
            using: "(ended_at IS NULL)",
            check: "true",
            permissive: false,
            command: "w",
            roles: null
          },
          "formwork.idempotency_records": {
            name: "expired_may_go",
            using: "(expires_at <= statement_timestamp())",
            check: null,
            permissive: false,
            command: "d",
            roles: null
          },
          "formwork.firings": drain,
          "formwork.firing_attempts": drain,
          "formwork.stopped_urls": drain
        }
        for (const { enabled, forced, name, policies } of found) {
          if (common.includes(String(name))) continue
          assert.deepStrictEqual([enabled, forced], [true, true], String(name))
          const other = more[String(name)]
          const expected = other === undefined ? [tenant] : [other, tenant].flat()
          assert.deepStrictEqual(policies, expected, String(name))
        }
      })
  )

  it.effect("no policy looks into a table, and no table has a trigger: a distributed database has neither", () =>
    Effect.gen(function* () {
      const policies = yield* superuser(`
        select format('%s: %s', polrelid::regclass, polname) as name,
               concat(pg_get_expr(polqual, polrelid), ' ', pg_get_expr(polwithcheck, polrelid)) as text from pg_policy`)
      assert.isAbove(policies.length, 24)
      for (const { name, text } of policies) assert.notMatch(String(text), /\bselect\b/iu, String(name))
      const triggers = yield* superuser("select tgname::text as name from pg_trigger where not tgisinternal")
      assert.deepStrictEqual(triggers, [])
    })
  )

  it.effect("a function that sees the rows of one organisation has the organisation as its first argument", () =>
    Effect.gen(function* () {
      const found = yield* superuser(`
        select p.oid::regproc::text as name, split_part(pg_get_function_arguments(p.oid), ',', 1) as first
          from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours} order by 1`)
      const others = found.filter(({ first }) => first !== "p_organisation uuid").map(({ name }) => name)
      assert.deepStrictEqual(others, [
        // Of several organisations in one statement.
        "formwork.add_calls",
        // Of no rows.
        "formwork.bucket_of",
        // Of all organisations.
        "formwork.claim_firings",
        // Of no rows.
        "formwork.current_organisation",
        "formwork.page_statement",
        "formwork.uuidv7",
        "formwork.wait_after",
        // Of several organisations in one statement.
        "formwork_auth.admit",
        "formwork_auth.admit_waiting",
        // Of no rows.
        "formwork_auth.same_password"
      ])
    })
  )

  it.effect("every key, unique constraint and foreign key of an organisation's table leads with the organisation", () =>
    Effect.gen(function* () {
      const found = yield* superuser(`
        select format('%s.%s %s', n.nspname, c.relname, i.relname) as name,
               pg_get_indexdef(x.indexrelid, 1, true) as first, pg_get_indexdef(x.indexrelid, 1, true) as referenced
          from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
          join pg_namespace n on n.oid = c.relnamespace
         where x.indisunique and ${ours}
        union all
        select format('%s.%s %s', n.nspname, c.relname, k.conname),
               (select attname from pg_attribute where attrelid = k.conrelid and attnum = k.conkey[1]),
               (select attname from pg_attribute where attrelid = k.confrelid and attnum = k.confkey[1])
          from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
         where k.contype = 'f' and ${ours}`)
      for (const { first, name, referenced } of found) {
        if (common.some((table) => String(name).startsWith(table))) continue
        assert.deepStrictEqual([first, referenced], ["organisation_id", "organisation_id"], String(name))
      }
    })
  )

  it.effect(
    "a row is looked up by the primary key, also in an empty table, and not by an index with the same first column",
    () =>
      Effect.gen(function* () {
        const sql = yield* Raw
        const keys = yield* superuser(`
        select format('%s.%s', n.nspname, c.relname) as name, k.conname as key,
               (select string_agg(a.attname, ' ' order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey)) as columns
          from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
         where k.contype = 'p' and ${ours} order by 1`)
        for (const { columns, key, name } of keys) {
          if (common.includes(String(name))) continue
          const conditions = String(columns)
            .split(" ")
            .map((column, index) => `${column} = $${index + 1}`)
          const values = conditions.map(() => "null").join(", ")
          const plan = yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql.unsafe("set local role none")
              // The plan that a connection keeps. On a table of one page a sequential scan is best, and would prove nothing.
              yield* sql.unsafe(
                "select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)"
              )
              yield* sql.unsafe(`prepare lookup as select * from ${name} where ${conditions.join(" and ")}`).unprepared
              const lines = yield* sql.unsafe<Record<string, unknown>>(`explain execute lookup(${values})`).unprepared
              yield* sql.unsafe("deallocate lookup").unprepared
              return lines.map((line) => String(line["QUERY PLAN"])).join("\n")
            })
          )
          assert.include(plan, `using ${key} on`, String(name))
        }
      })
  )

  it.effect("nothing of ours belongs to a superuser, and no view reads with its owner's rights", () =>
    Effect.gen(function* () {
      const found = yield* superuser(`
        select format('%s.%s', n.nspname, p.proname) as name, r.rolname::text as owner, p.prosecdef as definer,
               array_to_string(p.proconfig, ',') as config, p.prosqlbody is not null as resolved, array_to_string(p.proacl, ',') as acl
          from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_roles r on r.oid = p.proowner where ${ours} order by 1`)
      assert.isAbove(found.length, 5)
      for (const { acl, config, definer, name, owner, resolved } of found) {
        const owners = definer === true ? ["formwork_auth", "formwork_filing"] : ["formwork_owner"]
        assert.include(owners, owner, String(name))
        // Names in a body are looked up in the function's search_path, or were resolved when the function was made.
        assert.strictEqual(config, resolved === true ? null : "search_path=pg_catalog, pg_temp", String(name))
        // An entry without a grantee is PUBLIC; no list at all is PUBLIC too.
        assert.notMatch(String(acl), /^null$|(?:^|,)=/u, String(name))
      }
      const relations = yield* superuser(`
        select format('%s.%s', n.nspname, c.relname) as name, c.relkind, r.rolname::text as owner, c.reloptions
          from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_roles r on r.oid = c.relowner
         where ${ours}`)
      for (const { name, owner, relkind, reloptions } of relations) {
        assert.strictEqual(owner, "formwork_owner", String(name))
        assert.notStrictEqual(relkind, "m", `${name}: a materialized view has no row security`)
        if (relkind === "v") assert.include(reloptions, "security_invoker=true", String(name))
      }
    })
  )
}

const setting = (it: Vitest.MethodsNonLive<Ports | Raw | TenantDatabase>): void => {
  it.effect("the organisation that a statement was for is forgotten when it ends, on every connection", () =>
    Effect.gen(function* () {
      const database = yield* TenantDatabase
      const left = Effect.gen(function* () {
        for (const lane of ["read", "write"] as const) {
          for (let connection = 0; connection < 8; connection++) {
            const [row] = yield* database.call(
              lane,
              owner.organisationId,
              (sql) => sql`select coalesce(current_setting('app.organisation_id', true), '') as organisation`
            )
            assert.deepStrictEqual(row, { organisation: "" })
          }
        }
      })
      const owner = yield* Fixture.owner
      const forms = yield* FormStore
      const submissions = yield* SubmissionStore
      const idempotency = { key: "a", bodyHash: new Uint8Array(32) }
      const { caller, key } = yield* Fixture.machine(owner)
      yield* left
      const { form, version } = yield* Fixture.liveForm(owner)
      yield* left
      yield* forms.findLive(caller, form.id)
      yield* left
      const filing = yield* Fixture.filing(version, { idempotency })
      yield* submissions.file(caller, filing)
      yield* left
      yield* submissions.replay(caller, form.id, idempotency)
      yield* submissions.get(caller, filing.submission.id)
      yield* left
      yield* submissions.change(caller, yield* Fixture.change({ id: filing.submission.id, revision: 1 }))
      yield* submissions.history(caller, filing.submission.id)
      yield* forms.version(caller, form.id, version.id)
      yield* left
      const keys = yield* ApiKeyStore
      yield* keys.revoke(owner, key.id, "manual")
      yield* Effect.exit(submissions.file(caller, yield* Fixture.filing(version)))
      yield* left
    })
  )

  it.effect("a store that forgets to set the organisation finds nothing", () =>
    Effect.gen(function* () {
      const database = yield* TenantDatabase
      const owner = yield* Fixture.owner
      yield* Fixture.liveForm(owner)
      assert.deepStrictEqual(
        yield* database.call("read", owner.organisationId, (sql) => sql`select 1 from formwork.forms`),
        []
      )
    })
  )
}

const suite = <E>(name: string, database: Layer.Layer<Ports | Raw | TenantDatabase, E>): void =>
  layer(database, { excludeTestServices: true })(`schema: ${name}`, (it) => {
    tables(it)
    setting(it)
  })

suite("embedded", databases.embedded)
suite("server", databases.server)
