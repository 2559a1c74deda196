/** What each role may do, read from the catalogs: tables and functions that are added later are checked too. */
import { assert, layer } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import { Effect } from "effect"
import type { Layer } from "effect"
import { DocumentStore } from "@formwork/domain/sending/DocumentStore"
import { FiringId } from "@formwork/domain/filing/Firing"
import { SubmissionDeletionStore } from "@formwork/domain/filing/SubmissionDeletionStore"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import * as Fixture from "@formwork/contract/Fixture"
import type { Ports } from "@formwork/contract/Subject"
import { attempt, databases, Raw, superuser } from "./Databases.ts"
import { ours, privilegesOf } from "./privilegesOf.ts"

/** Exactly what formwork_api may do, table by table, with a list of columns where the whole row is not allowed. */
const granted = [
  "formwork.api_keys: insert, select(created_at created_by created_by_key expires_at first_key_id hint key_id last_used_at limits name organisation_id privileges replaced_by revoked_at revoked_by revoked_reason), update(replaced_by revoked_at revoked_by revoked_reason)",
  "formwork.audit_events: insert, select",
  "formwork.deleted_submissions: select",
  "formwork.documents: select",
  "formwork.firing_attempts: select",
  "formwork.firings: select, update(failures next_attempt_at state)",
  "formwork.folders: delete, insert, select, update(name name_key parent_id)",
  "formwork.form_usage_days: insert, select, update(calls)",
  "formwork.form_versions: insert, select",
  "formwork.forms: insert, select, update(archived_at archived_version_id draft draft_revision examples examples_revision folder_id live_version_id published_revision saved_at saved_by saved_credential_id saved_credential_kind title title_key updated_at)",
  "formwork.idempotency_records: ",
  "formwork.impact_changes: insert, select",
  "formwork.impact_runs: delete, insert, select, update(done finished_at lease_until state summary)",
  "formwork.installation: select, update(demo_seeded_at first_organisation_id)",
  "formwork.invitations: insert, select(accepted_at created_at ended_at expires_at invitation_id invited_by invited_by_credential organisation_id user_id), update(accepted_at ended_at)",
  "formwork.migrations: select",
  "formwork.organisations: insert, select, update(edition name revision)",
  "formwork.reference_counters: ",
  // Only what a report can count again: it replaces tallies, and takes away those of a segment without submissions.
  "formwork.report_segments: delete, insert, select, update(counted counts entries fingerprint keys maxes mins names submissions sums whats)",
  "formwork.secrets: delete, insert, select(ends_at hosts name organisation_id secret_id set_at), update(ends_at hosts)",
  "formwork.sessions: insert, select(address browser confirmed_at created_at ended_at expires_at last_used_at organisation_id session_id user_id), update(ended_at)",
  "formwork.stopped_urls: delete, select",
  "formwork.submission_revisions: select",
  "formwork.submissions: select",
  "formwork.table_versions: insert, select",
  "formwork.tables: delete, insert, select, update(draft draft_revision draft_rows published_revision updated_at version)",
  "formwork.upload_totals: ",
  "formwork.uploads: select",
  "formwork.usage_days: insert, select, update(calls)",
  "formwork.users: insert, select(created_at deactivated_at email has_password last_seen_at name organisation_id role user_id), update(deactivated_at name password_hash role)",
  "formwork_auth.rate_windows: ",
  "formwork_auth.sign_in_failures: ",
  "formwork_auth.sign_in_networks: ",
  "formwork_auth.sign_in_places: "
]

/** Exactly what the functions that file, change and delete submissions may do. */
const grantedToFiling = [
  "formwork.api_keys: select(first_key_id key_id organisation_id)",
  "formwork.audit_events: insert",
  "formwork.deleted_submissions: insert, select",
  "formwork.documents: delete, select",
  "formwork.firing_attempts: delete, select",
  "formwork.firings: delete, insert, select, update(state)",
  "formwork.forms: select",
  "formwork.idempotency_records: delete, insert, select, update(body_hash expires_at submission_id)",
  "formwork.organisations: select(organisation_id)",
  "formwork.reference_counters: insert, select, update(last_number)",
  // A deletion finds the segment that has the submission, and deletes it. It reads no tallies.
  "formwork.report_segments: delete, select(form_id last_created last_id organisation_id)",
  "formwork.submission_revisions: delete, insert, select",
  "formwork.submissions: delete, insert, select, update(calculated_data changed_at changed_by changed_credential_id changed_credential_kind comment data form_version_id hidden_fields outcomes revision transition workflow_state)",
  "formwork.upload_totals: insert, select, update(bytes)",
  "formwork.uploads: delete, insert, select, update(expires_at submission_id)"
]

