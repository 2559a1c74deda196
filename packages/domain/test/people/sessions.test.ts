/** Signing in and out, and authenticating by a token, as an embedder uses them. */
import { assert, it, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, Redacted, Tracer } from "effect"
import { TestClock } from "effect/testing"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { AuditLog } from "@formwork/domain/audit/AuditLog"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Callers } from "@formwork/domain/credentials/Callers"
import { SessionId, SessionLifetime } from "@formwork/domain/people/Session"
import { Sessions } from "@formwork/domain/people/Sessions"
import { TokenPrefixes } from "@formwork/domain/credentials/Token"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import { PasswordHash, PasswordHasher } from "@formwork/domain/credentials/PasswordHasher"
import { Users } from "@formwork/domain/people/Users"
import * as Services from "@formwork/domain/Services"
import * as Memory from "@formwork/memory/Memory"
import { authenticate, nowhere, password, refusal, request, services, setting, tag } from "./ownerFixture.ts"
import { type Line, recordingAuditStore } from "../audit/recordingAuditStore.ts"

layer(services)("sessions", (it) => {
  it.effect("a session lasts 12 hours, unless configured otherwise, and ends when its person signs out", () =>
    Effect.gen(function* () {
      const { email, operator, organisationId, owner } = yield* setting
      const sessions = yield* Sessions
      const begun = yield* DateTime.now
      const { session, token } = yield* sessions.signIn({ email, organisationId, password })
      assert.strictEqual(session.userId, owner.id)
      assert.deepStrictEqual(session.expiresAt, DateTime.addDuration(begun, "12 hours"))
      assert.deepStrictEqual([token.kind, token.credentialId], ["session", session.id])
      const { caller } = yield* authenticate(token.text)
      assert.deepStrictEqual(caller.credential, { kind: "session", id: session.id })
      assert.deepStrictEqual(caller.privileges, Privilege.literals)
      assert.strictEqual(yield* tag(sessions.signOut(operator)), "SessionNotFound")
      const key = { kind: "api_key" as const, id: session.id }
      assert.strictEqual(yield* tag(sessions.signOut({ ...caller, credential: key })), "SessionRequired")
      yield* sessions.signOut(caller)
      assert.strictEqual(yield* tag(authenticate(token.text)), "Unauthenticated")
      const brief = Layer.fresh(services).pipe(Layer.provide(Layer.succeed(SessionLifetime, Duration.seconds(5))))
      yield* Effect.gen(function* () {
        const other = yield* setting
        const short = yield* Sessions.use((all) =>
          all.signIn({ email, organisationId: other.organisationId, password })
        )
        assert.strictEqual(DateTime.distance(yield* DateTime.now, short.session.expiresAt).pipe(Duration.toSeconds), 5)
      }).pipe(Effect.provide(brief))
    })
  )

  it.effect("every wrong sign-in gets the same refusal, and each refusal is written to the audit log", () =>
    Effect.gen(function* () {
      const { email, operator, organisationId, owner, tenant } = yield* setting
      const users = yield* Users
      const olive = yield* users.create(operator, {
        email: "olive@x",
        name: "Olive",
        role: "viewer",
        password: undefined
      })
      const sessions = yield* Sessions
      const wrong = Redacted.make("wrong horse battery")
      for (const attempt of [
        { email, password: wrong },
        { email: "olive@x", password },
        { email: "nobody@x", password }
      ])
        assert.strictEqual(yield* tag(sessions.signIn({ ...attempt, organisationId })), "SignInRefused")
      const stranger = OrganisationId.make(nowhere)
      assert.strictEqual(yield* tag(sessions.signIn({ email, password, organisationId: stranger })), "SignInRefused")
      yield* Effect.yieldNow
      const lines = tenant.audit.filter(({ action }) => action.endsWith("refused"))
      assert.deepStrictEqual(
        lines.map(({ action, credential, detail, subject, userId }) => [action, userId, credential, subject, detail]),
        [
          ["sign_in.refused", null, null, owner.id, email],
          ["sign_in.refused", null, null, olive.id, "olive@x"],
          ["sign_in.refused", null, null, null, "nobody@x"]
        ]
      )
    })
  )

  it.effect("an account without a password cannot sign in, whatever the hasher answers", () =>
    Effect.gen(function* () {
      const credulous = Layer.effect(
        PasswordHasher,
        Effect.map(PasswordHasher, (hasher) =>
          PasswordHasher.of({ ...hasher, derive: () => Effect.succeed(PasswordHash.make("")) })
        )
      ).pipe(Layer.provideMerge(Memory.layer()))
      yield* Effect.gen(function* () {
        const { operator, organisationId } = yield* setting
        const olive = { email: "olive@x", name: "Olive", role: "viewer", password: undefined } as const
        yield* Users.use((users) => users.create(operator, olive))
        const attempt = Sessions.use((all) => all.signIn({ email: "olive@x", password, organisationId }))
        assert.strictEqual(yield* tag(attempt), "SignInRefused")
      }).pipe(Effect.provide(Layer.fresh(Services.layer.pipe(Layer.provideMerge(credulous)))))
    })
  )

  it.effect("a sign-in without an organisation goes to the first that was founded; before that it is refused", () => {
    let verified = 0
    const counting = Layer.effect(
      PasswordHasher,
      Effect.map(PasswordHasher, (hasher) =>
        PasswordHasher.of({
          ...hasher,
          derive: (...about) => Effect.suspend(() => (verified++, hasher.derive(...about)))
        })
      )
    ).pipe(Layer.provideMerge(Memory.layer()))
    const lines: Array<Line> = []
    const deaf = Services.layer.pipe(Layer.provideMerge(Layer.merge(counting, recordingAuditStore(lines))))
    return Effect.gen(function* () {
      const sessions = yield* Sessions
      const attempt = { email: "edith@ashworth.example", password, organisationId: undefined }
      assert.strictEqual(yield* tag(sessions.signIn(attempt)), "SignInRefused")
      assert.strictEqual(verified, 1, "the refusal takes as long as any other")
      yield* Effect.yieldNow
      assert.deepStrictEqual(lines, [], "there is no audit log to write to")
      const first = yield* setting
      yield* setting
      assert.strictEqual((yield* sessions.signIn(attempt)).token.organisationId, first.organisationId)
    }).pipe(Effect.provide(Layer.fresh(deaf)))
  })
})

