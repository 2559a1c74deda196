/** People over a socket: listing and adding them, and what ends with an account (spec/service.md §3.3). */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Privilege } from "@formwork/domain/callers/Privilege"
import * as Role from "@formwork/domain/callers/Role"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"
import { itemsOf, problemsOf } from "../support/reading.ts"

const members = ["id", "email", "name", "role", "createdAt", "deactivatedAt"]

layer(Harness.layer(), { excludeTestServices: true })("people", (it) => {
  it.effect("me answers with the caller and its privileges, for a session and for a key", () =>
    Effect.gen(function* () {
      const { mint, operator } = yield* Harness.tenant
      const author = yield* Harness.person(operator, "author")
      const me = (token: string) => Effect.map(Harness.platform("GET", "me", token), Wire.json)
      const bySession = yield* me(yield* Harness.signIn(operator, author.email))
      assert.deepStrictEqual(Object.keys(bySession), ["organisation", "user", "credential", "privileges"])
      assert.deepStrictEqual(bySession["organisation"], { id: operator.organisationId, name: "Ashworth" })
      assert.deepInclude(bySession["user"], { id: author.id, email: author.email, role: "author", deactivatedAt: null })
      assert.deepInclude(bySession["credential"], { kind: "session" })
      assert.deepStrictEqual(bySession["privileges"], Role.privileges("author"))
      const { key, token } = yield* mint("form:read")
      const byKey = yield* me(Redacted.value(token.text))
      assert.deepStrictEqual(
        [byKey["credential"], byKey["privileges"]],
        [{ kind: "api_key", id: key.id }, ["form:read"]]
      )
      assert.deepInclude(byKey["user"], { id: operator.userId })
    })
  )

  it.effect("a caller adds people with roles that its own privileges cover, and each address once", () =>
    Effect.gen(function* () {
      const { mint, operator } = yield* Harness.tenant
      const owner = yield* Harness.signIn(operator, (yield* Harness.person(operator, "owner")).email)
      const admin = yield* Harness.signIn(operator, (yield* Harness.person(operator, "admin")).email)
      const add = (token: string, body: unknown) => Harness.platform("POST", "users", token, body)
      const made = yield* add(owner, {
        email: "Ada@Ashworth.example",
        name: "Ada",
        role: "admin",
        password: Harness.password
      })
      assert.strictEqual(made.status, 201, made.body)
      const user = Wire.json(made)
      assert.deepStrictEqual(Object.keys(user), members)
      assert.strictEqual(made.headers["location"], `/api/platform/users/${user["id"]}`)
      const listed = { ...user, lastSeenAt: null, invitation: null }
      assert.deepStrictEqual(Wire.json(yield* Harness.platform("GET", `users/${user["id"]}`, owner)), listed)
      assert.notInclude(made.body, Harness.password)
      assert.isString(yield* Harness.signIn(operator, "ada@ashworth.EXAMPLE"))

      const taken = yield* add(owner, { email: "ada@ashworth.example", name: "Ada", role: "viewer" })
      assert.deepStrictEqual([taken.status, Wire.json(taken)["code"]], [409, "CONFLICT"])
      const tooMuch = yield* add(admin, { email: "own@ashworth.example", name: "Own", role: "owner" })
      assert.deepStrictEqual([tooMuch.status, Wire.json(tooMuch)["privilege"]], [403, "apikey:budget"])
      const covering = yield* mint("user:write", ...Role.privileges("viewer"))
      const viewer = { email: "v@ashworth.example", name: "V", role: "viewer" }
      assert.strictEqual((yield* add(Redacted.value(covering.token.text), viewer)).status, 201)
      const items = itemsOf(yield* Harness.platform("GET", "users", owner))
      assert.deepInclude(items, listed)
      assert.lengthOf(items, 5)
    })
  )

  it.effect("a malformed body answers 422, and the answer never has the password", () =>
    Effect.gen(function* () {
      const { mint } = yield* Harness.tenant
      const all = Redacted.value((yield* mint(...Privilege.literals)).token.text)
      const right = { email: "a@b.example", name: "A", role: "viewer" }
      for (const [body, pointer] of [
        [{ ...right, email: "a b@c" }, "/email"],
        [{ ...right, email: "a" }, "/email"],
        [{ ...right, name: "" }, "/name"],
        [{ ...right, name: "x".repeat(201) }, "/name"],
        [{ ...right, role: "root" }, "/role"],
        [{ ...right, password: "canary" }, "/password"],
        [{ ...right, password: ["canary"] }, "/password"],
        [{ ...right, id: "1" }, "/id"]
      ] as const) {
        const answer = yield* Harness.platform("POST", "users", all, body)
        const problems = problemsOf(answer)
        assert.deepStrictEqual([answer.status, problems[0]?.["pointer"]], [422, pointer])
        assert.notInclude(answer.body, "canary")
      }
    })
  )

  it.effect(
    "deactivating an account ends its keys and sessions; after a reactivation it signs in anew and its keys stay ended",
    () =>
      Effect.gen(function* () {
        const { form, operator } = yield* Harness.tenant
        const owner = yield* Harness.signIn(operator, (yield* Harness.person(operator, "owner")).email)
        const leaver = yield* Harness.person(operator, "admin")
        const session = yield* Harness.signIn(operator, leaver.email)
        const made = Wire.json(
          yield* Harness.platform("POST", "api-keys", session, {
            name: "Theirs",
            privileges: ["submission:write", "apikey:write"]
          })
        )
        const key = String(made["token"])
        // Made by the key, and so on the same person's behalf.
        const child = Wire.json(
          yield* Harness.platform("POST", "api-keys", key, { name: "Its own", privileges: ["submission:write"] })
        )
        const statuses = Effect.gen(function* () {
          const answers = [yield* Harness.platform("GET", "me", session)]
          for (const token of [key, String(child["token"])])
            answers.push(yield* Harness.call(Harness.evaluatePath(form.id), token))
          return answers.map(({ status }) => status)
        })
        assert.deepStrictEqual(yield* statuses, [200, 200, 200])
        const ended = yield* Harness.platform("POST", `users/${leaver.id}/deactivate`, owner)
        assert.strictEqual(ended.status, 200)
        assert.isString(Wire.json(ended)["deactivatedAt"])
        assert.deepStrictEqual(yield* statuses, [401, 401, 401])
        const record = Wire.json(yield* Harness.platform("GET", `api-keys/${made["id"]}`, owner))
        assert.deepInclude(record, { revokedReason: "creator_deactivated" })
        const back = yield* Harness.platform("POST", `users/${leaver.id}/reactivate`, owner)
        assert.deepStrictEqual([back.status, Wire.json(back)["deactivatedAt"]], [200, null])
        assert.deepStrictEqual(yield* statuses, [401, 401, 401])
        assert.strictEqual(
          (yield* Harness.platform("GET", "me", yield* Harness.signIn(operator, leaver.email))).status,
          200
        )
      })
  )

  it.effect("when a person was last here is shown to who may read people, and in no other answer", () =>
    Effect.gen(function* () {
      const { mint, operator } = yield* Harness.tenant
      const owner = yield* Harness.signIn(operator, (yield* Harness.person(operator, "owner")).email)
      const ada = yield* Harness.person(operator, "author")
      const session = yield* Harness.signIn(operator, ada.email)
      const reader = Redacted.value((yield* mint("user:read")).token.text)
      const seen = (token: string) =>
        Effect.map(Harness.platform("GET", `users/${ada.id}`, token), (answer) => Wire.json(answer)["lastSeenAt"])
      assert.isNull(yield* seen(reader))
      yield* Harness.platform("DELETE", "me/sessions?others=true", session)
      const at = yield* seen(reader)
      assert.strictEqual(new Date(String(at)).toISOString(), at)
      assert.strictEqual((yield* Harness.platform("DELETE", "sessions/current", session)).status, 204)
      assert.strictEqual(yield* seen(owner), at)
      const items = itemsOf(yield* Harness.platform("GET", "users", reader))
      assert.deepInclude(
        items.find(({ id }) => id === ada.id),
        { lastSeenAt: at, invitation: null }
      )
      const others = [
        yield* Harness.platform("GET", "me", reader),
        yield* Harness.platform("PATCH", `users/${ada.id}`, owner, { name: "Ada" }),
        yield* Harness.platform("POST", `users/${ada.id}/invitation`, owner),
        yield* Harness.platform("POST", `users/${ada.id}/deactivate`, owner),
        yield* Harness.platform("POST", `users/${ada.id}/reactivate`, owner),
        yield* Harness.platform("GET", "users", Redacted.value((yield* mint("user:write")).token.text))
      ]
      assert.deepStrictEqual(
        others.map(({ status }) => status),
        [200, 200, 201, 200, 200, 403]
      )
      for (const { body } of others) assert.notInclude(body, "lastSeenAt")
    })
  )

  it.effect("any credential lists the privileges and roles; a user has exactly the privileges of the role", () =>
    Effect.gen(function* () {
      const { key, operator } = yield* Harness.tenant
      const [privileges, roles] = [
        itemsOf(yield* Harness.platform("GET", "privileges", key)),
        itemsOf(yield* Harness.platform("GET", "roles", key))
      ]
      assert.deepStrictEqual(
        privileges.map(({ privilege }) => privilege),
        [...Privilege.literals]
      )
      for (const { description } of [...privileges, ...roles]) assert.match(String(description), /^[A-Z].*\.$/u)
      for (const { privileges: told, role } of roles) {
        const known = Role.Role.literals.find((one) => one === role) ?? assert.fail(`no role ${String(role)}`)
        const { email } = yield* Harness.person(operator, known)
        const me = Wire.json(yield* Harness.platform("GET", "me", yield* Harness.signIn(operator, email)))
        assert.deepStrictEqual(me["privileges"], told)
      }
      assert.lengthOf(roles, 5)
    })
  )

  it.effect("removing the last owner who can sign in answers 409", () =>
    Effect.gen(function* () {
      const { operator } = yield* Harness.tenant
      const { email, id } = yield* Harness.person(operator, "owner")
      const session = yield* Harness.signIn(operator, email)
      const answer = yield* Harness.platform("POST", `users/${id}/deactivate`, session)
      assert.deepStrictEqual([answer.status, Wire.json(answer)["code"]], [409, "CONFLICT"])
      assert.strictEqual((yield* Harness.platform("GET", "me", session)).status, 200)
    })
  )
})
