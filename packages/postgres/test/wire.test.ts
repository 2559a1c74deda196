/** The statements that a request runs, read on the wire between the driver and a real server. */
import { assert, layer } from "@effect/vitest"
import { Context, DateTime, Duration, Effect, Layer } from "effect"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { FormId } from "@formwork/domain/forms/Form"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import type * as Caller from "@formwork/domain/callers/Caller"
import { Callers } from "@formwork/domain/credentials/Callers"
import { CredentialStore } from "@formwork/domain/credentials/CredentialStore"
import { CallCounter, CallFlushInterval } from "@formwork/domain/usage/CallCounter"
import { SessionStore } from "@formwork/domain/people/SessionStore"
import { UsageStore } from "@formwork/domain/usage/UsageStore"
import * as Services from "@formwork/domain/Services"
import * as Fixture from "@formwork/contract/Fixture"
import * as Server from "../src/database/Server.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import { proxy } from "./Proxy.ts"
import { passwords, ports, unoperated } from "./Subject.ts"

/** Ends once the use of each session of a person is noted: in the background, after its first admission, and then not for a minute. */
const notedUse = (caller: Caller.Caller) =>
  SessionStore.use((store) => store.list(caller)).pipe(
    Effect.repeat({ until: (all) => all.every(({ lastUsedAt }) => lastUsedAt !== null) })
  )

/** The statements that were run, as text: the messages Bind, which an Execute follows, and Query of the protocol. */
class Wire extends Context.Service<Wire, { statements: Array<string> }>()("test/Wire") {}

const [bind, parse, query] = [0x42, 0x50, 0x51]

/** Notes what a client sends. The first message of a connection has no type byte. */
const counter = (wire: { statements: Array<string> }) => {
  let pending = Buffer.alloc(0)
  let started = false
  /** Prepared on this connection, by name. */
  const prepared = new Map<string, string>()
  const note = (type: number | undefined, body: Buffer) => {
    const [first = "", second = ""] = body.toString("latin1").split("\0")
    if (type === parse) prepared.set(first, second)
    else if (type === bind) wire.statements.push(prepared.get(second) ?? "?")
    else if (type === query) wire.statements.push(first)
  }
  return (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk])
    while (true) {
      const at = started ? 1 : 0
      if (pending.length < at + 4 || pending.length < at + pending.readInt32BE(at)) return
      if (started) note(pending[0], pending.subarray(at + 4, at + pending.readInt32BE(at)))
      pending = pending.subarray(at + pending.readInt32BE(at))
      started = true
    }
  }
}

const counted = Layer.unwrap(
  Effect.gen(function* () {
    const { admin } = yield* TestServer.migrated
    const wire = { statements: [] }
    return Layer.merge(
      Services.layer.pipe(
        Layer.provideMerge(
          ports(
            Layer.mergeAll(
              Server.layer(yield* proxy(admin, () => counter(wire))),
              Server.layerWorker(admin),
              unoperated
            )
          )
        ),
        Layer.provide(passwords),
        // Calls are written when a test says so: a write in the background would be counted as a statement of another request.
        Layer.provide(Layer.succeed(CallFlushInterval, Duration.hours(1)))
      ),
      Layer.succeed(Wire, wire)
    )
  })
)

/** The statements that `work` ran. */
const written = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const wire = yield* Wire
  const before = wire.statements.length
  yield* work
  return wire.statements.slice(before)
})

/** How many statements `work` ran. */
const statements = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.map(written(work), ({ length }) => length)