it.effect("a flood of addresses that nobody has is a line each for ten of them, and one line for the rest", () => {
  const lines: Array<Line> = []
  const over = Services.layer.pipe(Layer.provideMerge(Layer.merge(Memory.layer(), recordingAuditStore(lines))))
  return Effect.gen(function* () {
    const { email, organisationId, owner } = yield* setting
    const sessions = yield* Sessions
    const fail = (address: string) =>
      tag(sessions.signIn({ email: address, password: Redacted.make("x"), organisationId }))
    for (let index = 0; index < 60; index++) yield* fail(`${index}-${"😀".repeat(90)}@x`)
    yield* fail(email)
    yield* TestClock.adjust("1 minute")
    yield* Effect.yieldNow
    const refused = lines.map(([, entry]) => entry).filter(({ action }) => action === "sign_in.refused")
    const [ten, [first, theirs, rest, ...more]] = [refused.slice(0, 10), refused.slice(10)]
    for (const [index, { detail, subject, times }] of ten.entries())
      assert.deepStrictEqual([detail, subject, times], [`${index}-${"😀".repeat(62)}`, null, 1])
    assert.deepStrictEqual([first?.detail, first?.times], [null, 1])
    assert.deepStrictEqual([theirs?.detail, theirs?.subject, theirs?.times], [email, owner.id, 1])
    assert.deepStrictEqual([rest?.detail, rest?.times], [null, 49])
    assert.deepStrictEqual(more, [])
    yield* fail("again@x")
    yield* Effect.yieldNow
    assert.deepInclude(lines.at(-1)?.[1], { detail: "again@x", times: 1 })
  }).pipe(Effect.provide(Layer.fresh(over)))
})

