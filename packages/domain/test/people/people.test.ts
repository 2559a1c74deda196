/** People, as an embedder uses them. */
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Redacted, Result } from "effect"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import * as Caller from "@formwork/domain/callers/Caller"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Callers } from "@formwork/domain/credentials/Callers"
import { Sessions } from "@formwork/domain/people/Sessions"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import { Organisations } from "@formwork/domain/people/Organisations"
import { Users } from "@formwork/domain/people/Users"
import * as Services from "@formwork/domain/Services"
import * as Memory from "@formwork/memory/Memory"

const services = Services.layer.pipe(Layer.provideMerge(Memory.layer()))
const password = Redacted.make("correct horse battery")
const unknown = UserId.make("01890000-0000-7000-8000-000000000000")

const setting = Effect.gen(function* () {
  const founded = yield* Organisations.use((all) =>
    all.found("Ashworth", { email: "edith@ashworth.example", name: "Edith", password })
  )
  const { organisation, owner } = founded
  return { organisation, owner, operator: Caller.operator(organisation.id, owner.id) }
})

const refusal = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.result(work), (result): unknown => (Result.isFailure(result) ? result.failure : undefined))

const olive = { email: "olive@ashworth.example", name: "Olive", role: "author" } as const

layer(services)("people", (it) => {
  it.effect("each call needs its privilege", () =>
    Effect.gen(function* () {
      const { operator } = yield* setting
      const users = yield* Users
      const viewer = { ...olive, role: "viewer", password: undefined } as const
      const calls = {
        "user:read": [users.list, (as: Caller.Caller) => users.get(as, unknown)],
        "user:write": [
          (as: Caller.Caller) => users.create(as, viewer),
          (as: Caller.Caller) => users.change(as, unknown, { name: "Olga" }),
          (as: Caller.Caller) => users.deactivate(as, unknown),
          (as: Caller.Caller) => users.reactivate(as, unknown)
        ]
      }
      for (const [needed, all] of Object.entries(calls)) {
        for (const call of all) {
          const work: (as: Caller.Caller) => Effect.Effect<unknown, unknown> = call
          const without = Privilege.literals.filter((privilege) => privilege !== needed)
          assert.deepInclude(yield* refusal(work({ ...operator, privileges: without })), {
            _tag: "PrivilegeMissing",
            privilege: needed
          })
          const reads = Privilege.literals.filter((privilege) => privilege === needed || privilege.endsWith(":read"))
          const found = yield* refusal(work({ ...operator, privileges: reads }))
          if (found !== undefined) assert.deepInclude(found, { _tag: "UserNotFound" })
        }
      }
    })
  )

  it.effect("only a caller with all privileges of a role can give it or reactivate its holder", () =>
    Effect.gen(function* () {
      const { operator } = yield* setting
      const users = yield* Users
      const added = yield* users.create(operator, { ...olive, password })
      assert.deepInclude(added, olive)
      assert.isNull(added.deactivatedAt)
      assert.deepStrictEqual(yield* users.get(operator, added.id), { ...added, lastSeenAt: null, invitation: null })
      assert.lengthOf(yield* users.list(operator), 2)
      const keys = yield* ApiKeys
      const callers = yield* Callers
      const privileges = ["user:write", "user:read", "submission:read"] as const
      const { token } = yield* keys.create(operator, { name: "Junior", privileges })
      const { caller: junior } = yield* callers.authenticate(token.text)
      const missing = { _tag: "PrivilegeMissing", privilege: "submission:write" }
      const another = { ...olive, email: "another@x", password: undefined }
      assert.deepInclude(yield* refusal(users.create(junior, another)), missing)
      assert.deepInclude(yield* refusal(users.create(junior, { ...another, password })), {
        _tag: "SessionRequired",
        reason: "password"
      })
      assert.deepInclude(yield* refusal(users.deactivate(junior, added.id)), missing)
      assert.isNotNull((yield* users.deactivate(operator, added.id)).deactivatedAt)
      assert.deepInclude(yield* refusal(users.reactivate(junior, added.id)), missing)
      assert.isNull((yield* users.reactivate(operator, added.id)).deactivatedAt)
      assert.deepInclude(yield* refusal(users.deactivate(operator, operator.userId)), { _tag: "LastOwner" })
      const changed = yield* users.change(operator, added.id, { name: "Olga", role: "reviewer" })
      assert.deepStrictEqual(changed, { user: { ...added, name: "Olga", role: "reviewer" }, keysAboveRole: 0 })
    })
  )

  it.effect("a person signs in with the password that they were given, and cannot sign in without one", () =>
    Effect.gen(function* () {
      const { operator } = yield* setting
      const { organisationId } = operator
      const users = yield* Users
      const sessions = yield* Sessions
      yield* users.create(operator, { ...olive, password })
      yield* users.create(operator, { ...olive, email: "mute@x", password: undefined })
      const { token } = yield* sessions.signIn({ email: olive.email, password, organisationId })
      assert.strictEqual(token.organisationId, organisationId)
      const mute = refusal(sessions.signIn({ email: "mute@x", password, organisationId }))
      assert.deepInclude(yield* mute, { _tag: "SignInRefused" })
    })
  )

  it.effect("me is the organisation, the person, the credential and what it may do", () =>
    Effect.gen(function* () {
      const { operator, organisation, owner } = yield* setting
      const users = yield* Users
      const { credential, organisation: mine, privileges, user } = yield* users.me(operator)
      assert.deepStrictEqual([mine, credential, privileges], [organisation, operator.credential, operator.privileges])
      assert.strictEqual(user.id, owner.id)
      const strangers = [
        { ...operator, organisationId: OrganisationId.make(unknown) },
        { ...operator, userId: unknown }
      ]
      for (const stranger of strangers) assert.isTrue(Exit.hasDies(yield* Effect.exit(users.me(stranger))))
      const gone = yield* Effect.exit(users.me(strangers[0] ?? operator))
      assert.include(String(Exit.findDefect(gone)), "a caller's organisation is gone")
    })
  )

  it.effect("a person changes their password with the current one, in a session and never with a key", () =>
    Effect.gen(function* () {
      const { operator } = yield* setting
      const { organisationId } = operator
      const users = yield* Users
      const sessions = yield* Sessions
      yield* users.create(operator, { ...olive, password })
      const signIn = (secret: Redacted.Redacted<string>) =>
        sessions.signIn({ email: olive.email, password: secret, organisationId })
      const { token } = yield* signIn(password)
      const { caller } = yield* Callers.use((callers) => callers.authenticate(token.text))
      const next = Redacted.make("a brand new passphrase")
      const byKey = { ...caller, credential: { kind: "api_key", id: unknown } as const }
      const wrong = refusal(users.changePassword(caller, { current: next, next }))
      assert.deepInclude(yield* wrong, { _tag: "PasswordWrong" })
      const keyed = refusal(users.changePassword(byKey, { current: password, next }))
      assert.deepInclude(yield* keyed, { _tag: "SessionRequired", reason: "own_account" })
      for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
      const lines = (yield* AuditStore.use((audit) =>
        audit.list(operator, { action: "password.refused" }, { limit: 10, examine: 100 })
      )).items
      assert.deepStrictEqual(
        lines.map(({ credential, detail, subject, userId }) => [credential?.kind, userId, subject, detail]),
        [["session", caller.userId, caller.userId, null]]
      )
      yield* users.changePassword(caller, { current: password, next })
      assert.deepInclude(yield* refusal(signIn(password)), { _tag: "SignInRefused" })
      yield* signIn(next)
    })
  )
})
