/** Inviting people over a socket: who gets the link, and what it does (docs/decisions/0101). */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { SendFailed } from "@formwork/domain/sending/Sender"
import { InvitationPolicy, InvitationMailer } from "@formwork/domain/people/Invitation"
import type { InvitationMessage } from "@formwork/domain/people/Invitation"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"
import { objectOf, textOf } from "../support/reading.ts"

const accept = (token: unknown, password: unknown = Harness.password) =>
  Harness.platform("POST", "invitations/accept", undefined, { token, password })

const signIn = (organisation: string, email: string, password = Harness.password) =>
  Harness.platform("POST", "sessions", undefined, { email, password, organisation })

/** An owner's session. */
const owner = Effect.fnUntraced(function* ({ operator }: Effect.Success<typeof Harness.tenant>) {
  return yield* Harness.signIn(operator, (yield* Harness.person(operator, "owner")).email)
})

const ada = { email: "ada@ashworth.example", name: "Ada", role: "author" } as const

layer(Harness.layer())("an invitation without a mail server", (it) => {
  it.effect("the inviter sees the token once; it sets the password and opens no session", () =>
    Effect.gen(function* () {
      const tenant = yield* Harness.tenant
      const session = yield* owner(tenant)
      const organisation = tenant.operator.organisationId
      const invited = yield* Harness.platform("POST", "invitations", session, ada)
      assert.strictEqual(invited.status, 201, invited.body)
      const { delivery, expiresAt, token, user, ...rest } = Wire.json(invited)
      assert.deepStrictEqual([delivery, rest], ["caller", {}])
      assert.match(String(token), /^fwi_[0-9A-Za-z]{93}$/u)
      const now = DateTime.toEpochMillis(yield* DateTime.now)
      assert.strictEqual(Date.parse(String(expiresAt)) - now, 7 * 24 * 3_600_000)
      assert.deepInclude(user, { ...ada, deactivatedAt: null })
      const id = textOf(objectOf(user)["id"])
      assert.strictEqual(invited.headers["location"], `/api/platform/users/${id}`)
      const read = yield* Harness.platform("GET", `users/${id}`, session)
      const { invitation, ...listed } = Wire.json(read)
      assert.deepStrictEqual(listed, { ...objectOf(user), lastSeenAt: null })
      const { id: by, name } = objectOf(Wire.json(yield* Harness.platform("GET", "me", session))["user"])
      const pending = { expiresAt, acceptedAt: null, sender: { kind: "user", id: by, name } }
      const made = new Date(now).toISOString()
      assert.deepStrictEqual(invitation, { state: "pending", createdAt: made, ...pending })
      assert.notInclude(read.body, "fwi_")
      assert.strictEqual((yield* signIn(organisation, ada.email)).status, 401)

      const accepted = yield* accept(token)
      assert.strictEqual(accepted.status, 200, accepted.body)
      assert.deepStrictEqual(Wire.json(accepted), { user, organisation: { id: organisation, name: "Ashworth" } })
      assert.strictEqual((yield* signIn(organisation, ada.email)).status, 201)
      assert.strictEqual((yield* accept(token)).status, 401)
      const after = Wire.json(yield* Harness.platform("GET", `users/${id}`, session))["invitation"]
      assert.deepStrictEqual(after, { state: "accepted", createdAt: made, ...pending, acceptedAt: made })
    })
  )

  it.effect("an invitation sets a new password for a user who forgot it, and ends the user's sessions", () =>
    Effect.gen(function* () {
      const tenant = yield* Harness.tenant
      const session = yield* owner(tenant)
      const organisation = tenant.operator.organisationId
      const { email, id } = yield* Harness.person(tenant.operator, "viewer")
      const open = yield* Harness.signIn(tenant.operator, email)
      const renewed = yield* Harness.platform("POST", `users/${id}/invitation`, session)
      assert.strictEqual((yield* Harness.platform("GET", "me", open)).status, 200)
      assert.strictEqual((yield* accept(Wire.json(renewed)["token"], "a brand new passphrase")).status, 200)
      assert.strictEqual((yield* Harness.platform("GET", "me", open)).status, 401)
      assert.strictEqual((yield* signIn(organisation, email)).status, 401)
      assert.strictEqual((yield* signIn(organisation, email, "a brand new passphrase")).status, 201)
      yield* Harness.platform("POST", `users/${id}/deactivate`, session)
      const gone = yield* Harness.platform("POST", `users/${id}/invitation`, session)
      assert.deepStrictEqual([gone.status, Wire.json(gone)["code"]], [409, "CONFLICT"])
    })
  )

  it.effect(
    "an invitation that is unknown, used, replaced, reported, expired or malformed gets the same 401, byte for byte",
    () =>
      Effect.gen(function* () {
        const tenant = yield* Harness.tenant
        const session = yield* owner(tenant)
        const used = yield* Harness.invited(tenant.operator, "viewer")
        yield* accept(used.token)
        const replaced = yield* Harness.invited(tenant.operator, "viewer")
        yield* Harness.platform("POST", `users/${replaced.user.id}/invitation`, session)
        const reported = yield* Harness.invited(tenant.operator, "viewer")
        const report = { token: reported.token }
        assert.strictEqual((yield* Harness.platform("POST", "leaked-tokens", undefined, report)).status, 204)
        const deactivated = yield* Harness.invited(tenant.operator, "viewer")
        yield* Harness.platform("POST", `users/${deactivated.user.id}/deactivate`, session)
        const expired = yield* Harness.invited(tenant.operator, "viewer")
        yield* TestClock.adjust("7 days")
        const good = yield* Harness.invited(tenant.operator, "viewer")
        let first: unknown
        for (const token of [
          ...[used, replaced, reported, deactivated, expired].map((one) => one.token),
          `${good.token}x`,
          good.token.replace("fwi_", "fws_"),
          tenant.key,
          session,
          ""
        ]) {
          const answer = Wire.bytes(yield* accept(token))
          assert.strictEqual(answer.status, 401, token)
          assert.deepStrictEqual(answer, (first ??= answer))
        }
        assert.strictEqual((yield* accept(good.token)).status, 200)
      })
  )

  it.effect("a weak password answers 422 without either secret, and the invitation can still be accepted", () =>
    Effect.gen(function* () {
      const { operator } = yield* Harness.tenant
      const { token } = yield* Harness.invited(operator, "viewer")
      const answer = yield* accept(token, "short")
      assert.deepStrictEqual([answer.status, Wire.json(answer)["code"]], [422, "INVALID_REQUEST"])
      assert.notInclude(answer.body, token.slice(4))
      assert.strictEqual((yield* accept(token)).status, 200)
    })
  )

  it.effect("an invitation does not authenticate a request", () =>
    Effect.gen(function* () {
      const { operator } = yield* Harness.tenant
      const { token } = yield* Harness.invited(operator, "owner")
      for (const text of [token, token.replace("fwi_", "fwk_"), token.replace("fwi_", "fws_")])
        assert.strictEqual((yield* Harness.platform("GET", "me", text)).status, 401)
    })
  )

  it.effect("inviting a user with more privileges than the caller answers 403 with what is missing", () =>
    Effect.gen(function* () {
      const { operator } = yield* Harness.tenant
      const admin = yield* Harness.signIn(operator, (yield* Harness.person(operator, "admin")).email)
      for (const answer of [
        yield* Harness.platform("POST", `users/${operator.userId}/invitation`, admin),
        yield* Harness.platform("POST", "invitations", admin, { ...ada, role: "owner" }),
        yield* Harness.platform("PATCH", `users/${operator.userId}`, admin, { name: "Eve" })
      ])
        assert.deepStrictEqual([answer.status, Wire.json(answer)["privilege"]], [403, "apikey:budget"], answer.body)
    })
  )
})

