/**
 * `formwork migrate` of a database that was divided among nodes at an earlier schema: each node has afterwards what it has where a database
 * was divided at this one, and the rows of before are there. Skipped, with a line, on a machine without Citus.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import { FormStore } from "@formwork/domain/forms/FormStore"
import * as Fixture from "@formwork/contract/Fixture"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import * as Guards from "../src/database/Guards.ts"
import * as ShardSizes from "../src/database/nodes/ShardSizes.ts"
import * as Pglite from "../src/embedded/Pglite.ts"
import * as MigrationFiles from "../src/database/MigrationFiles.ts"
import * as MigrationPlan from "../src/database/MigrationPlan.ts"
import * as Migrations from "../src/database/Migrations.ts"
import { statementsOf } from "../src/database/nodes/statementsOf.ts"
import * as Server from "../src/database/Server.ts"
import * as TenantDatabase from "../src/database/TenantDatabase.ts"
import * as Worker from "../src/database/Worker.ts"
import * as CitusServers from "../src/testing/CitusServers.ts"
import * as SchemaText from "../src/testing/SchemaText.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import { ports, unoperated } from "./Subject.ts"

const quietly = Effect.provide(Logger.layer([]))

/** The first schema of which `formwork migrate --distribute` could divide a database. */
const first = 28

/** An earlier one, whose policies Citus does not make as they are. */
const before = 25

const ledger = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, files: ReadonlyArray<MigrationFiles.Migration>) {
  for (const { id, name, sha256 } of files)
    yield* sql`insert into formwork.migrations (id, name, sha256) values (${id}, ${name}, ${sha256})`
})

/** Runs the files up to a number, as a program of that schema did. */
const migratedTo = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, last: number) {
  const files = (yield* MigrationFiles.known).filter(({ id }) => id <= last)
  yield* sql`select set_config('citus.enable_ddl_propagation', 'off', false)`
  for (const file of files) yield* sql.withTransaction(quietly(Migrations.run(sql, file)))
  yield* sql.withTransaction(Effect.andThen(sql`set local role formwork_owner`, ledger(sql, files)))
})

/** The ports over one connection, of which no start looks at the schema. */
const unchecked = (url: Redacted.Redacted<string>) =>
  ports(
    Layer.mergeAll(
      Layer.effect(
        TenantDatabase.TenantDatabase,
        Effect.gen(function* () {
          const sql = yield* TestServer.connect(url)
          yield* sql`set role formwork_api`
          return TenantDatabase.make({ reads: sql, writes: sql })
        })
      ),
      Layer.succeed(Worker.Worker, Worker.none),
      unoperated
    )
  )

const filed = Effect.forEach(
  Array.from({ length: 6 }),
  Effect.fnUntraced(function* () {
    const { form, owner, version } = yield* FiringFixture.setting
    const { ids } = yield* FiringFixture.file(owner, version, [FiringFixture.delivery("https://far.example/hook")])
    return { owner, form, version, ids }
  })
)

const places = TenantDatabase.rows(Schema.Struct({ host: Schema.String, port: Schema.Int }))

/** What stands on each server of a cluster: statements, without the order in which they were made and the numbers of parts. */
const standing = Effect.fnUntraced(function* (url: Redacted.Redacted<string>) {
  const sql = yield* TestServer.connect(url)
  const servers = yield* sql`
    select nodename as host, nodeport as port from pg_dist_node order by groupid`.pipe(places)
  return yield* Effect.forEach(servers, ({ host, port }) =>
    Effect.gen(function* () {
      const own = Object.assign(new URL(Redacted.value(url)), { hostname: host, port: String(port) })
      const there = yield* TestServer.connect(Redacted.make(own.href))
      const text = yield* SchemaText.describe(there)
      const blocks = text.replaceAll(/_[0-9]{6,}(?![0-9a-z_])/gu, "").split("\n\n")
      const guards = yield* there.unsafe<{ readonly fingerprint: string }>(Guards.fingerprint).unprepared
      return {
        statements: [...new Set(blocks.map((block) => block.split("\n").sort().join("\n")))].sort(),
        guards: guards[0]?.fingerprint
      }
    })
  )
})

/** `formwork migrate --check` knows the rows that nodes have, and how long they take to read them. */
const planned = Effect.fnUntraced(function* (url: Redacted.Redacted<string>, forms: number) {
  const sql = yield* TestServer.connect(url)
  yield* sql`analyze formwork.submissions, formwork.forms`
  const { steps } = yield* MigrationPlan.make(sql, Pglite.empty)
  const locked = steps.flatMap((step) => step.locked)
  for (const name of ["formwork.submissions", "formwork.forms"]) {
    const found = locked.filter(({ table }) => table === name)
    assert.isAbove(found.length, 0)
    for (const { bytes, rows, seconds } of found) {
      assert.strictEqual(rows, forms)
      assert.isAbove(bytes, 0)
      assert.strictEqual(seconds, 0)
    }
  }
  const size = yield* ShardSizes.sizeOf(sql, "formwork.submissions")
  if (size === undefined) return assert.fail("the nodes have no submissions")
  assert.strictEqual(size.table, "formwork.submissions")
  assert.match(size.part, /^formwork\.submissions_\d+$/u)
  assert.isTrue(size.isWhole)
  assert.isAtLeast(size.blocks, 1)
  const seconds = yield* ShardSizes.secondsToRead(sql, size, 2048)
  assert.isAbove(seconds ?? 0, 0)
  assert.isNull(yield* ShardSizes.secondsToRead(sql, { ...size, part: "formwork.submissions_0" }, 2048))
  assert.isUndefined(yield* ShardSizes.sizeOf(sql, "formwork.nothing"))
})

