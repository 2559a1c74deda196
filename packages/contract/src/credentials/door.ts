/** Whatever is done to people and credentials, in whatever order, agrees with the simplest model of it. */
import { assert, layer } from "@effect/vitest"
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
import * as Fixture from "../Fixture.ts"
import type { Subject } from "../Subject.ts"

const plenty = { limit: 100_000, windowMillis: 60_000 }

/** Everybody's, old and new. */
const password = PasswordHash.make("$pbkdf2-sha256$i=1$AAAA$AAAA")

interface Person {
  readonly operator: Caller
  isActive: boolean
}

interface Holder {
  readonly token: Token
  readonly person: Person
  isLive: boolean
  isRotated: boolean
}

const step = fc.record({
  act: fc.constantFrom(
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
  ),
  person: fc.nat(2),
  pick: fc.nat(30)
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const expected = ({ isLive, person }: Holder) => (!person.isActive ? "deactivated" : isLive ? "good" : "revoked")

const agrees = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const owner = yield* Fixture.owner
  const users = yield* UserStore
  const keys = yield* ApiKeyStore
  const sessions = yield* SessionStore
  const credentials = yield* CredentialStore
  const people: Array<Person> = []
  for (const role of ["owner", "admin", "author"] as const)
    people.push({ operator: (yield* Fixture.person(owner, role, { password })).operator, isActive: true })
  const made: Array<Holder> = []
  let lines = (yield* Fixture.log(owner)).length

  const holds = (token: Token, person: Person) => {
    made.push({ token, person, isLive: true, isRotated: false })
    lines += 1
  }
  const ends = (ending: (holder: Holder) => boolean) => {
    for (const holder of made.filter((one) => one.isLive && ending(one))) {
      holder.isLive = false
      lines += 1
    }
  }
  const as = ({ person, token }: Holder): Caller => ({
    ...person.operator,
    credential: { kind: token.kind, id: token.credentialId }
  })
  const stands = (holder: Holder) => holder.isLive && holder.person.isActive

  for (const { act, person: who, pick } of steps) {
    const person = people[who] as Person
    const { operator } = person
    const key = made.filter(({ token }) => token.kind === "api_key")[pick % 7]
    const session = made.filter(({ token }) => token.kind === "session")[pick % 7]
    const id = key === undefined ? undefined : ApiKeyId.make(key.token.credentialId)
    if (act === "make") {
      const result = yield* Effect.result(Fixture.newKey(operator, ["form:read"]))
      assert.strictEqual(result._tag === "Success", person.isActive)
      if (result._tag === "Success") holds(result.success.token, person)
    } else if (act === "make by key" && key !== undefined) {
      const result = yield* Effect.result(Fixture.newKey(as(key), ["form:read"]))
      assert.strictEqual(result._tag === "Success", stands(key))
      if (result._tag === "Success") holds(result.success.token, key.person)
    } else if (act === "sign in") {
      const result = yield* Effect.result(Fixture.newSession(operator, { password }))
      assert.strictEqual(result._tag === "Success", person.isActive)
      if (result._tag === "Success") holds(result.success.token, person)
    } else if (act === "sign out" && session !== undefined) {
      const tag = yield* Fixture.tagOf(sessions.end(as(session)))
      assert.strictEqual(tag, session.isLive ? "Success" : "SessionNotFound")
      ends((one) => one === session)
    } else if ((act === "rotate" || act === "rotate at once") && key !== undefined && id !== undefined) {
      const overlapMillis = act === "rotate" ? 3_600_000 : 0
      const result = yield* Effect.result(Fixture.rotate(operator, id, { overlapMillis }))
      const wanted = !person.isActive ? "Unauthenticated" : key.isLive && !key.isRotated ? "Success" : "ApiKeyEnded"
      assert.strictEqual(result._tag === "Success" ? "Success" : result.failure._tag, wanted)
      if (result._tag === "Success") {
        key.isRotated = true
        if (overlapMillis === 0) key.isLive = false
        holds(result.success.token, person)
      }
    } else if (act === "revoke" && key !== undefined && id !== undefined) {
      yield* keys.revoke(owner, id, "manual")
      ends((one) => one === key)
    } else if (act === "report" && made.length > 0) {
      const one = made[pick % made.length] as Holder
      yield* credentials.endLeaked(one.token)
      ends((other) => other === one)
    } else if (act === "deactivate") {
      yield* users.deactivate(owner, operator.userId)
      if (person.isActive) lines += 1
      person.isActive = false
      ends((one) => one.person === person)
    } else if (act === "reactivate") {
      yield* users.reactivate(owner, operator.userId)
      if (!person.isActive) lines += 1
      person.isActive = true
    } else if (act === "new password" && session !== undefined) {
      const tag = yield* Fixture.tagOf(users.setPassword(as(session), password))
      assert.strictEqual(tag, stands(session) ? "Success" : "Unauthenticated")
      if (tag === "Success") {
        lines += 1
        ends((one) => one.person === session.person && one.token.kind === "session" && one !== session)
      }
    } else if (act === "use" && key !== undefined) {
      assert.strictEqual(yield* Fixture.verdict(key.token), expected(key))
    }
  }
  for (const holder of made) assert.strictEqual(yield* Fixture.verdict(holder.token), expected(holder))
  assert.strictEqual((yield* Fixture.log(owner)).length, lines)
})

export const contract = <E>(name: string, subject: Subject<E>): void =>
  layer(subject.layer(plenty), { excludeTestServices: subject.clock === "real" })(`the door: ${name}`, (it) => {
    it.effect("any sequence of what is done to people and credentials agrees with the simplest model of it", () =>
      Effect.gen(function* () {
        const samples = fc.sample(fc.array(step, { minLength: 15, maxLength: 40 }), { numRuns: 15, seed: 4 })
        for (const steps of samples) yield* agrees(steps)
      })
    )
  })