layer(counted, { excludeTestServices: true })("statements a request", (it) => {
  it.effect("an admission is one statement, and noting the key's use once a minute is one more in the background", () =>
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

  it.effect("a session is admitted in one statement too, and admissions at once share statements", () =>
    Effect.gen(function* () {
      const admissions = yield* Admissions
      const owner = yield* Fixture.owner
      const noted = notedUse(owner)
      const { token } = yield* Fixture.newSession(owner)
      yield* admissions.admit(token)
      yield* noted
      assert.strictEqual(yield* statements(admissions.admit(token)), 1)
      const tokens = yield* Effect.forEach(Array.from({ length: 199 }), () => Fixture.newSession(owner))
      const crowd = Effect.forEach(tokens, (session) => admissions.admit(session.token), { concurrency: "unbounded" })
      yield* crowd
      yield* noted
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
      yield* notedUse(caller)
      const { version } = yield* Fixture.liveForm(owner)
      assert.strictEqual(yield* statements(store.file(caller, yield* Fixture.filing(version))), 1)
    })
  )

  it.effect(
    "a missing, a foreign and an unpublished form cost the same statements, so they cannot be told apart by those",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const { key, token } = yield* Fixture.newKey(owner, ["submission:write"])
        const foreign = yield* Fixture.liveForm(yield* Fixture.owner)
        const unpublished = yield* Fixture.newForm(owner, "NEW")
        const missing = FormId.make(yield* Fixture.uuid)
        const [callers, evaluations, submissions] = [yield* Callers, yield* Evaluations, yield* Submissions]
        const request = { data: {}, draft: false, idempotencyKey: "once" }
        const both = Effect.fnUntraced(function* (formId: FormId) {
          const { caller } = yield* callers.authenticate(token.text)
          const refused = [
            yield* Effect.flip(evaluations.evaluate(caller, formId, {})),
            yield* Effect.flip(submissions.create(caller, formId, request))
          ]
          assert.deepStrictEqual(
            refused.map(({ _tag }) => _tag),
            ["FormNotFound", "FormNotFound"]
          )
        })
        yield* both(missing)
        yield* (yield* ApiKeyStore)
          .get(owner, key.id)
          .pipe(Effect.repeat({ until: ({ lastUsedAt }) => lastUsedAt !== null }))
        const expected = yield* written(both(missing))
        assert.isNotEmpty(expected)
        assert.notInclude(expected, "?")
        for (const formId of [foreign.form.id, unpublished.id, missing]) {
          assert.deepStrictEqual(yield* written(both(formId)), expected)
        }
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

  it.effect(
    "filings of an organisation's keys that come at once share statements, also those with idempotency keys",
    () =>
      Effect.gen(function* () {
        const store = yield* SubmissionStore
        const owner = yield* Fixture.owner
        const { caller } = yield* Fixture.machine(owner)
        const form = Effect.fnUntraced(function* (code: string) {
          const { version } = yield* Fixture.liveForm(owner, code)
          return { version, reference: { prefix: `${code}-`, suffix: "", sequenceWidth: 4 } }
        })
        const forms = [yield* form("ONE"), yield* form("TWO"), yield* form("SIX")]
        // The first filing of a form makes its counter, and goes by itself.
        for (const { reference, version } of forms) {
          yield* store.file(caller, yield* Fixture.filing(version, { reference }))
        }
        const filings = yield* Effect.forEach(Array.from({ length: 120 }), (_, place) => {
          const idempotency = place % 2 === 0 ? undefined : { key: `key ${place}`, bodyHash: new Uint8Array(32) }
          return Effect.forEach(forms, ({ reference, version }) => Fixture.filing(version, { reference, idempotency }))
        })
        const crowd = Effect.forEach(filings.flat(), (filing) => store.file(caller, filing), {
          concurrency: "unbounded"
        })
        // On an idle machine some twenty. Where others are slow, more go by themselves.
        assert.isAtMost(yield* statements(crowd), 120)
      })
  )

  it.effect("a change is one statement, whether it replaces what is stored or not, and so is the history", () =>
    Effect.gen(function* () {
      const store = yield* SubmissionStore
      const owner = yield* Fixture.owner
      const { caller } = yield* Fixture.signedIn(owner)
      yield* notedUse(caller)
      const { version } = yield* Fixture.liveForm(owner)
      const { submission } = yield* Fixture.filing(version)
      const { id } = submission
      yield* store.file(caller, yield* Fixture.filing(version, { submission }))
      const content = Fixture.content(version)
      const saving = yield* Fixture.change({ id, revision: 1 }, { content, action: "submission.saved" })
      assert.strictEqual(yield* statements(store.change(caller, saving)), 1)
      assert.strictEqual(yield* statements(store.change(caller, yield* Fixture.change({ id, revision: 2 }))), 1)
      assert.strictEqual(yield* statements(Effect.flip(store.change(caller, saving))), 1, "a stale one")
      assert.strictEqual(yield* statements(store.history(caller, id)), 1)
      const stranger = yield* Fixture.signedIn(yield* Fixture.owner)
      yield* notedUse(stranger.caller)
      const missing = SubmissionId.make(yield* Fixture.uuid)
      for (const absent of [id, missing]) {
        const change = yield* Fixture.change({ id: absent, revision: 1 })
        assert.strictEqual(yield* statements(Effect.flip(store.get(stranger.caller, absent))), 1)
        assert.strictEqual(yield* statements(Effect.flip(store.history(stranger.caller, absent))), 1)
        assert.strictEqual(yield* statements(Effect.flip(store.change(stranger.caller, change))), 1)
      }
    })
  )

  it.effect(
    "an evaluate of a cached form is one statement, its admission; a thousand of them are counted in one statement",
    () =>
      Effect.gen(function* () {
        const [callers, calls, evaluations] = [yield* Callers, yield* CallCounter, yield* Evaluations]
        const owner = yield* Fixture.owner
        const { form } = yield* Fixture.liveForm(owner)
        const { key, token } = yield* Fixture.newKey(owner, ["submission:write"])
        const evaluate = Effect.gen(function* () {
          const { caller } = yield* callers.authenticate(token.text)
          yield* evaluations.evaluate(caller, form.id, {})
        })
        yield* evaluate
        yield* (yield* ApiKeyStore)
          .get(owner, key.id)
          .pipe(Effect.repeat({ until: ({ lastUsedAt }) => lastUsedAt !== null }))
        yield* calls.flush
        assert.strictEqual(yield* statements(evaluate), 1)
        assert.strictEqual(yield* statements(Effect.repeat(evaluate, { times: 998 })), 999)
        assert.strictEqual(yield* statements(calls.flush), 1)
        const day = DateTime.formatIsoDateUtc(yield* DateTime.now)
        const usage = yield* (yield* UsageStore).list(owner, { from: day, to: day })
        assert.deepStrictEqual(
          usage.map((one) => [one.operation, one.calls]),
          [["evaluate", 1_001]]
        )
        assert.strictEqual(yield* statements(calls.flush), 0)
      })
  )

  it.effect("the live version is one statement, and any other version is one", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const { form, version } = yield* Fixture.liveForm(owner)
      assert.strictEqual(yield* statements(store.findLive(owner, form.id)), 1)
      assert.strictEqual(yield* statements(store.version(owner, form.id, version.id)), 1)
    })
  )
})
