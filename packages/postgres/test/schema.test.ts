/** What the schema promises, read from the catalogs: objects that are added later are checked too. */
import { assert, layer } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import { Effect } from "effect"
import type { Layer } from "effect"
import type { Ports } from "@formwork/contract/Subject"
import type { TenantDatabase } from "../src/database/TenantDatabase.ts"
import { databases, Raw, superuser } from "./Databases.ts"

const ours = "n.nspname !~ '^pg_' and n.nspname <> 'information_schema'"
interface Policy {
  readonly name: string
  readonly using: string | null
  readonly check: string | null
  readonly permissive: boolean
  readonly command: string
  readonly roles: ReadonlyArray<string> | null
}

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
                  'roles', (select array_agg(rolname order by rolname) from pg_roles where oid = any (polroles))) order by polname)
                  from pg_policy where polrelid = c.oid) as policies
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p') and ${ours} order by 1`)
        const rule = "(organisation_id = formwork.current_organisation())"
        const tenant: Policy = { name: "tenant", using: rule, check: rule, permissive: true, command: "*", roles: null }
        const drain = {
          name: "drain",
          using: "true",
          check: "true",
          permissive: true,
          command: "*",
          roles: ["formwork_worker"]
        }
        const policy = (command: string, name: string, using: string | null, check: string | null): Policy => ({
          name,
          using,
          check,
          permissive: true,
          command,
          roles: null
        })
        const narrowed = (more: string | undefined) => (more === undefined ? rule : `(${rule} AND ${more})`)
        /** A policy for each command, where one sees or changes fewer of the organisation's rows. */
        const byCommand = (less: { readonly select?: string; readonly update?: string; readonly delete?: string }) => [
          policy("r", "tenant_select", narrowed(less.select), null),
          policy("a", "tenant_insert", null, rule),
          policy("w", "tenant_update", narrowed(less.update), rule),
          policy("d", "tenant_delete", narrowed(less.delete), null)
        ]
        const callers = "pg_has_role('formwork_api'::name, 'usage'::text)"
        const filing = "pg_has_role('formwork_filing'::name, 'usage'::text)"
        const ofForm = byCommand({ select: `(formwork.reaches_form(form_id) OR (NOT ${callers}))` })
        const ofFiledForm = byCommand({
          select: `(formwork.reaches_form(form_id) OR (NOT (${callers} OR ${filing})))`
        })
        const seen = (name: string, using: string, role: string): Policy => ({
          name,
          using,
          check: null,
          permissive: true,
          command: "r",
          roles: [role]
        })
        const more: Readonly<Record<string, Policy | ReadonlyArray<Policy>>> = {
          "formwork.organisations": [
            seen("operator_reads", "true", "formwork_operator"),
            seen("suspended", "(suspended_at IS NOT NULL)", "formwork_worker")
          ],
          "formwork.users": seen(
            "of_address",
            "(address = NULLIF(current_setting('app.sign_in_address'::text, true), ''::text))",
            "formwork_auth"
          ),
          "formwork.forms": byCommand({
            select: `(formwork.reaches_form(form_id) OR formwork.reaches_folder(folder_id) OR (NOT (${callers} OR ${filing})))`
          }),
          "formwork.folders": byCommand({ select: `(formwork.reaches_folder(folder_id) OR (NOT ${callers}))` }),
          "formwork.form_versions": ofForm,
          "formwork.submissions": ofFiledForm,
          "formwork.submission_revisions": ofForm,
          "formwork.uploads": ofFiledForm,
          "formwork.impact_runs": ofForm,
          "formwork.form_usage_days": ofForm,
          "formwork.report_segments": ofFiledForm,
          "formwork.api_keys": byCommand({
            update:
              "((revoked_at IS NULL) OR ((revoked_reason = 'rotated'::text) AND (revoked_at > statement_timestamp())))"
          }),
          "formwork.sessions": byCommand({ update: "(ended_at IS NULL)" }),
          "formwork.invitations": byCommand({ update: "(ended_at IS NULL)" }),
          "formwork.idempotency_records": byCommand({ delete: "(expires_at <= statement_timestamp())" }),
          "formwork.firings": drain,
          "formwork.firing_attempts": drain,
          "formwork.stopped_urls": drain
        }
        for (const { enabled, forced, name, policies } of found) {
          if (common.includes(String(name))) continue
          assert.deepStrictEqual([enabled, forced], [true, true], String(name))
          const others = [more[String(name)] ?? []].flat()
          const own = others.some(({ name }) => name === "tenant_select") ? [] : [tenant]
          const expected = [...own, ...others].sort((a, b) => (a.name < b.name ? -1 : 1))
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
        // Of all organisations.
        "formwork.claim_firings",
        // Of no rows.
        "formwork.current_organisation",
        // Of all organisations of a node.
        "formwork.due_firings",
        "formwork.lease_firings",
        // Of no rows.
        "formwork.list_conditions",
        "formwork.members",
        "formwork.no_organisation",
        // Of all organisations of a node.
        "formwork.outbox_backlog",
        // Of no rows.
        "formwork.outbox_parts",
        "formwork.page_statement",
        "formwork.reaches_folder",
        "formwork.reaches_form",
        // Of several organisations in one statement.
        "formwork.settle_firings",
        // Of no rows.
        "formwork.uuidv7",
        "formwork.wait_after",
        // Of several organisations in one statement.
        "formwork_auth.admit",
        "formwork_auth.admit_waiting",
        // Of one address, in all organisations.
        "formwork_auth.choices_of",
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

const suite = <E>(name: string, database: Layer.Layer<Ports | Raw | TenantDatabase, E>): void =>
  layer(database, { excludeTestServices: true })(`schema: ${name}`, (it) => {
    tables(it)
  })

suite("embedded", databases.embedded)
suite("server", databases.server)