layer(services)("authentication by a token", (it) => {
  it.effect("a refusal gives no reason, and the audit log has the reason for a known credential", () =>
    Effect.gen(function* () {
      const { operator, owner, tenant } = yield* setting
      const keys = yield* ApiKeys
      const { key, token } = yield* keys.create(operator, request)
      yield* keys.revoke(operator, key.id)
      const unknown = yield* Effect.provide(
        Effect.gen(function* () {
          const other = yield* setting
          return (yield* ApiKeys.use((all) => all.create(other.operator, request))).token
        }),
        Layer.fresh(services)
      )
      for (const secret of [token.text, unknown.text, Redacted.make("none")]) {
        const found = yield* refusal(authenticate(secret))
        assert.deepStrictEqual(JSON.parse(JSON.stringify(found)), { _tag: "Unauthenticated" })
      }
      yield* Effect.yieldNow
      const lines = tenant.audit.filter(({ action }) => action === "credential.refused")
      assert.deepStrictEqual(
        lines.map(({ credential, detail, subject, userId }) => ({ credential, detail, subject, userId })),
        [{ credential: { kind: "api_key", id: key.id }, detail: "revoked", subject: key.id, userId: owner.id }]
      )
    })
  )

  it.effect("a request that still runs is authenticated as of now, and nothing is taken from the budget", () =>
    Effect.gen(function* () {
      const { operator, tenant } = yield* setting
      const [keys, callers] = [yield* ApiKeys, yield* Callers]
      const { key, token } = yield* keys.create(operator, request)
      const first = yield* authenticate(token.text)
      assert.deepStrictEqual((yield* callers.again(token.text)).credential, first.caller.credential)
      assert.strictEqual((yield* authenticate(token.text)).budget.left, first.budget.left - 1)
      yield* keys.revoke(operator, key.id)
      for (const secret of [token.text, Redacted.make("none")]) {
        const found = yield* refusal(callers.again(secret))
        assert.deepStrictEqual(JSON.parse(JSON.stringify(found)), { _tag: "Unauthenticated" })
      }
      yield* Effect.yieldNow
      const lines = tenant.audit.filter(({ action }) => action === "credential.refused")
      assert.deepStrictEqual(
        lines.map(({ detail, subject }) => [detail, subject]),
        [["revoked", key.id]]
      )
    })
  )

  it.effect("tokens begin with the configured prefixes; fwk_, fws_ and fwi_ by default", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* TokenPrefixes, { api_key: "fwk", session: "fws", invitation: "fwi" })
      const { operator } = yield* setting
      const { token } = yield* ApiKeys.use((keys) => keys.create(operator, request))
      const renamed = Layer.succeed(TokenPrefixes, { api_key: "ashkey", session: "ashses", invitation: "ashinv" })
      yield* Effect.gen(function* () {
        const other = yield* setting
        const made = yield* ApiKeys.use((keys) => keys.create(other.operator, request))
        assert.match(Redacted.value(made.token.text), /^ashkey_/u)
        yield* authenticate(made.token.text)
        assert.strictEqual(yield* tag(authenticate(token.text)), "Unauthenticated")
      }).pipe(Effect.provide(Layer.fresh(services).pipe(Layer.provide(renamed))))
    })
  )

  it.effect("each credential has its own budget: another key, and a session of the same person, are not affected", () =>
    Effect.gen(function* () {
      const { email, operator, organisationId } = yield* setting
      const keys = yield* ApiKeys
      const [one, two] = [yield* keys.create(operator, request), yield* keys.create(operator, request)]
      const session = yield* Sessions.use((all) => all.signIn({ email, organisationId, password }))
      const left = (secret: Redacted.Redacted<string>) => Effect.map(authenticate(secret), ({ budget }) => budget.left)
      assert.deepStrictEqual([yield* left(one.token.text), yield* left(one.token.text)], [119, 118])
      for (const { token } of [two, session]) assert.strictEqual(yield* left(token.text), 119)
    })
  )
})

it.effect("calls on keys, sessions, people and the audit log are traced under their names", () => {
  const names: Array<string> = []
  const tracer = Tracer.make({
    span: (options) => {
      names.push(options.name)
      return new Tracer.NativeSpan(options)
    }
  })
  return Effect.gen(function* () {
    const { email, operator, organisationId } = yield* setting
    const { sessions, keys, users } = { sessions: yield* Sessions, keys: yield* ApiKeys, users: yield* Users }
    const log = yield* AuditLog
    const { key, token } = yield* keys.create(operator, request)
    const rotation = { overlap: Duration.zero, name: undefined, expiresAt: undefined }
    const olive = { email: "olive@x", name: "Olive", role: "viewer", password: undefined } as const
    const user = yield* users.create(operator, olive)
    const passwords = { current: password, next: password }
    const calls: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
      keys.list(operator),
      keys.get(operator, key.id),
      keys.rotate(operator, key.id, rotation),
      keys.revoke(operator, key.id),
      keys.report(token.text),
      sessions.signIn({ email, organisationId, password }),
      sessions.signOut(operator),
      sessions.confirm(operator, password),
      sessions.list(operator),
      sessions.end(operator, SessionId.make(nowhere)),
      sessions.endOthers(operator),
      users.me(operator),
      users.list(operator),
      users.get(operator, user.id),
      users.change(operator, user.id, { name: "Olga" }),
      users.deactivate(operator, user.id),
      users.reactivate(operator, user.id),
      users.changePassword(operator, passwords),
      log.list(operator, {}, { limit: 1 }),
      log.stream(operator, {})
    ]
    for (const call of calls) yield* Effect.exit(call)
    const called = (service: string, ...methods: ReadonlyArray<string>) => methods.map((name) => `${service}.${name}`)
    assert.includeMembers(names, [
      ...called("ApiKeys", "create", "list", "get", "rotate", "revoke", "report"),
      ...called("Sessions", "signIn", "signOut", "confirm", "list", "end", "endOthers"),
      ...called("Users", "create", "me", "list", "get", "change", "deactivate", "reactivate", "changePassword"),
      ...called("AuditLog", "list", "stream")
    ])
  }).pipe(Effect.provide(Layer.fresh(services)), Effect.provideService(Tracer.Tracer, tracer))
})
