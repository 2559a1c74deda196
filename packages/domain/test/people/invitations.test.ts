/** Inviting people, and accepting an invitation, as an embedder uses them (docs/decisions/0101). */
import { assert, it, layer } from "@effect/vitest"
import { Duration, DateTime, Effect, Layer, Logger, Redacted, Tracer } from "effect"
import { TestClock } from "effect/testing"
import type { Caller } from "@formwork/domain/callers/Caller"
import { UserId } from "@formwork/domain/callers/Ids"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { PasswordHasher } from "@formwork/domain/credentials/PasswordHasher"
import { InvitationMailer, InvitationPolicy } from "@formwork/domain/people/Invitation"
import type { InvitationMessage } from "@formwork/domain/people/Invitation"
import { Invitations } from "@formwork/domain/people/Invitations"
import type { SentInvitation } from "@formwork/domain/people/Invitations"
import { Sessions } from "@formwork/domain/people/Sessions"
import { SendFailed } from "@formwork/domain/sending/Sender"
import * as Services from "@formwork/domain/Services"
import * as Memory from "@formwork/memory/Memory"
import { authenticate, nowhere, password, refusal, services, setting, tag } from "./ownerFixture.ts"

const ada = { email: "ada@ashworth.example", name: "Ada", role: "author" } as const

const byKey = (caller: Caller): Caller => ({ ...caller, credential: { kind: "api_key", id: nowhere } })

/** What the caller is shown, to hand over. */
const shown = ({ delivery }: SentInvitation) => (delivery.by === "caller" ? delivery : assert.fail(delivery.by))

const withMail = (send: (message: InvitationMessage) => Effect.Effect<void, SendFailed>) =>
  Layer.fresh(services).pipe(Layer.provide(Layer.succeed(InvitationMailer, { send })))

layer(services)("invitations", (it) => {
  it.effect(
    "without a mail server the inviting caller gets the token, and the invited person sets a password by it",
    () =>
      Effect.gen(function* () {
        const { operator, organisationId } = yield* setting
        const invitations = yield* Invitations
        const sent = yield* invitations.invite(operator, ada)
        assert.deepInclude(sent.user, ada)
        assert.strictEqual(sent.invitation.userId, sent.user.id)
        assert.deepStrictEqual(sent.invitation.expiresAt, DateTime.addDuration(yield* DateTime.now, "7 days"))
        const { link, token } = shown(sent)
        assert.isUndefined(link)
        assert.match(Redacted.value(token), /^fwi_/u)
        const { organisation, user } = yield* invitations.accept(token, password)
        assert.deepStrictEqual([organisation.id, organisation.name], [organisationId, "Ashworth"])
        assert.strictEqual(user.id, sent.user.id)
        yield* Sessions.use((all) => all.signIn({ email: ada.email, password, organisationId }))
        assert.strictEqual(yield* tag(invitations.accept(token, password)), "InvitationRefused", "it was used")
      })
  )

  it.effect("another invitation ends the one before it, and each ends after seven days", () =>
    Effect.gen(function* () {
      const { operator } = yield* setting
      const invitations = yield* Invitations
      const first = yield* invitations.invite(operator, ada)
      const second = yield* invitations.renew(operator, first.user.id)
      assert.strictEqual(second.user.id, first.user.id)
      assert.strictEqual(yield* tag(invitations.accept(shown(first).token, password)), "InvitationRefused")
      yield* TestClock.adjust(Duration.subtract(Duration.days(7), Duration.millis(1)))
      const third = yield* invitations.invite(operator, { ...ada, email: "late@ashworth.example" })
      yield* invitations.accept(shown(second).token, password)
      yield* TestClock.adjust(Duration.days(7))
      assert.strictEqual(yield* tag(invitations.accept(shown(third).token, password)), "InvitationRefused")
    })
  )

  it.effect("inviting takes user:write, and no key is shown an invitation", () =>
    Effect.gen(function* () {
      const { operator } = yield* setting
      const invitations = yield* Invitations
      const { user } = yield* invitations.invite(operator, ada)
      const missing = { _tag: "PrivilegeMissing", privilege: "user:write" } as const
      const others = { ...operator, privileges: Privilege.literals.filter((one) => one !== "user:write") }
      for (const caller of [others, byKey(others)]) {
        assert.deepInclude(yield* refusal(invitations.invite(caller, ada)), missing)
        assert.deepInclude(yield* refusal(invitations.renew(caller, user.id)), missing)
      }
      assert.deepInclude(yield* refusal(invitations.invite(byKey(operator), ada)), {
        _tag: "SessionRequired",
        reason: "invitation"
      })
      assert.strictEqual(yield* tag(invitations.invite(operator, ada)), "EmailTaken")
      assert.strictEqual(yield* tag(invitations.renew(operator, UserId.make(nowhere))), "UserNotFound")
    })
  )

  it.effect("with an app's URL the link leads there, with the token in the fragment", () =>
    Effect.gen(function* () {
      const { operator } = yield* setting
      const sent = yield* Invitations.use((all) => all.invite(operator, ada))
      const { link, token } = shown(sent)
      assert.strictEqual(link && Redacted.value(link), `https://forms.example.org/invitation#${Redacted.value(token)}`)
      assert.strictEqual(String(link), "<redacted:token>")
      assert.deepStrictEqual(sent.invitation.expiresAt, DateTime.addDuration(yield* DateTime.now, "1 hour"))
    }).pipe(
      Effect.provide(
        Layer.fresh(services).pipe(
          Layer.provide(
            Layer.succeed(InvitationPolicy, { lifetime: Duration.hours(1), appUrl: "https://forms.example.org" })
          )
        )
      )
    )
  )
})

