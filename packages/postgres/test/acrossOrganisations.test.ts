/**
 * What the roles that work for the whole installation see of it: who sends, and the operator. Read from the catalogs and tried with raw
 * SQL, on every table.
 */
import { assert, layer } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import { Effect } from "effect"
import type { Layer } from "effect"
import { HostedOrganisationStore } from "@formwork/domain/hosting/HostedOrganisationStore"
import * as Founding from "@formwork/contract/hosting/founding"
import type { Ports } from "@formwork/contract/Subject"
import { attempt, databases, superuser } from "./Databases.ts"
import type { Raw } from "./Databases.ts"
import { ours as schemas, privilegesOf } from "./privilegesOf.ts"
import { assertNothing, both, tenantTables } from "./tenantTables.ts"

/** Exactly what the operator of the installation may do. */
const grantedToOperator = [
  "formwork.audit_events: insert(action address credential_id credential_kind detail event_id occurred_at organisation_id request_id subject_id times user_id)",
  "formwork.installation: select, update(first_organisation_id)",
  "formwork.invitations: insert(created_at expires_at invitation_id invited_by invited_by_credential organisation_id pepper_id token_hash user_id), select(created_at ended_at expires_at invitation_id organisation_id user_id), update(ended_at)",
  "formwork.migrations: select",
  "formwork.organisations: insert(created_at edition name organisation_id revision), select(created_at name organisation_id suspended_at), update(suspended_at)",
  "formwork.users: insert(created_at email name organisation_id password_hash role user_id), select(deactivated_at email name organisation_id role user_id)"
]

const operating = (it: Vitest.MethodsNonLive<Ports | Raw>): void => {
  it.effect(
    "an operator may do what is listed here and nothing else: it founds, lists and suspends organisations, and reads no hash",
    () =>
      Effect.gen(function* () {
        const privileges = yield* privilegesOf("formwork_operator")
        assert.deepStrictEqual(
          privileges.filter((line) => !String(line).endsWith(": ")),
          grantedToOperator
        )
        const [foreign] = yield* superuser(`
        select string_agg(p.oid::regproc::text, ', ') as names
          from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where ${schemas} and n.nspname <> 'public' and has_function_privilege('formwork_operator', p.oid, 'execute')
           and p.proname not in ('uuidv7', 'current_organisation', 'no_organisation')`)
        assert.isNull(foreign?.["names"])
      })
  )

  it.effect(
    "an operator sees the names of all organisations, and in other tables what founding one organisation takes",
    () =>
      Effect.gen(function* () {
        const { ours, theirs } = yield* both
        const role = "formwork_operator"
        const ofOne = ["formwork.invitations", "formwork.users"]
        for (const table of yield* tenantTables) {
          const count = `select count(organisation_id)::integer as n from ${table} where organisation_id = any ($1::uuid[])`
          for (const organisation of [null, ours]) {
            const outcome = yield* attempt({ role, organisation }, count, [[theirs]])
            if (table === "formwork.organisations") assert.deepStrictEqual(outcome, { _tag: "Rows", rows: [{ n: 1 }] })
            else if (ofOne.includes(table)) assert.deepStrictEqual(outcome, { _tag: "Rows", rows: [{ n: 0 }] }, table)
            else assert.isTrue(outcome._tag === "Refused" && outcome.state === "42501", table)
          }
          const changed = yield* attempt(
            { role, organisation: ours },
            table === "formwork.organisations"
              ? "update formwork.organisations set suspended_at = clock_timestamp() where organisation_id = $1 returning 1"
              : `delete from ${table} where organisation_id = $1 returning 1`,
            [theirs]
          )
          assertNothing(table === "formwork.organisations", changed, table)
        }
        for (const statement of [
          "select password_hash from formwork.users",
          "select token_hash from formwork.invitations",
          "select revision from formwork.organisations",
          "update formwork.users set password_hash = null",
          "update formwork.organisations set name = name"
        ]) {
          const outcome = yield* attempt({ role, organisation: ours }, statement)
          assert.isTrue(outcome._tag === "Refused" && outcome.state === "42501", statement)
        }
      })
  )
}

const sending = (it: Vitest.MethodsNonLive<Ports | Raw>): void => {
  it.effect(
    "a worker sees the outbox of every organisation, and what sending needs of the organisation that is set",
    () =>
      Effect.gen(function* () {
        const { ours, theirs } = yield* both
        const outbox = ["formwork.firing_attempts", "formwork.firings", "formwork.stopped_urls"]
        // Of organisations it also sees the id and the date of those that are suspended.
        const ofOne = ["documents", "organisations", "secrets", "submissions", "uploads"].map(
          (name) => `formwork.${name}`
        )
        const role = "formwork_worker"
        for (const table of yield* tenantTables) {
          const count = `select count(organisation_id)::integer as n from ${table} where organisation_id = any ($1::uuid[])`
          for (const organisation of [null, ours]) {
            const outcome = yield* attempt({ role, organisation }, count, [[theirs]])
            if (outbox.includes(table))
              assert.isTrue(outcome._tag === "Rows" && Number(outcome.rows[0]?.["n"]) > 0, table)
            else if (ofOne.includes(table)) assert.deepStrictEqual(outcome, { _tag: "Rows", rows: [{ n: 0 }] }, table)
            else assert.isTrue(outcome._tag === "Refused" && outcome.state === "42501", table)
          }
          if (!ofOne.includes(table)) continue
          const own = yield* attempt({ role, organisation: ours }, count, [[ours]])
          assert.isTrue(own._tag === "Rows" && Number(own.rows[0]?.["n"]) > 0, table)
        }
        for (const column of ["ciphertext", "nonce"]) {
          const read = yield* attempt(
            { role: "formwork_api", organisation: ours },
            `select ${column} from formwork.secrets`
          )
          assert.isTrue(read._tag === "Refused" && read.state === "42501", column)
        }
        const data = yield* attempt({ role, organisation: ours }, "select data from formwork.submissions")
        assert.isTrue(data._tag === "Refused" && data.state === "42501")
      })
  )

  it.effect("of organisations that are not its own a worker sees which are suspended, and no name", () =>
    Effect.gen(function* () {
      const role = "formwork_worker"
      const store = yield* HostedOrganisationStore
      const { organisation } = yield* store.found((yield* Founding.founding()).founding, 10_000)
      yield* store.suspend(organisation.id)
      const seen = yield* attempt(
        { role, organisation: null },
        "select organisation_id, suspended_at from formwork.organisations"
      )
      const suspended = yield* superuser(
        "select organisation_id, suspended_at from formwork.organisations where suspended_at is not null"
      )
      assert.isAbove(suspended.length, 0)
      assert.strictEqual(seen._tag === "Rows" ? seen.rows.length : -1, suspended.length)
      const named = yield* attempt({ role, organisation: null }, "select name from formwork.organisations")
      assert.isTrue(named._tag === "Refused" && named.state === "42501")
    })
  )
}

const suite = <E>(name: string, database: Layer.Layer<Ports | Raw, E>): void =>
  layer(database, { excludeTestServices: true })(`across organisations: ${name}`, (it) => {
    operating(it)
    sending(it)
  })

suite("embedded", databases.embedded)
suite("server", databases.server)
