/** Inviting people, and setting a password by an invitation. */
import { Effect, Schema } from "effect"
import { UserId } from "@formwork/domain/callers/Ids"
import { UserNotFound } from "@formwork/domain/callers/Refusal"
import { Invitations } from "@formwork/domain/people/Invitations"
import type { SentInvitation } from "@formwork/domain/people/Invitations"
import { NewUser, Organisation } from "@formwork/domain/people/Organisation"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { resource } from "../../endpoint/Resource.ts"
import { created, json } from "../../endpoint/Success.ts"
import { Timestamp } from "../../endpoint/Timestamp.ts"
import { GivenSecret, NewPassword, ShownOnce, UserRecord } from "../wire/Wire.ts"

const InvitationRequest = Schema.Struct({
  email: NewUser.fields.email,
  name: NewUser.fields.name,
  role: NewUser.fields.role.pipe(Schema.annotateKey({ description: "A role whose privileges the caller has." }))
}).annotate({
  identifier: "InvitationRequest",
  examples: [{ email: "ada@ashworth.example", name: "Ada", role: "author" }]
})

const InvitationRecord = Schema.Struct({
  user: UserRecord,
  expiresAt: Timestamp,
  delivery: Schema.Literals(["email", "nobody", "caller"]).annotate({
    description:
      "`email`: the mail server accepted the invitation. `nobody`: it refused, for the reason in `reason`, and the invitation must be renewed. `caller`: no mail server is configured; the caller, which is a session, brings the person `token`, or `link` where it is present."
  }),
  reason: Schema.optionalKey(Schema.String),
  token: Schema.optionalKey(ShownOnce),
  link: Schema.optionalKey(ShownOnce)
}).annotate({ identifier: "Invitation" })

const AcceptRequest = Schema.Struct({ token: GivenSecret, password: NewPassword }).annotate({
  identifier: "InvitationAcceptRequest"
})

const Accepted = Schema.Struct({ user: UserRecord, organisation: Organisation }).annotate({
  identifier: "AcceptedInvitation",
  description: "The person whose password was set, as signing in needs it."
})

const sent = ({ delivery, invitation: { expiresAt }, user }: SentInvitation) => {
  const { by, ...rest } = delivery
  const { link, ...shown } = { link: undefined, ...rest }
  const body = { user, expiresAt, delivery: by, ...shown, ...(link === undefined ? {} : { link }) }
  return { body, headers: { location: `/api/platform/users/${user.id}` } }
}

const invite = endpoint({
  name: "invite",
  method: "POST",
  path: "/api/platform/invitations",
  summary: "Invite a person",
  description:
    "Adds the person, and sends a link that sets a password once. A key gets 403 where no mail server is configured; the links that a key sent end with it.",
  needs: "user:write",
  body: InvitationRequest,
  success: created(InvitationRecord),
  refuses: ["SessionRequired", "ConfirmationRequired", "EmailTaken"],
  handle: Effect.fnUntraced(function* ({ body, caller }) {
    const invitations = yield* Invitations
    return sent(yield* invitations.invite(caller, yield* body))
  })
})

const renew = endpoint({
  name: "renew",
  method: "POST",
  path: "/api/platform/users/:userId/invitation",
  summary: "Send a person another link",
  description:
    "For a link that was lost or has expired, or a forgotten password. The link before it ends. The caller needs every privilege of the person's role, and `organisation:write` where no mail server is configured and the person has a password.",
  needs: "user:write",
  of: { params: { userId: UserId }, notFound: new UserNotFound() },
  success: created(InvitationRecord),
  refuses: ["SessionRequired", "ConfirmationRequired", "UserDeactivated"],
  handle: ({ caller, params }) =>
    Invitations.use((invitations) => Effect.map(invitations.renew(caller, params.userId), sent))
})

const accept = endpoint({
  name: "accept",
  method: "POST",
  path: "/api/platform/invitations/accept",
  summary: "Set one's password by an invitation",
  description:
    "Ends the person's sessions and opens none. An invitation that is unknown, used, replaced or expired always gets the same answer.",
  needs: "nothing",
  body: AcceptRequest,
  success: json(Accepted),
  refuses: ["InvitationRefused"],
  handle: Effect.fnUntraced(function* ({ body }) {
    const invitations = yield* Invitations
    const { password, token } = yield* body
    return yield* invitations.accept(token, password)
  })
})

export const invitations = resource(
  "invitations",
  "Inviting people, and setting a password by an invitation.",
  invite,
  renew,
  accept
)
