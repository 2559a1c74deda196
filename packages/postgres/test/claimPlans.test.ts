/** A claim reads what it takes, however much waits: an outage of a receiver leaves a backlog that then has to be sent at full speed. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import { databases, Raw } from "./Databases.ts"

const backlog = 40_000

layer(databases.server, { excludeTestServices: true })("a claim from a long backlog", (it) => {
  it.effect("reads no table from end to end, also when Postgres knows how long the backlog is", () =>
    Effect.gen(function* () {
      const sql = yield* Raw
      const { owner, version } = yield* FiringFixture.setting
      yield* FiringFixture.file(owner, version, [FiringFixture.delivery("https://a.example/")])
      const claimed = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`set local role none`
          yield* sql`
            insert into formwork.firings
              (organisation_id, firing_id, submission_id, effect_id, kind, fires_on, content, next_attempt_at)
            select f.organisation_id, gen_random_uuid(), f.submission_id, f.effect_id, f.kind, f.fires_on,
                   json_build_object('url', 'https://' || chr(97 + n % 4) || '.example/'), f.next_attempt_at
              from formwork.firings f cross join generate_series(1, ${backlog}) n
             where f.organisation_id = ${owner.organisationId}`
          yield* sql`analyze formwork.firings`
          const read = sql<{ readonly rows: number }>`
            select sum(seq_tup_read)::integer as rows from pg_stat_xact_user_tables where relname like 'firing%'`
          const before = yield* read
          yield* sql`set local role formwork_worker`
          const claims = yield* sql`select * from formwork.claim_firings(64, 4, 16, 60000, 1, null, '{}', '{}', '{}')`
          yield* sql`set local role none`
          assert.deepStrictEqual(yield* read, before)
          return claims.length
        })
      )
      assert.strictEqual(claimed, 16)
    })
  )
})
