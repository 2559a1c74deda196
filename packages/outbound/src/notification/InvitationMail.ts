/** Invitations, as e-mail. */
import { DateTime, Effect, Layer, Redacted } from "effect"
import type { NotificationContent } from "@formwork/domain/filing/Content"
import { FiringId } from "@formwork/domain/filing/Firing"
import { Post } from "@formwork/domain/people/Invitation"
import type { Letter } from "@formwork/domain/people/Invitation"
import { Mail } from "./Mail.ts"

const means = ({ link, token }: Letter): string =>
  link === undefined
    ? `Send this to POST /api/platform/invitations/accept, with a password of your own:\n\n${JSON.stringify({ token: Redacted.value(token), password: "…" })}`
    : Redacted.value(link)

const content = (letter: Letter): NotificationContent => {
  const { invitation, organisation, user } = letter
  const until = DateTime.formatIso(invitation.expiresAt).replace("T", " ").slice(0, 16)
  const text = [
    `Hello ${user.name},`,
    `with this you set the password of ${user.email} at ${organisation.name}:`,
    means(letter),
    `It works once, until ${until} UTC. If you did not expect it, you need not do anything.`
  ]
  return {
    kind: "notification",
    to: [user.email],
    subject: `Your account at ${organisation.name}`,
    text: text.join("\n\n")
  }
}

/** Over a `Mail` that really sends: one that prints would show tokens. */
export const layer: Layer.Layer<never, never, Mail> = Layer.effect(
  Post,
  Effect.map(Mail, (mail) => ({
    send: (letter: Letter) => {
      const { invitation, organisation } = letter
      const dispatch = { id: FiringId.make(invitation.id), organisationId: organisation.id, attempt: 1 }
      return Effect.asVoid(mail.send(dispatch, content(letter)))
    }
  }))
)