/** A server with a mailer that keeps messages, or refuses them. */
const letters: Array<InvitationMessage> = []
const refusing = new SendFailed({ reason: "The mail server answered 550 to RCPT TO.", verdict: "dead" })
const post = Layer.succeed(InvitationMailer, {
  send: (letter) =>
    letter.user.name === "Nobody" ? Effect.fail(refusing) : Effect.sync(() => void letters.push(letter))
})
const policy = { ...InvitationPolicy.defaultValue(), appUrl: "https://forms.example.org/app" }
const posting = Harness.over(
  Harness.services().pipe(Layer.provide(Layer.merge(post, Layer.succeed(InvitationPolicy, policy))), Layer.fresh)
)

layer(posting)("an invitation with a mail server", (it) => {
  it.effect(
    "the person alone gets the invitation, and its link keeps the token in the fragment, which no server sees",
    () =>
      Effect.gen(function* () {
        const tenant = yield* Harness.tenant
        const session = yield* owner(tenant)
        const invited = yield* Harness.platform("POST", "invitations", session, ada)
        assert.deepStrictEqual(Object.keys(Wire.json(invited)), ["user", "expiresAt", "delivery"])
        assert.strictEqual(Wire.json(invited)["delivery"], "email")
        const [letter, ...more] = letters.splice(0)
        if (letter?.link === undefined || more.length > 0) return assert.fail("one letter, with a link")
        const { organisation, user } = letter
        assert.deepStrictEqual([organisation.name, user.email], ["Ashworth", ada.email])
        const token = Redacted.value(letter.token)
        assert.strictEqual(Redacted.value(letter.link), `https://forms.example.org/app/invitation#${token}`)
        assert.notInclude(JSON.stringify(letter), token)
        assert.strictEqual((yield* accept(token)).status, 200)
      })
  )

  it.effect("a failed delivery is reported without the token, and the invitation can be sent again", () =>
    Effect.gen(function* () {
      const tenant = yield* Harness.tenant
      const session = yield* owner(tenant)
      const invited = yield* Harness.platform("POST", "invitations", session, { ...ada, name: "Nobody" })
      const { delivery, expiresAt: _expiresAt, reason, user, ...rest } = Wire.json(invited)
      assert.deepStrictEqual([invited.status, delivery, reason, rest], [201, "nobody", refusing.reason, {}])
      const id = textOf(objectOf(user)["id"])
      assert.strictEqual((yield* Harness.platform("PATCH", `users/${id}`, session, { name: "Ada" })).status, 200)
      const renewed = yield* Harness.platform("POST", `users/${id}/invitation`, session)
      assert.deepStrictEqual([renewed.status, Wire.json(renewed)["delivery"]], [201, "email"])
      assert.lengthOf(letters.splice(0), 1)
    })
  )
})

const shown = Harness.over(Harness.services().pipe(Layer.provide(Layer.succeed(InvitationPolicy, policy)), Layer.fresh))

layer(shown)("an invitation with a known address of the app", (it) => {
  it.effect("the inviter also sees the link of the invitation", () =>
    Effect.gen(function* () {
      const session = yield* owner(yield* Harness.tenant)
      const { link, token } = Wire.json(yield* Harness.platform("POST", "invitations", session, ada))
      assert.strictEqual(link, `https://forms.example.org/app/invitation#${String(token)}`)
    })
  )
})

layer(Harness.layer({ addresses: { limit: 3, windowMillis: 2_500, addresses: 100 } }))("guessing invitations", (it) => {
  it.effect("every guess spends the budget of the address, also a malformed one", () =>
    Effect.gen(function* () {
      const { operator } = yield* Harness.tenant
      const { token } = yield* Harness.invited(operator, "viewer")
      for (const guess of ["x", token.replace("fwi_", "fwk_"), `${token}x`])
        assert.strictEqual((yield* accept(guess)).status, 401)
      const answer = yield* accept(token)
      assert.deepStrictEqual([answer.status, answer.headers["retry-after"]], [429, "3"])
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual((yield* accept(token)).status, 200)
    })
  )
})
