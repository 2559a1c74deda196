/** An organisation that moves to another node of Citus while its clients file: nothing is lost, and what keeps organisations apart moves along. */
import { assert, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Logger } from "effect"
import type { Redacted } from "effect"
import * as Fixture from "@formwork/contract/Fixture"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import * as Guards from "../src/database/Guards.ts"
import * as Month from "../src/database/months/Month.ts"
import * as Retention from "../src/database/months/Retention.ts"
import * as Moving from "../src/database/nodes/Moving.ts"
import * as NodeRoles from "../src/database/nodes/NodeRoles.ts"
import * as Owners from "../src/database/nodes/Owners.ts"
import * as ShardMap from "../src/database/nodes/ShardMap.ts"
import * as Server from "../src/database/Server.ts"
import * as CitusServers from "../src/testing/CitusServers.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import { ports } from "./Subject.ts"

const absent = await CitusServers.absent()
if (absent !== undefined) console.log(absent)

const quietly = Effect.provide(Logger.layer([]))

const placeOf = (url: Redacted.Redacted<string>, organisation: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const map = yield* ShardMap.read(yield* TestServer.connect(url))
      return ShardMap.shardOf(map ?? [], organisation)
    })
  )

/** Files until it is told to end, each again until it is answered, and gives the numbers that were answered. */
const filing = Effect.fnUntraced(function* (isOver: Deferred.Deferred<void>) {
  const owner = yield* Fixture.owner
  const { version } = yield* Fixture.liveForm(owner)
  const store = yield* SubmissionStore
  const answered: Array<string> = []
  const files = yield* Effect.forkChild(
    Effect.gen(function* () {
      while (!(yield* Deferred.isDone(isOver))) {
        const next = yield* Fixture.filing(version)
        const exit = yield* Effect.exit(store.file(owner, next))
        if (Exit.isSuccess(exit)) {
          if (exit.value._tag === "Filed") answered.push(exit.value.submission.referenceNumber)
        } else if (!(Cause.squash(exit.cause) instanceof Unavailable)) return yield* exit
      }
    })
  )
  return { answered, files, owner }
})

const stored = Effect.fnUntraced(function* (url: Redacted.Redacted<string>, organisation: string) {
  const sql = yield* TestServer.connect(url)
  const found = yield* sql<{ number: string }>`
    select reference_number as number from formwork.submissions where organisation_id = ${organisation}::uuid order by 1`
  return found.map(({ number }) => number)
})

it.live.skipIf(absent !== undefined)(
  "whoever files meanwhile has each of its submissions once, and sees no other organisation's",
  () =>
    Effect.gen(function* () {
      const url = yield* CitusServers.distributed
      // Months are parts of a table, and move with it.
      yield* quietly(Retention.retain(url, { audit: 24, attempts: 6 }, Month.of(new Date()), false))
      yield* Effect.gen(function* () {
        const isOver = yield* Deferred.make<void>()
        const own = yield* filing(isOver)
        const other = yield* filing(isOver)
        const id = own.owner.organisationId
        const from = yield* placeOf(url, id)
        const sql = yield* TestServer.connect(url)
        const [node] = yield* sql<{ host: string; port: number }>`
          select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards and nodeport <> ${from.port}::integer`
        const to = { host: node?.host ?? "", port: node?.port ?? 0 }
        const steps: Array<string> = []
        const move = (there: { readonly host: string; readonly port: number }) =>
          Moving.moveAt(url, { organisation: id, ...there }, (step) => Effect.sync(() => steps.push(step)))
        assert.isTrue(yield* move(to))
        assert.lengthOf(steps, 3)
        const there = yield* placeOf(url, id)
        assert.deepStrictEqual([there.host, there.port, there.most - there.least], [to.host, to.port, 0])
        assert.isFalse(yield* move(to))
        const { host, port } = from
        assert.isTrue(yield* move({ host, port }))
        // Servers find it there by themselves.
        const before = own.answered.length
        yield* Effect.repeat(Effect.sleep("100 millis"), { until: () => own.answered.length > before })
        yield* Deferred.succeed(isOver, undefined)
        yield* Fiber.join(own.files)
        yield* Fiber.join(other.files)
        for (const { answered, owner } of [own, other]) {
          const kept = yield* stored(url, owner.organisationId)
          assert.includeMembers(kept, answered)
          assert.strictEqual(new Set(kept).size, kept.length)
          const { items } = yield* (yield* AuditStore).list(
            owner,
            { action: "submission.created" },
            { limit: 5, examine: 1_000 }
          )
          assert.isAbove(items.length, 0)
        }
        assert.deepStrictEqual(yield* Owners.strays(sql), [])
        assert.deepStrictEqual(yield* NodeRoles.differing(sql), [])
        assert.isUndefined(yield* Guards.differing(sql, yield* Guards.expected))
      }).pipe(Effect.provide(ports(TestServer.whole(url))))
    }).pipe(Effect.scoped),
  300_000
)

it.live.skipIf(absent !== undefined)(
  "a move that was cut short leaves tables with another owner: `migrate` gives them back",
  () =>
    Effect.gen(function* () {
      const url = yield* CitusServers.distributed
      const sql = yield* TestServer.connect(url)
      yield* Owners.take(sql)
      assert.isAbove((yield* Owners.strays(sql)).length, 20)
      yield* quietly(Server.migrate(url))
      assert.deepStrictEqual(yield* Owners.strays(sql), [])
      assert.deepStrictEqual(yield* NodeRoles.differing(sql), [])
    }).pipe(Effect.scoped),
  300_000
)

it.live.skipIf(absent !== undefined)(
  "what cannot be moved is refused in a sentence, and nothing is changed",
  () =>
    Effect.gen(function* () {
      const url = yield* CitusServers.distributed
      const sql = yield* TestServer.connect(url)
      const refusal = (move: Moving.Move) =>
        Effect.map(Effect.flip(Moving.moveAt(url, move, () => Effect.void)), ({ message }) => message)
      const nowhere = { organisation: "Nobody", host: "127.0.0.1", port: 1 }
      assert.strictEqual(yield* refusal(nowhere), 'There is no organisation "Nobody".')
      yield* sql`insert into formwork.organisations (organisation_id, name) values (gen_random_uuid(), 'Somebody')`
      assert.match(
        yield* refusal({ ...nowhere, organisation: "Somebody" }),
        /^127\.0\.0\.1:1 is no node that has organisations; there are 127/u
      )
      assert.deepStrictEqual(yield* Owners.strays(sql), [])
      const { admin } = yield* TestServer.migrated
      const single = yield* Effect.flip(Moving.moveAt(admin, nowhere, () => Effect.void))
      assert.match(single.message, /^The database is not divided among nodes/u)
    }).pipe(Effect.scoped),
  300_000
)