it.effect("with a mail server the person gets the token and the caller does not see it; a key may invite too", () => {
  const messages: Array<InvitationMessage> = []
  return Effect.gen(function* () {
    const { operator, organisationId } = yield* setting
    const invitations = yield* Invitations
    const { delivery, invitation, user } = yield* invitations.invite(operator, ada)
    assert.deepStrictEqual(delivery, { by: "email" })
    const again = yield* invitations.renew(operator, user.id)
    assert.deepStrictEqual(again.delivery, { by: "email" })
    assert.deepStrictEqual(
      messages.map((message) => [message.invitation, message.user, message.organisation.id, message.link]),
      [
        [invitation, user, organisationId, undefined],
        [again.invitation, again.user, organisationId, undefined]
      ]
    )
    yield* invitations.accept(messages.at(-1)?.token ?? Redacted.make(""), password)
    const key = yield* ApiKeys.use((keys) => keys.create(operator, { name: "HR", privileges: Privilege.literals }))
    const { caller } = yield* authenticate(key.token.text)
    const eve = yield* invitations.invite(caller, { ...ada, email: "eve@ashworth.example" })
    assert.deepStrictEqual([eve.delivery, messages.at(-1)?.user], [{ by: "email" }, eve.user])
  }).pipe(
    Effect.provide(
      withMail((message) =>
        Effect.sync(() => {
          messages.push(message)
        })
      )
    )
  )
})

it.effect(
  "where the mail server does not take an invitation, the caller and the log learn why, and the person is there",
  () => {
    const lines: Array<unknown> = []
    return Effect.gen(function* () {
      const { operator } = yield* setting
      const { delivery, user } = yield* Invitations.use((all) => all.invite(operator, ada))
      assert.deepStrictEqual(delivery, { by: "nobody", reason: "mailbox full" })
      assert.deepInclude(user, ada)
      assert.deepStrictEqual(lines, [["Warn", ["an invitation could not be sent", { reason: "mailbox full" }]]])
    }).pipe(
      Effect.provide(withMail(() => new SendFailed({ reason: "mailbox full", verdict: "dead" }))),
      Effect.provide(Logger.layer([Logger.make(({ logLevel, message }) => void lines.push([logLevel, message]))]))
    )
  }
)

it.effect("a text that is no invitation is refused before any password is hashed", () => {
  let hashed = 0
  const counting = Layer.effect(
    PasswordHasher,
    Effect.map(PasswordHasher, (hasher) =>
      PasswordHasher.of({ ...hasher, hash: (secret) => Effect.suspend(() => (hashed++, hasher.hash(secret))) })
    )
  ).pipe(Layer.provideMerge(Memory.layer()))
  return Effect.gen(function* () {
    const { operator } = yield* setting
    const invitations = yield* Invitations
    const { token } = shown(yield* invitations.invite(operator, ada))
    hashed = 0
    const text = Redacted.value(token)
    for (const other of ["", "fwi_none", `${text}0`, text.replace("fwi", "fwk")])
      assert.strictEqual(yield* tag(invitations.accept(Redacted.make(other), password)), "InvitationRefused", other)
    assert.strictEqual(hashed, 0)
    yield* invitations.accept(token, password)
    assert.strictEqual(hashed, 1)
  }).pipe(Effect.provide(Layer.fresh(Services.layer.pipe(Layer.provideMerge(counting)))))
})

it.effect("calls on invitations are traced under their names", () => {
  const names: Array<string> = []
  const tracer = Tracer.make({
    span: (options) => {
      names.push(options.name)
      return new Tracer.NativeSpan(options)
    }
  })
  return Effect.gen(function* () {
    const { operator } = yield* setting
    const invitations = yield* Invitations
    const { user } = yield* invitations.invite(operator, ada)
    const { delivery } = yield* invitations.renew(operator, user.id)
    if (delivery.by === "caller") yield* invitations.accept(delivery.token, password)
    assert.includeMembers(names, ["Invitations.invite", "Invitations.renew", "Invitations.accept"])
  }).pipe(Effect.provide(Layer.fresh(services)), Effect.provideService(Tracer.Tracer, tracer))
})
