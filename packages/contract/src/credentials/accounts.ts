/** Laws of CredentialStore, and of people and credentials together, which are compared with a simple model. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import type { Caller } from "@formwork/domain/callers/Caller"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { ApiKeyId } from "@formwork/domain/keys/ApiKey"
import { CredentialStore } from "@formwork/domain/credentials/CredentialStore"
import { SessionStore } from "@formwork/domain/people/SessionStore"
import type { Token } from "@formwork/domain/credentials/Token"
import { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { UserStore } from "@formwork/domain/people/UserStore"
import { at, during, refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import type { Ports } from "../Subject.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

export const example = (it: It): void => {
  it.effect("a token authenticates its caller until it is reported as leaked", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const credentials = yield* CredentialStore
      const { key, token } = yield* Fixture.newKey(owner, ["form:read"])
      const caller = yield* credentials.authenticate(token)
      assert.deepInclude(caller, { credential: { kind: "api_key", id: key.id }, privileges: ["form:read"] })

      yield* credentials.endLeaked(token)

      yield* refuses(credentials.authenticate(token), "Unauthenticated")
    })
  )
}

/** The password of every person, before and after each change. */
const password = PasswordHash.make("$pbkdf2-sha256$i=1$AAAA$AAAA")

interface Person {
  readonly operator: Caller
  isActive: boolean
}

/** A key or a session, and what the model knows of it. */
interface Credential {
  readonly token: Token
  readonly person: Person
  isLive: boolean
  isRotated: boolean
}

interface Model {
  readonly people: ReadonlyArray<Person>
  readonly made: Array<Credential>
  /** How many lines the audit log has. */
  lines: number
}

const verdictOf = ({ isLive, person }: Credential) => (!person.isActive ? "deactivated" : isLive ? "good" : "revoked")

/** Whether the credential still authenticates. */
const stands = (one: Credential): boolean => verdictOf(one) === "good"

const callerOf = ({ person, token }: Credential): Caller => ({
  ...person.operator,
  credential: { kind: token.kind, id: token.credentialId }
})

const keyId = ({ token }: Credential): ApiKeyId => ApiKeyId.make(token.credentialId)

/** Ends every live credential for which `which` is true, with a line for each. */
const end = (model: Model, which: (one: Credential) => boolean): void => {
  for (const one of model.made.filter((each) => each.isLive && which(each))) {
    one.isLive = false
    model.lines += 1
  }
}

const setActive = (model: Model, person: Person, isActive: boolean): void => {
  if (person.isActive !== isActive) model.lines += 1
  person.isActive = isActive
}

/** Asserts that the work succeeds, or refuses with `expected`; the model notes the credential that it makes. */
const makes = Effect.fnUntraced(function* <E extends { readonly _tag: string }>(
  model: Model,
  person: Person,
  work: Effect.Effect<{ readonly token: Token }, E, Ports>,
  expected: "Success" | E["_tag"]
) {
  const result = yield* Effect.result(work)
  assert.strictEqual(result._tag === "Success" ? "Success" : result.failure._tag, expected)
  if (result._tag === "Failure") return
  model.made.push({ token: result.success.token, person, isLive: true, isRotated: false })
  model.lines += 1
})

const rotate = Effect.fnUntraced(function* (model: Model, { key, person }: Target, overlapMillis: number) {
  if (key === undefined) return
  const isEnded = !key.isLive || key.isRotated
  const expected = !person.isActive ? "Unauthenticated" : isEnded ? "ApiKeyEnded" : "Success"
  yield* makes(model, person, Fixture.rotate(person.operator, keyId(key), { overlapMillis }), expected)
  if (expected !== "Success") return
  key.isRotated = true
  if (overlapMillis === 0) key.isLive = false
})

/** The target of a command. A command does nothing where its credential is undefined, because none was made yet. */
interface Target {
  readonly person: Person
  readonly key: Credential | undefined
  readonly session: Credential | undefined
  readonly either: Credential | undefined
}

const acts = [
  "make",
  "make by key",
  "sign in",
  "sign out",
  "rotate",
  "rotate at once",
  "revoke",
  "report",
  "deactivate",
  "reactivate",
  "new password",
  "use"
] as const

type Command = (model: Model, target: Target, owner: Caller) => Effect.Effect<void, never, Ports>

