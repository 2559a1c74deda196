/** A person's sessions, and the organisation that they sign in to, as an embedder's services see them (spec/http.md §3.25, §3.27). */
import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { Organisations } from "@formwork/domain/people/Organisations"
import { SessionId } from "@formwork/domain/people/Session"
import { Sessions } from "@formwork/domain/people/Sessions"
import { authenticate, nowhere, password, refusal, services, setting, tag } from "./ownerFixture.ts"

const callerOf = (token: { readonly text: Redacted.Redacted<string> }) =>
  Effect.map(authenticate(token.text), ({ caller }) => caller)

layer(services)("a person's own sessions", (it) => {
  it.effect("they are listed, newest first, with where they began; each can be ended, and all others at once", () =>
    Effect.gen(function* () {
      const { email, operator, organisationId } = yield* setting
      const sessions = yield* Sessions
      const signIn = (browser: string) => sessions.signIn({ email, organisationId, password, browser })
      const from = Effect.provideService(CurrentRequest, { requestId: undefined, address: "192.0.2.7" })
      const first = yield* from(signIn("x".repeat(1_000)))
      yield* TestClock.adjust("1 minute")
      const second = yield* signIn("Browser")
      yield* TestClock.adjust("1 minute")
      const third = yield* sessions.signIn({ email, organisationId, password })
      const caller = yield* callerOf(third.token)
      const listed = yield* sessions.list(caller)
      assert.deepStrictEqual(
        listed.map(({ address, browser, id }) => [id, address, browser?.length]),
        [
          [third.session.id, null, undefined],
          [second.session.id, null, 7],
          [first.session.id, "192.0.2.7", 200]
        ]
      )
      yield* sessions.end(caller, first.session.id)
      assert.strictEqual(yield* tag(authenticate(first.token.text)), "Unauthenticated")
      assert.strictEqual(yield* tag(authenticate(second.token.text)), "nothing")
      const unknown = SessionId.make(nowhere)
      assert.strictEqual(yield* tag(sessions.end(caller, unknown)), "SessionNotFound")
      yield* sessions.endOthers(caller)
      assert.strictEqual(yield* tag(authenticate(second.token.text)), "Unauthenticated")
      assert.deepStrictEqual(
        (yield* sessions.list(caller)).map(({ id }) => id),
        [third.session.id]
      )
      const key = { ...operator, credential: { kind: "api_key" as const, id: nowhere } }
      for (const call of [
        sessions.list(key),
        sessions.end(key, third.session.id),
        sessions.endOthers(key),
        sessions.confirm(key, password)
      ])
        assert.strictEqual(yield* tag<unknown, { readonly _tag: string }, never>(call), "SessionRequired")
    })
  )
})

/** Three organisations with one address: the first two with one password, the third with another. */
const world = Effect.gen(function* () {
  const organisations = yield* Organisations
  const email = "olive@ashworth.example"
  const found = (name: string, secret: Redacted.Redacted<string>) =>
    Effect.map(
      organisations.found(name, { email, name: "Olive", password: secret }),
      ({ organisation }) => organisation
    )
  const another = Redacted.make("another long password")
  return {
    email,
    another,
    first: yield* found("First", password),
    second: yield* found("Second", password),
    third: yield* found("Third", another)
  }
})

it.effect(
  "where an address and a password open several organisations, their names are the answer to who may choose",
  () =>
    Effect.gen(function* () {
      const { another, email, first, second, third } = yield* world
      const sessions = yield* Sessions
      const choose = true
      assert.deepInclude(yield* refusal(sessions.signIn({ email, password, choose, organisationId: undefined })), {
        _tag: "OrganisationRequired",
        organisations: [
          { id: first.id, name: "First" },
          { id: second.id, name: "Second" }
        ]
      })
      // The first organisation decides: its password is the one that shows names.
      assert.strictEqual(
        yield* tag(sessions.signIn({ email, password: another, choose, organisationId: undefined })),
        "SignInRefused"
      )
      for (const [organisation, secret] of [
        [second, password],
        [third, another]
      ] as const) {
        const { token } = yield* sessions.signIn({ email, password: secret, choose, organisationId: organisation.id })
        assert.strictEqual((yield* callerOf(token)).organisationId, organisation.id)
      }
      // Without a choice it is the organisation of the installation.
      for (const other of [{}, { choose: false }]) {
        const { token } = yield* sessions.signIn({ email, password, organisationId: undefined, ...other })
        assert.strictEqual((yield* callerOf(token)).organisationId, first.id)
      }
    }).pipe(Effect.provide(Layer.fresh(services)))
)

it.effect("one organisation, or one that the password opens, is entered without a choice", () =>
  Effect.gen(function* () {
    const organisations = yield* Organisations
    const sessions = yield* Sessions
    const email = "edith@ashworth.example"
    const { organisation } = yield* organisations.found("First", { email, name: "Edith", password })
    const enter = Effect.flatMap(
      sessions.signIn({ email, password, choose: true, organisationId: undefined }),
      ({ token }) => callerOf(token)
    )
    assert.strictEqual((yield* enter).organisationId, organisation.id)
    const { organisation: another } = yield* organisations.found("Another", {
      email: "olive@ashworth.example",
      name: "Olive",
      password
    })
    // Not the organisation of the installation.
    const { token } = yield* sessions.signIn({
      email: "olive@ashworth.example",
      password,
      choose: true,
      organisationId: undefined
    })
    assert.strictEqual((yield* callerOf(token)).organisationId, another.id)
    yield* organisations.found("Second", { email, name: "Edith", password: Redacted.make("another long password") })
    assert.strictEqual((yield* enter).organisationId, organisation.id)
    assert.strictEqual(
      yield* tag(
        sessions.signIn({ email: "stranger@ashworth.example", password, choose: true, organisationId: undefined })
      ),
      "SignInRefused"
    )
  }).pipe(Effect.provide(Layer.fresh(services)))
)
