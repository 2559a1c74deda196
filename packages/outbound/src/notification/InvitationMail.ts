/** Invitations, as e-mail. */
import { DateTime, Effect, Layer, Redacted } from "effect"
import type { NotificationContent } from "@formwork/domain/filing/Content"
import { FiringId } from "@formwork/domain/filing/Firing"
import { InvitationMailer } from "@formwork/domain/people/Invitation"
import type { InvitationMessage } from "@formwork/domain/people/Invitation"
import { Mail } from "./Mail.ts"

const means = ({ link, token }: InvitationMessage): string =>
  link === undefined
    ? `Send this to POST /api/platform/invitations/accept, with a password of your own:\n\n${JSON.stringify({ token: Redacted.value(token), password: "…" })}`
    : Redacted.value(link)

const content = (message: InvitationMessage): NotificationContent => {
  const { invitation, organisation, user } = message
  const until = DateTime.formatIso(invitation.expiresAt).replace("T", " ").slice(0, 16)
  const text = [
    `Hello ${user.name},`,
    `with this you set the password of ${user.email} at ${organisation.name}:`,
    means(message),
    `It works once, until ${until} UTC. If you did not expect it, you need not do anything.`
  ]
  return {
    kind: "notification",
    to: [user.email],
    subject: `Your account at ${organisation.name}`,
    text: text.join("\n\n")
  }
}

/** Needs a `Mail` that sends: one that prints would show tokens. */
export const layer: Layer.Layer<never, never, Mail> = Layer.effect(
  InvitationMailer,
  Effect.map(Mail, (mail) => ({
    send: (message: InvitationMessage) => {
      const id = FiringId.make(message.invitation.id)
      return Effect.asVoid(mail.send({ id, attachments: [] }, content(message)))
    }
  }))
)
