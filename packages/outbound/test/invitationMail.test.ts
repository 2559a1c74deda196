/** Invitations by e-mail: who gets one, and what it says. */
import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { InvitationId, InvitationMailer } from "@formwork/domain/people/Invitation"
import type { InvitationMessage } from "@formwork/domain/people/Invitation"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import * as InvitationMail from "@formwork/outbound/notification/InvitationMail"
import { Mail } from "@formwork/outbound/notification/Mail"
import { answer, mailServer } from "./support/mailServer.ts"
import { from } from "./support/notification.ts"

const id = "01890a5d-ac96-774b-bcce-b302099a8057"
const token = `fwi_${"a".repeat(93)}`
const at = DateTime.makeUnsafe("2026-01-08T09:30:00Z")
const sample: InvitationMessage = {
  invitation: { id: InvitationId.make(id), userId: UserId.make(id), createdAt: at, expiresAt: at },
  organisation: { id: OrganisationId.make(id), name: "Ashworth\r\nBcc: eve@example.net" },
  user: {
    id: UserId.make(id),
    email: "ada@ashworth.example",
    name: "Ada",
    role: "author",
    createdAt: at,
    deactivatedAt: null
  },
  token: Redacted.make(token),
  link: Redacted.make(`https://forms.example.org/invitation#${token}`)
}

const send = (url: string, change: Partial<InvitationMessage> = {}) =>
  Effect.flatMap(
    InvitationMailer,
    (mailer) => mailer?.send({ ...sample, ...change }) ?? Effect.die("there is no mailer")
  ).pipe(
    Effect.provide(
      InvitationMail.layer.pipe(Layer.provide(Layer.orDie(Mail.layerSmtp({ url: Redacted.make(url), from }))))
    )
  )

/** Quoted-printable, undone as far as these messages need it. */
const text = (raw: string) => raw.replaceAll("=\r\n", "").replaceAll("=3D", "=")

it.effect("an invitation arrives once, with the link, for any name of an organisation", () =>
  Effect.gen(function* () {
    const { delivered, url } = yield* mailServer()
    yield* send(url)
    const [message, ...more] = delivered
    assert.deepStrictEqual([message?.to, more], [["ada@ashworth.example"], []])
    const raw = text(message?.raw ?? "")
    assert.include(raw, `https://forms.example.org/invitation#${token}`)
    assert.include(raw, "until 2026-01-08 09:30 UTC")
    assert.notMatch(raw.slice(0, raw.indexOf("\r\n\r\n")), /^Bcc:/imu)
    assert.notInclude(raw.slice(0, raw.indexOf("\r\n\r\n")), token)
  })
)

it.effect("an invitation without APP_URL shows the call to make", () =>
  Effect.gen(function* () {
    const { delivered, url } = yield* mailServer()
    yield* send(url, { link: undefined })
    const raw = text(delivered[0]?.raw ?? "")
    assert.include(raw, "POST /api/platform/invitations/accept")
    assert.include(raw, token)
  })
)

it.effect("the refusal of a mail server is the reason, without the token", () =>
  Effect.gen(function* () {
    const { url } = yield* mailServer({ onRcptTo: (_address, _session, done) => done(answer(550, "nobody here")) })
    const { reason } = yield* Effect.flip(send(url))
    assert.strictEqual(reason, "The mail server answered 550 to RCPT TO.")
  })
)