/** A command runs on the adapter, compares the result with the model, and changes the model. */
const commands: { readonly [A in (typeof acts)[number]]: Command } = {
  make: (model, { person }) => {
    const expected = person.isActive ? "Success" : "Unauthenticated"
    return makes(model, person, Fixture.newKey(person.operator, ["form:read"]), expected)
  },
  "make by key": (model, { key }) => {
    if (key === undefined) return Effect.void
    const expected = stands(key) ? "Success" : "Unauthenticated"
    return makes(model, key.person, Fixture.newKey(callerOf(key), ["form:read"]), expected)
  },
  "sign in": (model, { person }) => {
    const expected = person.isActive ? "Success" : "SignInRefused"
    return makes(model, person, Fixture.newSession(person.operator, { password }), expected)
  },
  "sign out": Effect.fnUntraced(function* (model, { session }) {
    if (session === undefined) return
    const tag = yield* Fixture.tagOf((yield* SessionStore).end(callerOf(session)))
    assert.strictEqual(tag, session.isLive ? "Success" : "SessionNotFound")
    end(model, (one) => one === session)
  }),
  rotate: (model, target) => rotate(model, target, 3_600_000),
  "rotate at once": (model, target) => rotate(model, target, 0),
  revoke: Effect.fnUntraced(function* (model, { key }, owner) {
    if (key === undefined) return
    yield* Effect.orDie((yield* ApiKeyStore).revoke(owner, keyId(key), "manual"))
    end(model, (one) => one === key)
  }),
  report: Effect.fnUntraced(function* (model, { either }) {
    if (either === undefined) return
    yield* (yield* CredentialStore).endLeaked(either.token)
    end(model, (one) => one === either)
  }),
  deactivate: Effect.fnUntraced(function* (model, { person }, owner) {
    yield* Effect.orDie((yield* UserStore).deactivate(owner, person.operator.userId))
    setActive(model, person, false)
    end(model, (one) => one.person === person)
  }),
  reactivate: Effect.fnUntraced(function* (model, { person }, owner) {
    yield* Effect.orDie((yield* UserStore).reactivate(owner, person.operator.userId))
    setActive(model, person, true)
  }),
  "new password": Effect.fnUntraced(function* (model, { session }) {
    if (session === undefined) return
    const tag = yield* Fixture.tagOf((yield* UserStore).setPassword(callerOf(session), password))
    assert.strictEqual(tag, stands(session) ? "Success" : "Unauthenticated")
    if (tag !== "Success") return
    model.lines += 1
    end(model, (one) => one.person === session.person && one.token.kind === "session" && one !== session)
  }),
  use: Effect.fnUntraced(function* (_model, { key }) {
    if (key !== undefined) assert.strictEqual(yield* Fixture.verdict(key.token), verdictOf(key))
  })
}

const step = fc.record({
  act: fc.constantFrom(...acts),
  person: fc.nat(2),
  pick: fc.nat(30)
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const targetOf = ({ made, people }: Model, { person, pick }: Step): Target => ({
  person: at(people, person),
  key: made.filter(({ token }) => token.kind === "api_key")[pick % 7],
  session: made.filter(({ token }) => token.kind === "session")[pick % 7],
  either: made[pick % Math.max(1, made.length)]
})

/** Runs the steps in turn, then compares every credential and the log with the model. */
const agrees = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const owner = yield* Fixture.owner
  // Always there, so that no deactivation is refused for the last owner who can sign in.
  yield* Fixture.person(owner, "owner", { password })
  const people = yield* Effect.forEach(["owner", "admin", "author"] as const, (role) =>
    Effect.map(Fixture.person(owner, role, { password }), ({ operator }): Person => ({ operator, isActive: true }))
  )
  const model: Model = { people, made: [], lines: (yield* Fixture.log(owner)).length }
  for (const [index, step] of steps.entries())
    yield* during(`step ${index + 1}, ${step.act}`, commands[step.act](model, targetOf(model, step), owner))
  for (const one of model.made) assert.strictEqual(yield* Fixture.verdict(one.token), verdictOf(one))
  assert.strictEqual((yield* Fixture.log(owner)).length, model.lines, "each change leaves its line")
})

const sequences = (it: It): void => {
  it.effect("any sequence of changes to people and credentials agrees with a simple model", () =>
    Effect.gen(function* () {
      const samples = fc.sample(fc.array(step, { minLength: 15, maxLength: 40 }), { numRuns: 15, seed: 4 })
      for (const steps of samples) yield* agrees(steps)
    })
  )
}

export const contract = suite("accounts", (it) => {
  example(it)
  sequences(it)
})
