/** How often a request asks the database, counted on the wire between the driver and a real server. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { connect, createServer } from "node:net"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { Admissions } from "@formwork/domain/keys/Admissions"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { CredentialStore } from "@formwork/domain/keys/CredentialStore"
import * as Fixture from "@formwork/memory/contract/Fixture"
import * as Server from "../src/Server.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import { ports } from "./Subject.ts"

/** Statements that were run: the messages Execute and Query of the protocol. */
class Wire extends Context.Service<Wire, { statements: number }>()("test/Wire") {}

const [execute, query] = [0x45, 0x51]

/** Counts in what a client sends. The first message of a connection has no type byte. */
const counter = (wire: { statements: number }) => {
  let pending = Buffer.alloc(0)
  let started = false
  return (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk])
    while (true) {
      const at = started ? 1 : 0
      if (pending.length < at + 4 || pending.length < at + pending.readInt32BE(at)) return
      if (started && (pending[0] === execute || pending[0] === query)) wire.statements += 1
      pending = pending.subarray(at + pending.readInt32BE(at))
      started = true
    }
  }
}

/** A server that passes everything on to `url`, and counts. */
const proxy = Effect.fnUntraced(function* (url: Redacted.Redacted<string>, wire: { statements: number }) {
  const target = new URL(Redacted.value(url))
  const { hostname, port } = target
  const server = yield* Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const made = createServer((client) => {
            const upstream = connect(Number(port || 5432), hostname)
            client
              .on("data", counter(wire))
              .on("error", () => upstream.destroy())
              .pipe(upstream)
            upstream.on("error", () => client.destroy()).pipe(client)
          }).listen(0, "127.0.0.1", () => resolve(made))
        })
    ),
    (made) => Effect.sync(() => made.close())
  )
  const address = server.address()
  target.host = `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  return Redacted.make(target.href)
})

const counted = Layer.unwrap(
  Effect.gen(function* () {
    const { admin } = yield* TestServer.migrated
    const wire = { statements: 0 }
    return Layer.merge(
      ports(Layer.merge(Server.layer(yield* proxy(admin, wire)), Server.layerWorker(admin))),
      Layer.succeed(Wire, wire)
    )
  })
)

/** How many statements `work` ran. */
const statements = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const wire = yield* Wire
  const before = wire.statements
  yield* work
  return wire.statements - before
})

layer(counted, { excludeTestServices: true })("statements a request", (it) => {
  it.effect(
    "an admission is one statement, and noting the key's use once a minute is one more that nobody waits for",
    () =>
      Effect.gen(function* () {
        const admissions = yield* Admissions
        const keys = yield* ApiKeyStore
        const owner = yield* Fixture.owner
        const { key, token } = yield* Fixture.newKey(owner, [])
        yield* admissions.admit(token)
        yield* keys.get(owner, key.id).pipe(Effect.repeat({ until: ({ lastUsedAt }) => lastUsedAt !== null }))
        assert.strictEqual(yield* statements(admissions.admit(token)), 1)
        const credentials = yield* CredentialStore
        assert.strictEqual(yield* statements(credentials.authenticate(token)), 1)
        assert.strictEqual(yield* statements(Effect.flip(admissions.admit(yield* Fixture.forged(token)))), 1)
      })
  )

  it.effect("a session is admitted in one statement as well, and admissions that meet share one", () =>
    Effect.gen(function* () {
      const admissions = yield* Admissions
      const owner = yield* Fixture.owner
      const { token } = yield* Fixture.newSession(owner)
      assert.strictEqual(yield* statements(admissions.admit(token)), 1)
      const tokens = yield* Effect.forEach(Array.from({ length: 200 }), () => Fixture.newSession(owner))
      const crowd = Effect.forEach(tokens, (session) => admissions.admit(session.token), { concurrency: "unbounded" })
      const many = yield* statements(crowd)
      assert.isAtMost(many, 8)
      for (let alone = 0; alone < 5; alone++) assert.strictEqual(yield* statements(admissions.admit(token)), 1)
    })
  )

  it.effect("a filing by a session is one statement too", () =>
    Effect.gen(function* () {
      const store = yield* SubmissionStore
      const owner = yield* Fixture.owner
      const { caller } = yield* Fixture.signedIn(owner)
      const { version } = yield* Fixture.liveForm(owner)
      assert.strictEqual(yield* statements(store.file(caller, yield* Fixture.filing(version))), 1)
    })
  )

  it.effect("a filing is one statement, with a number, an idempotency record, a firing and an audit row", () =>
    Effect.gen(function* () {
      const store = yield* SubmissionStore
      const owner = yield* Fixture.owner
      const { version } = yield* Fixture.liveForm(owner)
      const idempotency = { key: "a", bodyHash: new Uint8Array(32) }
      const filing = yield* Fixture.filing(version, { idempotency })
      assert.strictEqual(yield* statements(store.file(owner, filing)), 1)
      assert.strictEqual(yield* statements(store.get(owner, filing.submission.id)), 1)
      assert.strictEqual(yield* statements(store.file(owner, filing)), 2, "a repeat reads the first answer")
    })
  )

  it.effect("the live version is one statement", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const { form } = yield* Fixture.liveForm(owner)
      assert.strictEqual(yield* statements(store.findLive(owner, form.id)), 1)
    })
  )
})
