/** A database that is divided among nodes: which node has an organisation, and what a statement for it does on another. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Result, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { existsSync, readFileSync } from "node:fs"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { FormStore } from "@formwork/domain/forms/FormStore"
import * as Fixture from "@formwork/contract/Fixture"
import { organisationHash } from "../src/database/nodes/organisationHash.ts"
import * as ShardSizes from "../src/database/nodes/ShardSizes.ts"
import * as ShardMap from "../src/database/nodes/ShardMap.ts"
import * as Operator from "../src/database/Operator.ts"
import * as Server from "../src/database/Server.ts"
import { sqlStateOf } from "../src/database/SqlFailure.ts"
import { rows } from "../src/database/TenantDatabase.ts"
import * as Worker from "../src/database/Worker.ts"
import * as CitusServers from "../src/testing/CitusServers.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import { ports } from "./Subject.ts"

const hashes = rows(Schema.Struct({ id: Schema.String, hash: Schema.Int }))
const backends = rows(Schema.Struct({ pid: Schema.Int }))
const places = rows(Schema.Struct({ host: Schema.String, port: Schema.Int }))

describe("the nodes of a divided database", () => {
  it.live("an organisation's hash is the one that Postgres divides by", () =>
    Effect.gen(function* () {
      const { admin } = yield* TestServer.empty
      const sql = yield* TestServer.connect(admin)
      const found = yield* sql`
        select id::text, uuid_hash(id) as hash from (select gen_random_uuid() as id from generate_series(1, 5000)) made`.pipe(
        hashes
      )
      for (const { hash, id } of found) assert.strictEqual(organisationHash(id), hash, id)
    }).pipe(Effect.scoped)
  )

  it("every hash belongs to one shard, the one whose bounds it is within", () => {
    const bounds = [-2147483648, -9, 0, 1, 70, 2147483647 + 1]
    const map = bounds
      .slice(1)
      .map((end, place) => ({ least: bounds[place] ?? 0, most: end - 1, host: `node${place}`, port: 5432 }))
    for (let made = 0; made < 2_000; made++) {
      const id = crypto.randomUUID()
      const { least, most } = ShardMap.shardOf(map, id)
      assert.isTrue(least <= organisationHash(id) && organisationHash(id) <= most, id)
    }
  })
})

const absent = await CitusServers.absent()
if (absent !== undefined) console.log(absent)

it.live.skipIf(absent !== undefined)(
  "a statement that comes to another node than its organisation's fails, and never finds nothing; Citus by itself moves no organisation",
  () =>
    Effect.gen(function* () {
      const url = yield* CitusServers.distributed
      const served = Layer.mergeAll(
        Server.layer(url),
        Layer.succeed(Worker.Worker, Worker.none),
        Layer.succeed(Operator.Operator, Operator.none)
      )
      yield* Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const { form } = yield* Fixture.liveForm(owner)
        const store = yield* FormStore
        assert.strictEqual((yield* store.findLive(owner, form.id))._tag, "Some")

        const sql = yield* TestServer.connect(url)
        const own = ShardMap.shardOf((yield* ShardMap.read(sql)) ?? [], owner.organisationId)
        const nodes = yield* sql`
          select distinct nodename as host, nodeport as port from pg_dist_node where shouldhaveshards`.pipe(places)
        for (const { host, port } of nodes) {
          const there = new URL(Redacted.value(url))
          there.hostname = host
          there.port = String(port)
          const node = yield* TestServer.connect(Redacted.make(there.href))
          yield* node`set role formwork_api`
          const found = yield* Effect.result(
            node`select version_id from formwork.live_version(${owner.organisationId}, ${form.id})`
          )
          if (port === own.port) assert.isTrue(Result.isSuccess(found) && found.success.length === 1)
          else assert.strictEqual(Result.isFailure(found) ? sqlStateOf(found.failure) : "an answer", "FW001")
        }

        // Citus would copy the rows as the owner of the tables, whom row security binds too: it would copy none.
        const to = nodes.find(({ port }) => port !== own.port)
        const moved = yield* Effect.result(sql`
          select citus_move_shard_placement(
            get_shard_id_for_distribution_column('formwork.organisations', ${owner.organisationId}::uuid),
            ${own.host}, ${own.port}::integer, ${to?.host}, ${to?.port}::integer, 'block_writes')::text`)
        assert.isTrue(Result.isFailure(moved))
        assert.strictEqual((yield* store.findLive(owner, form.id))._tag, "Some")
      }).pipe(Effect.provide(ports(served)))
    }).pipe(Effect.scoped),
  240_000
)

/** Kilobytes that each process of a database's sessions has for itself, by its id, but for the one that asks. */
const ownMemory = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const found = yield* sql`
    select pid from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.pipe(backends)
  return new Map(
    found.flatMap(({ pid }) => {
      const file = `/proc/${pid}/status`
      // It may have ended since.
      const status = existsSync(file) ? readFileSync(file, "utf8") : ""
      const [, size] = /^RssAnon:\s+(\d+) kB$/mu.exec(status) ?? []
      return size === undefined ? [] : [[pid, Number(size)] as const]
    })
  )
})

it.live.skipIf(absent !== undefined)(
  "a node's processes do not grow with the calls that they answer",
  () =>
    Effect.gen(function* () {
      const url = yield* CitusServers.distributed
      const served = Layer.mergeAll(
        Server.layer(url),
        Layer.succeed(Worker.Worker, Worker.none),
        Layer.succeed(Operator.Operator, Operator.none)
      )
      yield* Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const { version } = yield* Fixture.liveForm(owner)
        const { token } = yield* Fixture.machine(owner)
        const store = yield* SubmissionStore
        const admissions = yield* Admissions
        const own = ShardMap.shardOf((yield* ShardMap.read(yield* TestServer.connect(url))) ?? [], owner.organisationId)
        const place = Object.assign(new URL(Redacted.value(url)), { hostname: own.host, port: String(own.port) })
        const node = yield* TestServer.connect(Redacted.make(place.href))
        const call = Effect.gen(function* () {
          yield* admissions.admit(token)
          const filed = yield* store.file(owner, yield* Fixture.filing(version))
          assert.strictEqual(filed._tag, "Filed")
        })
        yield* Effect.repeat(call, { times: 40 })
        const before = yield* ownMemory(node)
        yield* Effect.repeat(call, { times: 200 })
        const grown = [...(yield* ownMemory(node))].flatMap(([pid, size]) => {
          const at = before.get(pid)
          return at === undefined ? [] : [size - at]
        })
        // One admits and another files.
        assert.isAtLeast(grown.length, 2)
        // A plan kept anew by each statement would be a hundred megabytes.
        assert.isBelow(
          grown.reduce((sum, one) => sum + one, 0),
          10_000
        )
      }).pipe(Effect.provide(ports(served)))
    }).pipe(Effect.scoped),
  240_000
)

it.live.skipIf(absent !== undefined)(
  "the size of a table is that of all its parts, and says so where one could not be asked",
  () =>
    Effect.gen(function* () {
      const sql = yield* TestServer.connect(yield* CitusServers.distributed)
      const whole = yield* ShardSizes.sizeOf(sql, "formwork.folders")
      if (whole === undefined) return assert.fail("the nodes have no folders")
      assert.isTrue(whole.isWhole)
      assert.isAbove(whole.bytes, 0)
      yield* sql`
        select result from run_command_on_shards('formwork.folders'::regclass, ${`
          do $do$ begin
            if '%1$s' = '${whole.part}' then
              set local citus.enable_ddl_propagation = off;
              set local citus.enable_manual_changes_to_shards = on;
              drop table %1$s cascade;
            end if;
          end $do$`})`
      const torn = yield* ShardSizes.sizeOf(sql, "formwork.folders")
      assert.isFalse(torn?.isWhole)
      assert.isBelow(torn?.bytes ?? 0, whole.bytes)
      assert.strictEqual(torn?.table, "formwork.folders")
    }).pipe(Effect.scoped),
  240_000
)
