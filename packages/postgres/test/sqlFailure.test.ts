/** A failure of the database is a defect: `Unavailable` if trying again may help. */
import { assert, it, layer } from "@effect/vitest"
import { Cause, Effect, Exit, Latch, Layer } from "effect"
import { SqlError } from "effect/sql"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { OrganisationStore } from "@formwork/domain/people/OrganisationStore"
import { UserStore } from "@formwork/domain/people/UserStore"
import * as Fixture from "@formwork/contract/Fixture"
import * as TestServer from "../src/testing/TestServer.ts"
import { asDefect, isUndone } from "../src/database/SqlFailure.ts"
import { TenantDatabase, whole } from "../src/database/TenantDatabase.ts"
import { Raw } from "./Databases.ts"
import { ports } from "./Subject.ts"

const server = Layer.unwrap(
  Effect.map(TestServer.migrated, ({ admin }) =>
    Layer.merge(ports(TestServer.whole(admin)), Layer.effect(Raw, TestServer.connect(admin)))
  )
)

const defectOf = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isFailure(exit) ? exit.cause.reasons.find(Cause.isDieReason)?.defect : undefined

it.effect(
  "an internal error is Unavailable where a catalogue found no room, or a part of a table was replaced, and nowhere else",
  () =>
    Effect.gen(function* () {
      for (const routine of ["write_item", "LookupShardRelationFromCatalog", "ExecProcNode"]) {
        const cause = Object.assign(new Error("could not write init file"), { code: "XX000", routine })
        const reason = new SqlError.UnknownError({ cause, message: "Query failed", operation: "query" })
        const exit = yield* Effect.exit(asDefect(Effect.fail(new SqlError.SqlError({ reason }))))
        assert.strictEqual(defectOf(exit) instanceof Unavailable, routine !== "ExecProcNode")
      }
    })
)

it("a statement was undone where the server says why, and not where its connection was lost", () => {
  for (const [code, expected] of [
    ["23505", true],
    ["55P03", true],
    ["22P05", true],
    ["57014", false],
    ["08006", false],
    ["ECONNRESET", false],
    ["EPIPE", false]
  ] as const) {
    const cause = Object.assign(new Error("a failure"), { code })
    const reason = new SqlError.UnknownError({ cause, message: "Query failed", operation: "query" })
    assert.strictEqual(isUndone(new SqlError.SqlError({ reason })), expected, code)
  }
})

layer(server, { excludeTestServices: true })("SQL failures", (it) => {
  it.effect("a connection that is lost in a transaction is Unavailable, and the next request gets another one", () =>
    Effect.gen(function* () {
      const database = yield* TenantDatabase
      const sql = yield* Raw
      const { organisationId } = yield* Fixture.owner
      const cut = sql`
        select pg_terminate_backend(pid) as cut from pg_stat_activity
         where datname = current_database() and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`.pipe(
        Effect.repeat({ until: (rows) => rows.length > 0 })
      )
      const [exit] = yield* Effect.all(
        [Effect.exit(database.transaction(whole(organisationId), (run) => run`select pg_sleep(60)`)), cut],
        { concurrency: "unbounded" }
      )
      assert.instanceOf(defectOf(exit), Unavailable)
      assert.deepStrictEqual(yield* database.call("write", whole(organisationId), (run) => run`select 1 as n`), [
        { n: 1 }
      ])
    })
  )

  it.effect("after all connections were cut at once, admissions are Unavailable at worst, and then work again", () =>
    Effect.gen(function* () {
      const admissions = yield* Admissions
      const sql = yield* Raw
      const { token } = yield* Fixture.newKey(yield* Fixture.owner, [])
      yield* admissions.admit(token)
      yield* sql`
        select pg_terminate_backend(pid)::text from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
      const exits = yield* Effect.forEach(Array.from({ length: 5 }), () => Effect.exit(admissions.admit(token)))
      assert.isTrue(exits.every((exit) => Exit.isSuccess(exit) || defectOf(exit) instanceof Unavailable))
      assert.isTrue(Exit.isSuccess(yield* Effect.exit(admissions.admit(token))))
    })
  )

  it.effect("a statement that the server cancels after its timeout is Unavailable", () =>
    Effect.gen(function* () {
      const database = yield* TenantDatabase
      const { organisationId } = yield* Fixture.owner
      const exit = yield* Effect.exit(
        database.transaction(whole(organisationId), (run) =>
          Effect.andThen(run`set local statement_timeout = '20ms'`, run`select pg_sleep(60)`)
        )
      )
      assert.instanceOf(defectOf(exit), Unavailable)
    })
  )

  it.effect(
    "of two transactions in a deadlock, the one that Postgres undoes is Unavailable, and the other goes on",
    () =>
      Effect.gen(function* () {
        const database = yield* TenantDatabase
        const { organisationId } = yield* Fixture.owner
        const both = yield* Latch.make(false)
        let holding = 0
        const holds = Effect.suspend(() => (++holding === 2 ? both.open : both.await))
        const locking = (first: number, second: number) =>
          database.transaction(whole(organisationId), (run) =>
            run`select pg_advisory_xact_lock(${first}::int)::text`.pipe(
              Effect.andThen(holds),
              Effect.andThen(run`select pg_advisory_xact_lock(${second}::int)::text`)
            )
          )
        const exits = yield* Effect.all([Effect.exit(locking(1, 2)), Effect.exit(locking(2, 1))], {
          concurrency: "unbounded"
        })
        const undone = exits.filter(Exit.isFailure)
        assert.lengthOf(undone, 1)
        const [exit = assert.fail()] = undone
        assert.instanceOf(defectOf(exit), Unavailable)
      })
  )

  it.effect("a misspelt statement and an unexpected conflict are defects, and not Unavailable", () =>
    Effect.gen(function* () {
      const database = yield* TenantDatabase
      const organisations = yield* OrganisationStore
      const { organisationId, userId } = yield* Fixture.owner
      const misspelt = yield* Effect.exit(database.call("read", whole(organisationId), (run) => run`selekt 1`))
      assert.notInstanceOf(defectOf(misspelt), Unavailable)
      assert.isDefined(defectOf(misspelt))
      const twice = yield* Effect.exit(
        organisations.create(
          { id: organisationId, name: "X" },
          { id: userId, email: "x@y.example", name: "X", role: "owner" },
          null
        )
      )
      assert.isDefined(defectOf(twice))
      assert.notInstanceOf(defectOf(twice), Unavailable)
    })
  )

  it.effect("a row that does not fit the domain's schema is a defect", () =>
    Effect.gen(function* () {
      const sql = yield* Raw
      const users = yield* UserStore
      const owner = yield* Fixture.owner
      const { userId } = owner
      yield* sql`update formwork.users set role = 'emperor' where user_id = ${userId}`
      assert.isDefined(defectOf(yield* Effect.exit(users.get(owner, userId))))
    })
  )
})
