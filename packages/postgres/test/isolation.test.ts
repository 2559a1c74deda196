/**
 * Tries with raw SQL, on every table, to reach the rows of another organisation. The privileges of one role could hide a hole in
 * row security, so three roles try: formwork_api; formwork_owner, which may do nearly everything; and formwork_filing, which alone
 * adds and deletes submissions. They try among a hundred organisations; `ISOLATION_ORGANISATIONS=1000` for more.
 */
import { assert, layer } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import { Effect } from "effect"
import type { Layer } from "effect"
import * as Founding from "@formwork/contract/hosting/founding"
import { HostedOrganisationStore } from "@formwork/domain/hosting/HostedOrganisationStore"
import type { Ports } from "@formwork/contract/Subject"
import { attempt, databases, superuser } from "./Databases.ts"
import { assertNothing, both, common, tables, tenantTables } from "./tenantTables.ts"
import type { Outcome, Raw } from "./Databases.ts"

const roles = ["formwork_api", "formwork_owner", "formwork_filing"] as const

/** The columns that can be written: all but the generated ones. */
const writable = (table: string) =>
  superuser(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table]
  ).pipe(Effect.map(([row]) => String(row?.["names"])))

const organisations = Number(process.env["ISOLATION_ORGANISATIONS"] ?? 100)

const fingerprint = (table: string, organisation: string) =>
  superuser(
    `select count(*)::integer as n, md5(string_agg(t::text, '|' order by t::text)) as hash
    from ${table} t where organisation_id = $1`,
    [organisation]
  ).pipe(Effect.map(([row]) => row))

const isRefusedByRowSecurity = (outcome: Outcome) =>
  outcome._tag === "Refused" && outcome.state === "42501" && outcome.message.includes("row-level security")

const commands = ["select", "insert", "update", "delete"] as const
type Command = (typeof commands)[number]

/** Whether `role` has the privilege for a whole row: then only row security can refuse it. */
const may = Effect.fnUntraced(function* (role: string, command: Command, table: string) {
  const [found] = yield* superuser("select has_table_privilege($1::name, $2::regclass, $3) as may", [
    role,
    table,
    command
  ])
  return found?.["may"] === true
})

/** A column that `role` may change in `table`. */
const changeable = Effect.fnUntraced(function* (role: string, table: string) {
  const [column] = yield* superuser(
    `
    select attname::text as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and attgenerated = '' and has_column_privilege($2, attrelid, attnum, 'update')
     order by attnum desc limit 1`,
    [table, role]
  )
  return String(column?.["name"] ?? "organisation_id")
})

/** Beside the organisations that the tests below look at. */
const others = Effect.gen(function* () {
  const store = yield* HostedOrganisationStore
  for (let made = 0; made < organisations; made++) {
    const { founding: wanted } = yield* Founding.founding({ invited: made % 2 === 0 })
    const { organisation } = yield* store.found(wanted, 10_000)
    if (made % 10 === 0) yield* store.suspend(organisation.id)
  }
})

