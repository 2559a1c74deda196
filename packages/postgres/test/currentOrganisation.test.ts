/** The organisation that a statement is for is set for that statement alone. */
import { assert, layer } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import { Effect } from "effect"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import * as Fixture from "@formwork/contract/Fixture"
import type { Ports } from "@formwork/contract/Subject"
import { TenantDatabase, whole } from "../src/database/TenantDatabase.ts"
import { databases, type Raw } from "./Databases.ts"

const setting = (it: Vitest.MethodsNonLive<Ports | Raw | TenantDatabase>): void => {
  it.effect("the organisation that a statement was for is forgotten when it ends, on every connection", () =>
    Effect.gen(function* () {
      const database = yield* TenantDatabase
      const left = Effect.gen(function* () {
        for (const lane of ["read", "write"] as const) {
          for (let connection = 0; connection < 8; connection++) {
            const [row] = yield* database.call(
              lane,
              whole(owner.organisationId),
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
        yield* database.call("read", whole(owner.organisationId), (sql) => sql`select 1 from formwork.forms`),
        []
      )
    })
  )
}

for (const kind of ["embedded", "server"] as const) {
  layer(databases[kind], { excludeTestServices: true })(`the current organisation: ${kind}`, setting)
}
