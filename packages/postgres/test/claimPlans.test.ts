/** A claim and a result read what they need, however much waits: an outage of a receiver leaves a backlog that then has to be sent at full speed. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import { databases, Raw } from "./Databases.ts"

const backlog = 40_000

interface Claimed {
  readonly organisation_id: string
  readonly firing_id: string
  readonly attempt: number
  readonly lease_id: string
}

const settled = (sql: SqlClient.SqlClient, claims: ReadonlyArray<Claimed>) => {
  const ended = claims.map(({ attempt, firing_id, lease_id, organisation_id }) => ({
    organisation: organisation_id,
    firing: firing_id,
    attempt,
    lease: lease_id,
    result: "delivered"
  }))
  return sql`select formwork.settle_firings(${JSON.stringify(ended)}::json) as place`
}

/** How many rows the transaction has read by reading a table of the outbox from end to end. */
const read = (sql: SqlClient.SqlClient) => sql<{ readonly rows: number }>`
  select sum(seq_tup_read)::integer as rows from pg_stat_xact_user_tables where relname like 'firing%'`

layer(databases.server, { excludeTestServices: true })("a claim from a long backlog", (it) => {
  it.effect(
    "and its results read no table from end to end, whether or not Postgres knows how long the backlog is",
    () =>
      Effect.gen(function* () {
        const sql = yield* Raw
        const { owner, version } = yield* FiringFixture.setting
        yield* FiringFixture.file(owner, version, [FiringFixture.delivery("https://a.example/")])
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`set local role formwork_worker`
            // Plans for all values, made while there is nothing to read.
            yield* Effect.replicateEffect(settled(sql, []), 8)
            yield* sql`set local role none`
            yield* sql`
            insert into formwork.firings
              (organisation_id, firing_id, submission_id, effect_id, kind, fires_on, content, next_attempt_at)
            select f.organisation_id, gen_random_uuid(), f.submission_id, f.effect_id, f.kind, f.fires_on,
                   json_build_object('url', 'https://' || chr(97 + n % 4) || '.example/'), f.next_attempt_at
              from formwork.firings f cross join generate_series(1, ${backlog}) n
             where f.organisation_id = ${owner.organisationId}`
            for (const learnt of [Effect.void, sql`analyze formwork.firings`]) {
              yield* learnt
              const before = yield* read(sql)
              yield* sql`set local role formwork_worker`
              const claims = yield* sql<Claimed>`
              select * from formwork.claim_firings(64, 4, 16, 60000, 1, null, '{}', '{}', '{}')`
              assert.strictEqual(claims.length, 16)
              for (const claim of claims) assert.deepStrictEqual(yield* settled(sql, [claim]), [{ place: 1 }])
              yield* sql`set local role none`
              assert.deepStrictEqual(yield* read(sql), before)
            }
          })
        )
      })
  )
})