const absent = await CitusServers.absent()
if (absent !== undefined) console.log(absent)

const migratingFrom = (last: number) =>
  Effect.gen(function* () {
    const url = yield* CitusServers.empty
    const old = yield* Effect.scoped(
      Effect.gen(function* () {
        yield* migratedTo(yield* TestServer.connect(url), last)
        const old = yield* Effect.provide(filed, unchecked(url))
        const divided = yield* Effect.exit(quietly(Server.distribute(url, () => Effect.void)))
        assert.strictEqual(divided._tag, last < first ? "Failure" : "Success")
        return old
      })
    )
    const asServer = Redacted.make(Object.assign(new URL(Redacted.value(url)), { username: "formwork_api" }).href)
    const refused = yield* Effect.flip(quietly(Server.migrate(asServer)))
    assert.match(refused.message, /^Only a superuser may migrate a database that is divided among nodes/u)
    const unplanned = yield* Effect.flip(quietly(Server.plan(asServer, Pglite.empty)))
    assert.strictEqual(unplanned.message, refused.message)
    if (last >= first) yield* Effect.scoped(planned(url, old.length))
    const ran = yield* quietly(Server.migrate(url))
    assert.deepStrictEqual(
      ran,
      (yield* MigrationFiles.known).filter(({ id }) => id > last).map(({ name }) => name)
    )
    assert.deepStrictEqual(yield* quietly(Server.migrate(url)), [])

    const [found, expected] = [yield* standing(url), yield* standing(yield* CitusServers.distributed)]
    assert.strictEqual(found.length, 3)
    assert.deepStrictEqual(found, expected)

    yield* Effect.gen(function* () {
      const forms = yield* FormStore
      const firings = yield* FiringStore
      const owners = old.map(({ owner }) => owner)
      const claims = yield* FiringFixture.claim(owners)
      assert.sameMembers(
        claims.map(({ id }) => id),
        old.flatMap(({ ids }) => ids)
      )
      for (const { form, owner, version } of old) {
        assert.strictEqual((yield* forms.findLive(owner, form.id))._tag, "Some")
        yield* FiringFixture.fileWithUpload(owner, version, Uint8Array.of(1))
        assert.strictEqual((yield* firings.list(owner, {}, { limit: 10 })).length, 2)
      }
      yield* Fixture.owner
    }).pipe(Effect.provide(ports(TestServer.whole(url))))
  }).pipe(Effect.scoped)

describe("a database that was divided at an earlier schema", () => {
  it.live.skipIf(absent !== undefined)(
    "is after its migration as one that was divided at this schema",
    () => migratingFrom(first),
    240_000
  )

  it.live.skipIf(absent !== undefined)(
    "also where its division was refused at the time",
    () => migratingFrom(before),
    240_000
  )
})

describe("migrations of a divided database", () => {
  it.live("run statement by statement as a superuser, they make the same schema and the same owners and grants", () =>
    Effect.gen(function* () {
      const { admin } = yield* TestServer.empty
      const sql = yield* TestServer.connect(admin)
      const files = yield* MigrationFiles.known
      for (const file of files)
        yield* sql.withTransaction(
          quietly(file.id <= before ? Migrations.run(sql, file) : Migrations.runDivided(sql, file))
        )
      const other = yield* TestServer.connect((yield* TestServer.migrated).admin)
      assert.strictEqual(yield* Guards.describe(sql), yield* Guards.describe(other))
      assert.strictEqual(yield* SchemaText.describe(sql), yield* SchemaText.describe(other))
    }).pipe(Effect.scoped)
  )

  it("a file's statements end at the semicolons that stand outside of texts, names, bodies and comments", () => {
    assert.deepStrictEqual(
      statementsOf(`
-- One; and a comment with a quote: it's.
set local role formwork_owner;
create table a (b text default ';''');  /* two; */ create table ";" (c text);
create function f() returns text language sql as $$ select 'a'; select "b"; -- not ours
$$;
do $one$ begin execute $two$ select 1; $two$; end $one$;
select 1`),
      [
        "set local role formwork_owner",
        "create table a (b text default ';''')",
        'create table ";" (c text)',
        "create function f() returns text language sql as $$ select 'a'; select \"b\"; -- not ours\n$$",
        "do $one$ begin execute $two$ select 1; $two$; end $one$",
        "select 1"
      ]
    )
  })
})
