/** Signing in with an address that several organisations know, over a socket (spec/http.md §3.27). */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Users } from "@formwork/domain/people/Users"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const attempt = (body: object) =>
  Harness.send(Wire.request({ path: "/api/platform/sessions", body: JSON.stringify(body) }))

/** A person with this password in an organisation of their own. */
const joined = Effect.fnUntraced(function* (email: string, password: string) {
  const { operator } = yield* Harness.tenant
  yield* Users.use((users) =>
    users.create(operator, { email, name: "Olive", role: "viewer", password: Redacted.make(password) })
  )
  return operator.organisationId
})

const organisationOf = Effect.fnUntraced(function* (answer: Wire.Answer) {
  assert.strictEqual(answer.status, 201, answer.body)
  const me = Wire.json(yield* Harness.platform("GET", "me", String(Wire.json(answer)["token"])))
  return me["organisation"]
})

const address = () => `${Harness.unused()}@choices.example`
const { password } = Harness
const other = "another long password"

layer(Harness.layer(), { excludeTestServices: true })("a sign-in that asks for a choice", (it) => {
  it.effect("names the organisations in which the password is right, and makes no session", () =>
    Effect.gen(function* () {
      const email = address()
      const ids = [yield* joined(email, password), yield* joined(email, other), yield* joined(email, password)]
      const answer = yield* attempt({ email, password, choose: true, cookie: true })
      assert.strictEqual(answer.status, 409, answer.body)
      assert.isUndefined(answer.headers["set-cookie"])
      const { code, organisations } = Wire.json(answer)
      assert.strictEqual(code, "ORGANISATION_REQUIRED")
      assert.deepStrictEqual(organisations, [
        { id: ids[0], name: "Ashworth" },
        { id: ids[2], name: "Ashworth" }
      ])
      for (const id of [ids[0], ids[2]])
        assert.deepInclude(yield* organisationOf(yield* attempt({ email, password, choose: true, organisation: id })), {
          id
        })
    })
  )

  it.effect("signs in where there is one, which need not be the first that was founded", () =>
    Effect.gen(function* () {
      const email = address()
      yield* Harness.tenant
      const id = yield* joined(email, password)
      assert.deepInclude(yield* organisationOf(yield* attempt({ email, password, choose: true })), { id })
      yield* joined(email, other)
      assert.deepInclude(yield* organisationOf(yield* attempt({ email, password, choose: true })), { id })
    })
  )

  it.effect("a wrong password gets the 401 of an unknown address, however many organisations know the address", () =>
    Effect.gen(function* () {
      const [one, several] = [address(), address()]
      yield* joined(one, password)
      yield* joined(several, password)
      yield* joined(several, other)
      const answers = yield* Effect.forEach([one, several, address()], (email) =>
        Effect.map(attempt({ email, password: "wrong wrong wrong", choose: true }), Wire.bytes)
      )
      assert.strictEqual(answers[0]?.status, 401)
      for (const answer of answers) assert.deepStrictEqual(answer, answers[0])
      // The password of the second account alone is right, and the first decides.
      assert.strictEqual((yield* attempt({ email: several, password: other, choose: true })).status, 401)
    })
  )

  it.effect("without being asked a sign-in offers nothing, as before", () =>
    Effect.gen(function* () {
      const email = address()
      yield* joined(email, password)
      yield* joined(email, password)
      for (const more of [{}, { choose: false }]) {
        const answer = yield* attempt({ email, password, ...more })
        assert.notInclude(answer.body, "organisations")
        assert.notStrictEqual(answer.status, 409)
      }
    })
  )
})