/** The parts of a submission. */
const parts = ["documents", "firing_attempts", "firings", "submission_revisions", "submissions"]

const roles = (it: Vitest.MethodsNonLive<Ports | Raw>): void => {
  it.effect("a server makes no temporary tables and no large objects: both are outside of row security", () =>
    Effect.gen(function* () {
      for (const role of ["formwork_api", "formwork_worker"]) {
        for (const statement of [
          "create temporary table mine (one integer)",
          "select lo_create(0)",
          "select lo_creat(-1)",
          "select lo_from_bytea(0, 'x')"
        ]) {
          const outcome = yield* attempt({ role, organisation: null }, statement)
          assert.strictEqual(outcome._tag === "Refused" && outcome.state, "42501", `${role}: ${statement}`)
        }
      }
    })
  )

  it.effect("none of the roles is a superuser, bypasses row security, or is a member of another", () =>
    Effect.gen(function* () {
      const found = yield* superuser(`
        select rolname::text as name, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as powerful, rolcanlogin as login,
               exists (select from pg_auth_members m where m.member = r.oid) as member
          from pg_roles r where rolname ~ '^formwork_' and rolname !~ '^formwork_test_' order by 1`)
      assert.deepStrictEqual(
        found.map((row) => ({ ...row })),
        [
          { name: "formwork_api", powerful: false, login: true, member: false },
          { name: "formwork_auth", powerful: false, login: false, member: false },
          { name: "formwork_filing", powerful: false, login: false, member: false },
          { name: "formwork_operator", powerful: false, login: true, member: false },
          { name: "formwork_owner", powerful: false, login: false, member: false },
          { name: "formwork_worker", powerful: false, login: true, member: false }
        ]
      )
      const creating = yield* superuser(`
        select r.rolname::text, n.nspname::text from pg_roles r, pg_namespace n
         where r.rolname in ('formwork_api', 'formwork_auth', 'formwork_filing', 'formwork_operator', 'formwork_worker') and (n.nspname = 'public' or ${ours})
           and has_schema_privilege(r.oid, n.oid, 'create')`)
      assert.deepStrictEqual(creating, [])
    })
  )

  it.effect(
    "a server may do what is listed here and nothing else: it reads no hash, edits no version or past revision",
    () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* privilegesOf("formwork_api"), granted)
      })
  )

  it.effect("filing may do what is listed here and nothing else, and a server calls it by nine functions alone", () =>
    Effect.gen(function* () {
      const privileges = yield* privilegesOf("formwork_filing")
      assert.deepStrictEqual(
        privileges.filter((line) => !String(line).endsWith(": ")),
        grantedToFiling
      )
      const functions = yield* superuser(`
        select p.oid::regproc::text as name, has_function_privilege('formwork_worker', p.oid, 'execute') as worker
          from pg_proc p join pg_roles r on r.oid = p.proowner
         where r.rolname = 'formwork_filing' and has_function_privilege('formwork_api', p.oid, 'execute') order by 1`)
      assert.deepStrictEqual(
        functions.map((row) => ({ ...row })),
        [
          "add_upload",
          "change",
          "change_with_uploads",
          "delete_submission",
          "file",
          "file_together",
          "file_with_uploads",
          "pass_taken_references",
          "remove_upload",
          "repeated"
        ].map((name) => ({ name: `formwork.${name}`, worker: false }))
      )
    })
  )

  it.effect("an idempotency record can be deleted once it has expired, and not before", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const { version } = yield* Fixture.liveForm(owner)
      const store = yield* SubmissionStore
      const sql = yield* Raw
      for (const key of ["old", "new"]) {
        const idempotency = { key, bodyHash: new Uint8Array(32) }
        yield* store.file(owner, yield* Fixture.filing(version, { idempotency }))
      }
      yield* sql.withTransaction(
        Effect.andThen(
          sql`set local role none`,
          sql`
            update formwork.idempotency_records set expires_at = clock_timestamp() - interval '1 second' -- rounded to the millisecond, now could be still to come
             where organisation_id = ${owner.organisationId} and idempotency_key = 'old'`
        )
      )
      const deletion = (role: string) =>
        attempt(
          { role, organisation: owner.organisationId },
          "delete from formwork.idempotency_records returning idempotency_key as key"
        )
      for (const role of ["formwork_filing", "formwork_owner"]) {
        assert.deepStrictEqual(yield* deletion(role), { _tag: "Rows", rows: [{ key: "old" }] })
      }
      const refused = yield* deletion("formwork_api")
      assert.strictEqual(refused._tag === "Refused" ? refused.state : refused._tag, "42501")
    })
  )

  it.effect("a submission can be deleted only together with a record of who did it and why", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const store = yield* SubmissionStore
      const { submission } = yield* FiringFixture.file(owner, version, [
        FiringFixture.delivery("https://far.example/hook")
      ])
      yield* store.change(owner, yield* Fixture.change(submission))
      for (const claim of yield* FiringFixture.claim([owner]))
        yield* FiringFixture.settle(claim, "dead", { reason: "No." })
      const pdf = { fileName: "a.pdf", mediaType: "application/pdf", bytes: Uint8Array.of(1) } as const
      const [firing] = yield* superuser("select firing_id from formwork.firings where submission_id = $1 limit 1", [
        submission.id
      ])
      yield* (yield* DocumentStore).put(owner.organisationId, FiringId.make(String(firing?.["firing_id"])), pdf)
      for (const table of parts) {
        const [all] = yield* superuser(`select 1 from formwork.${table} where organisation_id = $1`, [
          owner.organisationId
        ])
        assert.isDefined(all, table)
        for (const role of ["formwork_api", "formwork_owner"]) {
          const actor = { role, organisation: owner.organisationId }
          for (const statement of [`delete from formwork.${table}`, `truncate formwork.${table} cascade`]) {
            const outcome = yield* attempt(actor, statement)
            const state = outcome._tag === "Refused" ? outcome.state : outcome._tag
            assert.strictEqual(state, "42501", `${role}: ${statement}`)
          }
        }
      }
      const record = "select 1 from formwork.deleted_submissions where submission_id = $1"
      assert.deepStrictEqual(yield* superuser(record, [submission.id]), [])
      yield* (yield* SubmissionDeletionStore).remove(owner, submission.id, "Asked for.")
      assert.lengthOf(yield* superuser(record, [submission.id]), 1)
      for (const table of parts) {
        const left = yield* superuser(`select 1 from formwork.${table} where organisation_id = $1`, [
          owner.organisationId
        ])
        assert.deepStrictEqual(left, [], table)
      }
    })
  )

  it.effect("a submission can be added only by the function that checks whether its number is new", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const { version } = yield* Fixture.liveForm(owner)
      const filing = yield* Fixture.filing(version)
      yield* (yield* SubmissionStore).file(owner, filing)
      const [copy] = yield* superuser(
        "select to_json(s)::text as row from formwork.submissions s where submission_id = $1",
        [filing.submission.id]
      )
      yield* (yield* SubmissionDeletionStore).remove(owner, filing.submission.id, "x")
      for (const role of ["formwork_api", "formwork_owner"]) {
        const outcome = yield* attempt(
          { role, organisation: owner.organisationId },
          "insert into formwork.submissions select * from json_populate_record(null::formwork.submissions, $1)",
          [copy?.["row"]]
        )
        assert.strictEqual(outcome._tag === "Refused" ? outcome.state : outcome._tag, "42501", role)
      }
    })
  )

  it.effect("a key that has ended cannot be brought back, and its date cannot be changed", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const { key } = yield* Fixture.machine(owner)
      const store = yield* ApiKeyStore
      yield* store.revoke(owner, key.id, "manual")
      for (const role of ["formwork_api", "formwork_owner"]) {
        const outcome = yield* attempt(
          { role, organisation: owner.organisationId },
          "update formwork.api_keys set revoked_at = null, revoked_by = null, revoked_reason = null returning 1"
        )
        assert.deepStrictEqual(outcome, { _tag: "Rows", rows: [] })
      }
    })
  )
}

const suite = <E>(name: string, database: Layer.Layer<Ports | Raw, E>): void =>
  layer(database, { excludeTestServices: true })(`grants: ${name}`, (it) => roles(it))

suite("embedded", databases.embedded)
suite("server", databases.server)
