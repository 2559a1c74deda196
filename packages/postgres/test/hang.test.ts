/** A database that hangs, in part or as a whole: who is answered meanwhile, and who goes on afterwards. */
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger, Redacted } from "effect"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import * as Fixture from "@formwork/contract/Fixture"
import * as Installation from "../src/database/Installation.ts"
import * as MigrationFiles from "../src/database/MigrationFiles.ts"
import * as Server from "../src/database/Server.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import * as Worker from "../src/database/Worker.ts"
import { Raw } from "./Databases.ts"
import { each, processes, times, unbounded, waiting, Watcher } from "./Processes.ts"
import * as Proxy from "./Proxy.ts"
import { ports, unoperated } from "./Subject.ts"

/** How an effect ended: `Success`, the tag of its refusal, `Unavailable`, or `Defect`. */
const ending = <E extends { readonly _tag: string }, R>(self: Effect.Effect<unknown, E, R>) =>
  Effect.matchCause(self, {
    onSuccess: () => "Success",
    onFailure: ({ reasons: [reason] }) => {
      if (reason !== undefined && "error" in reason) return reason.error._tag
      return reason !== undefined && "defect" in reason && reason.defect instanceof Unavailable
        ? "Unavailable"
        : "Defect"
    }
  })

/** Runs `work` while a transaction of another process holds what `statement` locks. */
const whileHeld = Effect.fnUntraced(function* <A, E, R>(
  statement: (sql: Effect.Success<typeof Watcher>) => Effect.Effect<unknown, unknown>,
  work: Effect.Effect<A, E, R>
) {
  const sql = yield* Raw
  return yield* sql.withTransaction(Effect.andThen(Effect.orDie(statement(sql)), work))
})

/** How many statements wait for a lock now. */
const lockWaits = Effect.flatMap(Watcher, (sql) =>
  sql<{ n: number }>`
    select count(*)::integer as n from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`.pipe(Effect.map((rows) => rows[0]?.n ?? 0))
)

layer(processes, { excludeTestServices: true })("a row that someone holds", (it) => {
  it.effect("a held count of one credential costs that credential alone, in every process", () =>
    Effect.gen(function* () {
      const admissions = yield* each(Admissions)
      const owner = yield* Fixture.owner
      const { token: held } = yield* Fixture.newKey(owner, [])
      const others = yield* Effect.forEach(times(8, String), () => Fixture.newKey(owner, []))
      yield* admissions[0].admit(held)
      const done: Array<string> = []
      yield* whileHeld(
        (sql) => sql`select from formwork_auth.rate_windows where credential_id = ${held.credentialId} for update`,
        Effect.gen(function* () {
          const stuck = yield* Effect.forkChild(
            Effect.forEach(
              times(40, (index) => index),
              (index) =>
                Effect.map(ending(admissions[index % 2 === 0 ? 0 : 1].admit(held)), (end) => done.push(`held ${end}`)),
              unbounded
            )
          )
          const free = yield* Effect.forEach(
            times(10, () => others).flat(),
            ({ token }, index) =>
              Effect.tap(ending(admissions[index % 2 === 0 ? 0 : 1].admit(token)), () =>
                Effect.sync(() => done.push("free"))
              ),
            unbounded
          )
          assert.deepStrictEqual(new Set(free), new Set(["Success"]))
          assert.isAtMost(yield* lockWaits, 2, "one statement of each process, for the held credential alone")
          yield* Fiber.join(stuck)
          assert.deepStrictEqual(new Set(done), new Set(["free", "held Unavailable"]))
        })
      )
      assert.strictEqual(yield* ending(admissions[1].admit(held)), "Success")
    })
  )

  it.effect("a held counter of one form costs that form alone, and its filings are Unavailable", () =>
    Effect.gen(function* () {
      const store = yield* SubmissionStore
      const owner = yield* Fixture.owner
      const [one, other] = [yield* Fixture.liveForm(owner, "ONE"), yield* Fixture.liveForm(owner, "TWO")]
      const reference = { prefix: "A-", suffix: "", sequenceWidth: 4 }
      const file = Effect.fnUntraced(function* (form: typeof one) {
        return yield* ending(store.file(owner, yield* Fixture.filing(form.version, { reference })))
      })
      const numbered = { ...reference, prefix: "B-" }
      assert.strictEqual(yield* file(one), "Success")
      const done: Array<string> = []
      yield* whileHeld(
        (sql) => sql`select from formwork.reference_counters where form_id = ${one.form.id} for update`,
        Effect.gen(function* () {
          const stuck = yield* Effect.forkChild(
            Effect.forEach(times(12, String), () => Effect.map(file(one), (end) => done.push(end)), unbounded)
          )
          yield* waiting(4, stuck) // of the twelve
          const free = yield* Effect.forEach(
            times(20, String),
            () =>
              Effect.flatMap(Fixture.filing(other.version, { reference: numbered }), (filing) =>
                ending(store.file(owner, filing))
              ),
            unbounded
          )
          assert.deepStrictEqual(new Set(free), new Set(["Success"]))
          assert.deepStrictEqual(done, [], "another form of the same credential does not wait for the held one")
          assert.isAtMost(yield* lockWaits, 4, "half of the writers of one process")
          yield* Fiber.join(stuck)
          assert.deepStrictEqual(new Set(done), new Set(["Unavailable"]))
        })
      )
      assert.strictEqual(yield* file(one), "Success")
    })
  )
})

