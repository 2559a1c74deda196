/** Inviting people, and setting a password by an invitation. */
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Invitations } from "@formwork/domain/people/Invitations"
import type { SentInvitation } from "@formwork/domain/people/Invitations"
import { UserId } from "@formwork/domain/callers/Ids"
import { NewUser, Organisation } from "@formwork/domain/people/Organisation"
import { UserNotFound } from "@formwork/domain/callers/Refusal"
import { CurrentCaller, Guard, OpenGuard } from "../../endpoint/Guard.ts"
import { Absent, canonicalId, Ids } from "../../endpoint/PathIds.ts"
import { bodyRefusals, needs, refusals, Timestamp } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"
import { created, GivenSecret, NewPassword, ShownOnce, UserRecord } from "../wire/Wire.ts"

const InvitationRequest = Schema.Struct({
  email: NewUser.fields.email,
  name: NewUser.fields.name,
  role: NewUser.fields.role.pipe(Schema.annotateKey({ description: "One whose privileges the caller all holds." }))
}).annotate({
  identifier: "InvitationRequest",
  examples: [{ email: "ada@ashworth.example", name: "Ada", role: "author" }]
})

const InvitationRecord = Schema.Struct({
  user: UserRecord,
  expiresAt: Timestamp,
  delivery: Schema.Literals(["email", "nobody", "caller"]).annotate({
    description:
      "`email`: the mail server took it. `nobody`: it did not, `reason` says why, and the invitation has to be renewed. `caller`: there is no mail server; bring the person `token`, or `link` where there is one."
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
  description: "Whose password was set, for signing in with it."
})

const invite = HttpApiEndpoint.post("invite", "/api/platform/invitations", {
  payload: InvitationRequest,
  success: created(InvitationRecord),
  error: refusals("user:write", ...bodyRefusals, "EmailTaken")
})
  .middleware(Guard)
  .annotateMerge(needs("user:write"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Invite a person",
      description: "Adds them, and brings them a link to set their password by, which works once."
    })
  )

const renew = HttpApiEndpoint.post("renew", "/api/platform/users/:userId/invitation", {
  params: { userId: canonicalId(UserId) },
  success: created(InvitationRecord),
  error: refusals("user:write", "UserNotFound", "UserDeactivated")
})
  .middleware(Ids)
  .middleware(Guard)
  .annotate(Absent, new UserNotFound())
  .annotateMerge(needs("user:write"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Send a person another link",
      description:
        "Their first one got lost or expired, or they forgot their password. The one before ends. The caller holds every privilege of their role."
    })
  )

const accept = HttpApiEndpoint.post("accept", "/api/platform/invitations/accept", {
  payload: AcceptRequest,
  success: Accepted,
  error: refusals("nothing", ...bodyRefusals, "InvitationRefused")
})
  .middleware(OpenGuard)
  .annotateMerge(needs("nothing"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Set one's password by an invitation",
      description:
        "Ends the person's sessions, and signs nobody in. One answer for an invitation that is none, was used or replaced, or has expired."
    })
  )

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("invitations")
    .annotateMerge(OpenApi.annotations({ description: "Inviting people, and setting a password by an invitation." }))
    .add(invite, renew, accept)
)

const invitationRequest = Payload.decoder(InvitationRequest)
const acceptRequest = Payload.decoder(AcceptRequest)

const wired = ({ delivery, invitation: { expiresAt }, user }: SentInvitation) => {
  const { by, ...rest } = delivery
  const { link, ...shown } = { link: undefined, ...rest }
  const body = { user, expiresAt, delivery: by, ...shown, ...(link === undefined ? {} : { link }) }
  return HttpApiSchema.withHeaders({ body, headers: { location: `/api/platform/users/${user.id}` } })
}

export const layer = HttpApiBuilder.group(
  api,
  "invitations",
  Effect.fnUntraced(function* (endpoints) {
    const invitations = yield* Invitations
    const send = Effect.fnUntraced(function* () {
      const person = yield* Payload.read(invitationRequest)
      return wired(yield* invitations.invite(yield* CurrentCaller, person))
    })
    const again = (id: UserId) =>
      Effect.flatMap(CurrentCaller, (caller) => invitations.renew(caller, id)).pipe(Effect.map(wired))
    const use = Effect.flatMap(Payload.read(acceptRequest), ({ password, token }) =>
      invitations.accept(token, password)
    )
    return endpoints
      .handleRaw("invite", () => ProblemDetails.answering(send()))
      .handle("renew", ({ params }) => ProblemDetails.answering(again(params.userId)))
      .handleRaw("accept", () => ProblemDetails.answering(use))
  })
)