const matrix = (it: Vitest.MethodsNonLive<Ports | Raw>): void => {
  it.effect("among many organisations, some of them suspended", () =>
    Effect.gen(function* () {
      yield* others
      const [found] = yield* superuser("select count(*)::integer as n from formwork.organisations")
      assert.strictEqual(found?.["n"], organisations)
    })
  )

  it.effect(
    "every table is an organisation's or is listed here with a reason, and every one has rows of two organisations",
    () =>
      Effect.gen(function* () {
        const { ours, theirs } = yield* both
        for (const name of Object.keys(common)) assert.include(yield* tables, name)
        for (const table of yield* tenantTables) {
          for (const organisation of [ours, theirs]) {
            assert.isAbove(
              Number((yield* fingerprint(table, organisation))?.["n"]),
              0,
              `${table} has no row to try this on`
            )
          }
        }
      })
  )

  it.effect(
    "for each command on each table one of these roles at least has the privilege, so only row security can refuse it",
    () =>
      Effect.gen(function* () {
        for (const table of yield* tenantTables) {
          for (const command of commands) {
            const able = yield* Effect.filter(roles, (role) => may(role, command, table))
            assert.isNotEmpty(able, `${command} ${table}`)
          }
        }
      })
  )

  it.effect(
    "with one organisation set, the rows of another are neither seen, changed, deleted nor added, in any table",
    () =>
      Effect.gen(function* () {
        const { ours, theirs } = yield* both
        for (const table of yield* tenantTables) {
          const before = yield* fingerprint(table, theirs)
          const unchanged = Effect.map(fingerprint(table, theirs), (after) =>
            assert.deepStrictEqual(after, before, table)
          )
          for (const role of roles) {
            const actor = { role, organisation: ours }
            const column = yield* changeable(role, table)
            const run = Effect.fnUntraced(function* (command: Command, statement: string, organisation: string) {
              const outcome = yield* attempt(actor, statement, [organisation], unchanged)
              assertNothing(yield* may(role, command, table), outcome, `${role}: ${statement}`)
            })
            yield* run("select", `select 1 from ${table} where organisation_id = $1`, theirs)
            yield* run("select", `select 1 from ${table} where organisation_id <> $1`, ours)
            yield* run(
              "update",
              `update ${table} set ${column} = ${column} where organisation_id = $1 returning 1`,
              theirs
            )
            yield* run("delete", `delete from ${table} where organisation_id = $1 returning 1`, theirs)
            yield* run("update", `select 1 from ${table} where organisation_id = $1 for update`, theirs)
          }
        }
      })
  )

  it.effect("a row of another organisation cannot be put in, and a row of ours cannot be given away", () =>
    Effect.gen(function* () {
      const { ours, theirs } = yield* both
      for (const table of yield* tenantTables) {
        const [copy] = yield* superuser(
          `select to_json(t)::text as row from ${table} t where organisation_id = $1 limit 1`,
          [theirs]
        )
        const columns = yield* writable(table)
        for (const role of roles) {
          const actor = { role, organisation: ours }
          for (const clause of ["", "on conflict do nothing"]) {
            const inserted = yield* attempt(
              actor,
              `insert into ${table} (${columns}) select ${columns} from json_populate_record(null::${table}, $1) ${clause}`,
              [copy?.["row"]]
            )
            if (yield* may(role, "insert", table))
              assert.isTrue(isRefusedByRowSecurity(inserted), `${table}: ${JSON.stringify(inserted)}`)
            assert.isTrue(
              inserted._tag === "Refused" && inserted.state === "42501",
              `${role} ${table}: ${JSON.stringify(inserted)}`
            )
          }
          const moved = yield* attempt(actor, `update ${table} set organisation_id = $1 where organisation_id = $2`, [
            theirs,
            ours
          ])
          if (role === "formwork_owner")
            assert.isTrue(isRefusedByRowSecurity(moved), `${table}: ${JSON.stringify(moved)}`)
          assert.isTrue(
            moved._tag === "Refused" && moved.state === "42501",
            `${role} ${table}: ${JSON.stringify(moved)}`
          )
        }
      }
    })
  )

  it.effect("with no organisation set, nothing is seen, changed, deleted or added", () =>
    Effect.gen(function* () {
      const { ours } = yield* both
      for (const table of yield* tenantTables) {
        const [copy] = yield* superuser(
          `select to_json(t)::text as row from ${table} t where organisation_id = $1 limit 1`,
          [ours]
        )
        const columns = yield* writable(table)
        for (const role of roles) {
          const column = yield* changeable(role, table)
          // A setting that was local once is '' ever after, not NULL.
          for (const organisation of [null, ""]) {
            const run = Effect.fnUntraced(function* (
              command: Command,
              statement: string,
              parameters: ReadonlyArray<unknown> = []
            ) {
              const outcome = yield* attempt({ role, organisation }, statement, parameters)
              assertNothing(yield* may(role, command, table), outcome, `${role}: ${statement}`)
            })
            yield* run("select", `select 1 from ${table}`)
            yield* run("update", `update ${table} set ${column} = ${column} returning 1`)
            yield* run("delete", `delete from ${table} returning 1`)
            yield* run(
              "insert",
              `insert into ${table} (${columns}) select ${columns} from json_populate_record(null::${table}, $1) returning 1`,
              [copy?.["row"]]
            )
          }
        }
      }
    })
  )

  it.effect("with its own organisation set, a server sees its rows", () =>
    Effect.gen(function* () {
      const { ours } = yield* both
      for (const table of yield* tenantTables) {
        const seen = yield* attempt({ role: "formwork_owner", organisation: ours }, `select 1 from ${table}`)
        assert.isTrue(seen._tag === "Rows" && seen.rows.length > 0, table)
      }
    })
  )

  it.effect("turning row security off is an error, not a way around it", () =>
    Effect.gen(function* () {
      const { ours } = yield* both
      for (const role of roles) {
        const outcome = yield* attempt(
          { role, organisation: ours },
          `
          do $$ begin
            perform set_config('row_security', 'off', true);
            perform from formwork.forms;
          end $$`
        )
        assert.strictEqual(outcome._tag, "Refused", role)
      }
    })
  )
}

const suite = <E>(name: string, database: Layer.Layer<Ports | Raw, E>): void =>
  layer(database, { excludeTestServices: true })(`isolation: ${name}`, (it) => matrix(it))

suite("embedded", databases.embedded)
suite("server", databases.server)
