/** Who may do what to whom, over a socket (spec/http.md §3.16): every pair of roles, by a session and by a key; and takeovers. */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type * as Caller from "@formwork/domain/callers/Caller"
import * as Grant from "@formwork/domain/callers/Grant"
import { Privilege } from "@formwork/domain/callers/Privilege"
import * as Role from "@formwork/domain/callers/Role"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const acts = [
  ["PATCH", "", { name: "Olga" }],
  ["PATCH", "", { role: "viewer" }],
  ["POST", "/deactivate", undefined],
  ["POST", "/reactivate", undefined]
] as const

/** What a caller is answered: its status, and the code of a refusal. */
const asked = (method: string, path: string, token: string, body?: unknown) =>
  Effect.map(Harness.platform(method, path, token, body), (answer) => {
    const { code, privilege } = Wire.json(answer)
    return answer.status < 300 ? [answer.status] : [answer.status, privilege ?? code]
  })

const signedIn = Effect.fnUntraced(function* (operator: Caller.Caller, role: Role.Role) {
  const person = yield* Harness.person(operator, role)
  return { person, session: yield* Harness.signIn(operator, person.email) }
})

/** A key with all privileges that a person with this session may give. */
const keyOf = Effect.fnUntraced(function* (session: string, privileges: ReadonlyArray<Privilege>) {
  const made = yield* Harness.platform("POST", "api-keys", session, { name: "Old", privileges })
  assert.strictEqual(made.status, 201, made.body)
  return { id: String(Wire.json(made)["id"]), token: String(Wire.json(made)["token"]) }
})

layer(Harness.layer(), { excludeTestServices: true })("who may do what to whom", (it) => {
  it.effect("every role to every role, by a session and by a key of a person who has the role", () =>
    Effect.gen(function* () {
      const { operator } = yield* Harness.tenant
      yield* Harness.person(operator, "owner")
      for (const own of Role.Role.literals) {
        const caller = yield* signedIn(operator, own)
        const held = Role.privileges(own)
        const tokens = [caller.session]
        if (held.includes("apikey:write")) tokens.push((yield* keyOf(caller.session, held)).token)
        for (const token of tokens)
          for (const role of Role.Role.literals)
            for (const [method, path, body] of acts) {
              const { id } = yield* Harness.person(operator, role)
              const lacking = Grant.firstMissing(held, ["user:write", ...Role.privileges(role)])
              assert.deepStrictEqual(
                yield* asked(method, `users/${id}${path}`, token, body),
                lacking === undefined ? [200] : [403, lacking],
                `${own} ${method} ${path} ${role}`
              )
            }
      }
    })
  )

  it.effect("a key with user:write alone deactivates nobody, and an organisation keeps an owner who can sign in", () =>
    Effect.gen(function* () {
      const { mint, operator } = yield* Harness.tenant
      const { person, session } = yield* signedIn(operator, "owner")
      const second = yield* Harness.person(operator, "owner")
      const alone = Redacted.value((yield* mint("user:write")).token.text)
      assert.deepStrictEqual(yield* asked("POST", `users/${second.id}/deactivate`, alone), [403, "submission:read"])
      const admin = yield* signedIn(operator, "admin")
      const refused = yield* asked("POST", `users/${second.id}/deactivate`, admin.session)
      assert.deepStrictEqual(refused, [403, "organisation:write"])
      assert.deepStrictEqual(yield* asked("POST", `users/${second.id}/deactivate`, session), [200])
      const invitation = { email: "only@invited.example", name: "Invited", role: "owner" }
      assert.strictEqual((yield* Harness.platform("POST", "invitations", session, invitation)).status, 201)
      assert.deepStrictEqual(yield* asked("POST", `users/${person.id}/deactivate`, session), [409, "CONFLICT"])
      assert.deepStrictEqual(yield* asked("GET", "me", session), [200])
    })
  )

  it.effect("a key becomes no person: it is shown no invitation, sets no password, and touches not its maker", () =>
    Effect.gen(function* () {
      const { operator } = yield* Harness.tenant
      const { person, session } = yield* signedIn(operator, "owner")
      const other = yield* Harness.person(operator, "owner")
      const { token } = yield* keyOf(session, Privilege.literals)
      const ada = { email: "ada@ashworth.example", name: "Ada", role: "viewer" }
      const sessionNeeded = [403, "SESSION_REQUIRED"]
      for (const [method, path, body] of [
        ["POST", `users/${person.id}/invitation`, undefined],
        ["POST", `users/${other.id}/invitation`, undefined],
        ["POST", "invitations", ada],
        ["POST", "users", { ...ada, password: Harness.password }],
        ["PATCH", `users/${person.id}`, { name: "Eve" }],
        ["POST", `users/${person.id}/deactivate`, undefined],
        ["POST", `users/${person.id}/reactivate`, undefined],
        ["PUT", "me/password", { currentPassword: Harness.password, newPassword: "another long password" }],
        ["PUT", "me/password", { nothing: true }],
        ["DELETE", "sessions/current", undefined]
      ] as const)
        assert.deepStrictEqual(yield* asked(method, path, token, body), sessionNeeded, `${method} ${path}`)
      assert.deepStrictEqual(yield* asked("GET", "me", session), [200])
      assert.deepStrictEqual(yield* asked("POST", "users", token, ada), [201])
    })
  )

  it.effect("an admin replaces no password of another where there is no mail server; an owner does", () =>
    Effect.gen(function* () {
      const { operator } = yield* Harness.tenant
      const owner = yield* signedIn(operator, "owner")
      const admin = yield* signedIn(operator, "admin")
      const settled = yield* signedIn(operator, "admin")
      const path = `users/${settled.person.id}/invitation`
      assert.deepStrictEqual(yield* asked("POST", path, admin.session), [403, "organisation:write"])
      assert.deepStrictEqual(yield* asked("POST", path, owner.session), [201])
      assert.deepStrictEqual(yield* asked("GET", "me", settled.session), [200])
    })
  )

  it.effect("an old key undoes no demotion, and the demotion can take the key along", () =>
    Effect.gen(function* () {
      const { operator } = yield* Harness.tenant
      const owner = yield* signedIn(operator, "owner")
      const demoted = yield* signedIn(operator, "owner")
      const key = yield* keyOf(demoted.session, Privilege.literals)
      const small = yield* keyOf(demoted.session, ["form:read"])
      const demotion = yield* Harness.platform("PATCH", `users/${demoted.person.id}`, owner.session, { role: "viewer" })
      assert.deepInclude(Wire.json(demotion), { id: demoted.person.id, role: "viewer", keysAboveRole: 1 })
      for (const [method, path, body] of [
        ["PATCH", `users/${demoted.person.id}`, { role: "owner" }],
        ["POST", `users/${owner.person.id}/deactivate`, undefined],
        ["POST", "users", { email: "eve@x.example", name: "Eve", role: "owner" }]
      ] as const)
        assert.deepStrictEqual((yield* asked(method, path, key.token, body))[0], 403, `${method} ${path}`)
      const again = yield* Harness.platform("PATCH", `users/${demoted.person.id}`, owner.session, { revokeKeys: true })
      assert.deepInclude(Wire.json(again), { role: "viewer", keysAboveRole: 0 })
      assert.deepStrictEqual(yield* asked("GET", "me", key.token), [401, "UNAUTHENTICATED"])
      assert.deepStrictEqual(yield* asked("GET", "me", small.token), [200])
    })
  )
})
