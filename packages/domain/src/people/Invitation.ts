/** A link by which a person sets their password, once: their first one, or another. */
import { Context, Duration, Schema } from "effect"
import type { Redacted } from "effect"
import type { SendFailed } from "../sending/Sender.ts"
import type { Effect } from "effect"
import { Id, UserId } from "../callers/Ids.ts"
import type { Organisation, User } from "./Organisation.ts"

export const InvitationId = Id.pipe(Schema.brand("InvitationId"))
export type InvitationId = typeof InvitationId.Type

/** An invitation without its secret. */
export const Invitation = Schema.Struct({
  id: InvitationId,
  /** Whose password it sets. */
  userId: UserId,
  createdAt: Schema.DateTimeUtcFromString,
  expiresAt: Schema.DateTimeUtcFromString
})
export type Invitation = typeof Invitation.Type

export const InvitationPolicy = Context.Reference<{
  readonly lifetime: Duration.Duration
  /** The app's URL, without a slash at its end: links begin with it. Undefined: an invitation has a token and no link. */
  readonly appUrl: string | undefined
}>("@formwork/domain/people/InvitationPolicy", {
  defaultValue: () => ({ lifetime: Duration.days(7), appUrl: undefined })
})

/** What an invited person gets. */
export interface InvitationMessage {
  readonly invitation: Invitation
  readonly organisation: Organisation
  readonly user: User
  readonly token: Redacted.Redacted<string>
  /** Undefined without an `appUrl`. */
  readonly link: Redacted.Redacted<string> | undefined
}

/** Sends invitations by e-mail. Undefined, the default, without a mail server: the inviting caller hands them over. */
export const InvitationMailer = Context.Reference<
  { readonly send: (message: InvitationMessage) => Effect.Effect<void, SendFailed> } | undefined
>("@formwork/domain/people/Invitation/InvitationMailer", { defaultValue: () => undefined })