describe("a server that hangs", () => {
  it.live(
    "connections that hang are given up, and the requests after that reach the server that took their place",
    () =>
      Effect.gen(function* () {
        const { admin } = yield* TestServer.migrated
        const { freeze, url } = yield* Proxy.freezing(admin)
        yield* Effect.gen(function* () {
          const { admit } = yield* Admissions
          const installation = yield* Installation.Installation
          const owner = yield* Fixture.owner
          const { token } = yield* Fixture.newKey(owner, [])
          yield* Effect.forEach(times(40, String), () => admit(token), unbounded)
          yield* freeze
          const stuck = yield* Effect.forEach(
            times(40, (index) => index),
            (index) => (index % 2 === 0 ? ending(admit(token)) : Effect.map(installation.answers, String)),
            unbounded
          )
          // Those asked again after the connections had ended may have reached the server already.
          assert.includeMembers(["Unavailable", "false", "Success", "true"], stuck)
          // Which of them met a connection of before depends on how many each pool had open then.
          assert.isTrue(stuck.includes("Unavailable") || stuck.includes("false"), stuck.join())
          // Every connection of before has ended with them: not one more request meets it.
          assert.strictEqual(yield* ending(admit(token)), "Success")
          assert.isTrue(yield* installation.answers)
          assert.strictEqual(yield* ending(Fixture.newKey(owner, [])), "Success")
        }).pipe(Effect.provide(ports(TestServer.whole(url))))
      }).pipe(Effect.scoped),
    60_000
  )

  it.live(
    "engines have connections of their own when callers have taken all others",
    () =>
      Effect.gen(function* () {
        const { admin } = yield* TestServer.migrated
        const limited = yield* Effect.scoped(
          Effect.gen(function* () {
            const sql = yield* TestServer.connect(admin)
            yield* sql`drop role if exists formwork_test_few`
            yield* sql`create role formwork_test_few login password 'few' connection limit 7`
            yield* sql`grant formwork_api, formwork_worker to formwork_test_few`
            const url = new URL(Redacted.value(admin))
            return Redacted.make(Object.assign(url, { username: "formwork_test_few", password: "few" }).href)
          })
        )
        yield* Effect.gen(function* () {
          const { across } = yield* Worker.Worker
          const store = yield* SubmissionStore
          const owner = yield* Fixture.owner
          const { version } = yield* Fixture.liveForm(owner)
          const filings = yield* Effect.forEach(times(60, String), () => Fixture.filing(version))
          const filed = yield* Effect.forkChild(
            Effect.forEach(filings, (filing) => ending(store.file(owner, filing)), unbounded)
          )
          const sent = yield* Effect.forEach(
            times(30, String),
            () => ending(across((sql) => sql`select pg_sleep(0.02)::text`)),
            unbounded
          )
          assert.deepStrictEqual(new Set(sent), new Set(["Success"]))
          assert.deepStrictEqual(new Set(yield* Fiber.join(filed)), new Set(["Success"]))
        }).pipe(Effect.provide(ports(Layer.mergeAll(Server.layerWorker(limited), Server.layer(limited), unoperated))))
      }).pipe(Effect.scoped),
    60_000
  )

  it.live(
    "a migration that loses its connection says in one sentence whether anything was changed",
    () =>
      Effect.gen(function* () {
        const cut = (marker: string) => () => (sent: Buffer) => (sent.includes(marker) ? "cut" : undefined)
        const { admin } = yield* TestServer.empty
        const inside = yield* Effect.flip(
          Server.migrate(yield* Proxy.proxy(admin, cut("create table formwork.firings")))
        )
        assert.strictEqual(
          inside.message,
          "The connection to the database was lost, and nothing was changed; run `formwork migrate` again."
        )
        assert.deepStrictEqual((yield* Server.status(admin)).applied, [])
        const newest = (yield* MigrationFiles.known).at(-1)?.name ?? ""
        // The commit after the note of the newest migration.
        let isNoted = false
        const last = () => (sent: Buffer) => {
          isNoted ||= sent.includes(newest)
          return isNoted && sent.includes("COMMIT") ? "cut" : undefined
        }
        const atTheEnd = yield* Effect.flip(Server.migrate(yield* Proxy.proxy(admin, last)))
        assert.match(
          atTheEnd.message,
          /^The connection to the database was lost, while the changes were being committed; /u
        )
        yield* Server.migrate(admin)
        assert.deepStrictEqual((yield* Server.status(admin)).pending, [])
      }).pipe(Effect.provide(Logger.layer([])), Effect.scoped),
    60_000
  )
})
