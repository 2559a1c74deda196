/** Months of a database that is divided among nodes: given up there as on one server, whichever division came first. */
import { assert, it } from "@effect/vitest"
import { Effect, Logger, Schema } from "effect"
import type { Redacted } from "effect"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import * as Month from "../src/database/months/Month.ts"
import * as Retention from "../src/database/months/Retention.ts"
import * as NodeRoles from "../src/database/nodes/NodeRoles.ts"
import * as Server from "../src/database/Server.ts"
import { rows } from "../src/database/TenantDatabase.ts"
import * as CitusServers from "../src/testing/CitusServers.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import { ports } from "./Subject.ts"

const absent = await CitusServers.absent()
if (absent !== undefined) console.log(absent)

const quietly = Effect.provide(Logger.layer([]))
const all = { audit: 1, attempts: 1, usage: 1 }
const today = Month.of(new Date())

const retain = (url: Redacted.Redacted<string>, now: Month.Month) => quietly(Retention.retain(url, all, now, false))

const parts = rows(Schema.Struct({ name: Schema.String }))

/** Files and sends for an organisation, and reads what it has of that. */
const works = (url: Redacted.Redacted<string>) =>
  Effect.gen(function* () {
    const { owner, version } = yield* FiringFixture.setting
    const { ids } = yield* FiringFixture.file(owner, version, [FiringFixture.delivery("https://far.example/hook")])
    const claims = yield* FiringFixture.claim([owner])
    assert.sameMembers(
      claims.map(({ id }) => id),
      ids
    )
    const [found] = yield* (yield* FiringStore).list(owner, {}, { limit: 10 })
    assert.isNotNull(found?.lastAttempt)
  }).pipe(Effect.provide(ports(TestServer.whole(url))), Effect.scoped)

const isGivenUp = Effect.fnUntraced(function* (url: Redacted.Redacted<string>) {
  const sql = yield* TestServer.connect(url)
  const left = yield* sql`
    select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = to_regnamespace('formwork_months') and c.relname ~ '_(before|gone)'`.pipe(parts)
  assert.deepStrictEqual(left, [])
  assert.deepStrictEqual(yield* NodeRoles.differing(sql), [])
  assert.deepStrictEqual(yield* quietly(Server.migrate(url)), [])
})

it.live.skipIf(absent !== undefined)(
  "months are given up on every node",
  () =>
    Effect.gen(function* () {
      const url = yield* CitusServers.distributed
      yield* works(url)
      yield* retain(url, today)
      yield* works(url)
      yield* retain(url, today + 8)
      yield* works(url)
      yield* isGivenUp(url)
    }).pipe(Effect.scoped),
  { timeout: 300_000 }
)

it.live.skipIf(absent !== undefined)(
  "a database that is divided by months is divided among nodes",
  () =>
    Effect.gen(function* () {
      const url = yield* CitusServers.empty
      yield* quietly(Server.migrate(url))
      yield* retain(url, today - 8)
      yield* works(url)
      yield* quietly(Server.distribute(url, () => Effect.void))
      yield* works(url)
      yield* retain(url, today)
      yield* works(url)
      yield* isGivenUp(url)
    }).pipe(Effect.scoped),
  { timeout: 300_000 }
)
