/** A database that was restored wrongly: each loss is refused by `formwork migrate` and by the start, with its name. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Logger } from "effect"
import * as Server from "../src/database/Server.ts"
import * as TestServer from "../src/testing/TestServer.ts"

class Database extends Context.Service<Database, TestServer.Database>()("test/Database") {
  static readonly layer = Layer.effect(Database, TestServer.migrated)
}

/** What was lost, what puts it back, and what the refusal says. */
const losses: ReadonlyArray<readonly [loss: string, repair: string, sentence: string]> = [
  [
    "alter table formwork.forms owner to current_user",
    "alter table formwork.forms owner to formwork_owner",
    "the owner of table formwork.forms is “postgres” and should be “formwork_owner”"
  ],
  [
    "alter table formwork.submissions no force row level security",
    "alter table formwork.submissions force row level security",
    "row security of table formwork.submissions is “enabled” and should be “forced”"
  ],
  [
    "alter policy tenant on formwork.users using (true)",
    "alter policy tenant on formwork.users using (organisation_id = formwork.current_organisation())",
    "the policy tenant of table formwork.users is “permissive for all to PUBLIC using true"
  ],
  [
    "create policy support on formwork.users using (true)",
    "drop policy support on formwork.users",
    "the policy support of table formwork.users is “permissive for all to PUBLIC using true” and should not be there"
  ],
  [
    "grant execute on function formwork_auth.attempt to public",
    "revoke execute on function formwork_auth.attempt from public",
    "is “execute” and should not be there"
  ],
  [
    "alter function formwork_auth.forgive owner to current_user",
    "alter function formwork_auth.forgive owner to formwork_auth",
    "is “postgres” and should be “formwork_auth”"
  ],
  [
    "alter function formwork.claim_firings reset search_path",
    "alter function formwork.claim_firings set search_path = pg_catalog, pg_temp",
    "its settings of function formwork.claim_firings(integer, integer, integer, integer, integer, uuid, uuid[], text[], integer[]) is missing"
  ],
  [
    "grant insert on formwork.submissions to formwork_api",
    "revoke insert on formwork.submissions from formwork_api",
    "what is granted to formwork_api of table formwork.submissions"
  ]
]

layer(Layer.merge(Database.layer, Logger.layer([])), { excludeTestServices: true })("a restored database", (it) => {
  for (const [loss, repair, sentence] of losses) {
    it.effect(`is refused after: ${loss}`, () =>
      Effect.gen(function* () {
        const { admin } = yield* Database
        const sql = yield* TestServer.connect(admin)
        const start = Effect.scoped(Layer.build(Server.layer(admin)))
        yield* sql.unsafe(loss)
        const refused = yield* Effect.flip(start)
        const migration = yield* Effect.flip(Server.migrate(admin))
        yield* sql.unsafe(repair)
        assert.strictEqual(refused.reason, "misrestored")
        assert.strictEqual(migration._tag, "MigrationRefused")
        for (const { message } of [refused, migration]) {
          assert.include(message, "is not as the migrations make it: ")
          assert.include(message, sentence)
          assert.match(message, /Restore it as docs\/backup\.md says: the roles first\.$/u)
        }
        yield* start
      }).pipe(Effect.scoped)
    )
  }

  it.effect("is not refused for what an operator adds: an index, and rights of a role of their own", () =>
    Effect.gen(function* () {
      const { admin } = yield* Database
      const sql = yield* TestServer.connect(admin)
      const role = `formwork_test_reader_${process.pid}`
      yield* sql.unsafe(`create role ${role}`)
      yield* Effect.addFinalizer(() =>
        Effect.ignore(Effect.andThen(sql.unsafe(`drop owned by ${role}`), sql.unsafe(`drop role ${role}`)))
      )
      yield* sql.unsafe(`grant select on formwork.submissions to ${role}`)
      yield* sql.unsafe("create index extra on formwork.submissions (organisation_id, created_at)")
      yield* Effect.scoped(Layer.build(Server.layer(admin)))
    }).pipe(Effect.scoped)
  )
})
