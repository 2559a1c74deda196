/** Inviting people, and accepting an invitation (docs/decisions/0101). */
import { Context, Effect, Layer, Option } from "effect"
import type { Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import * as Caller from "../callers/Caller.ts"
import * as Token from "../credentials/Token.ts"
import { TokenPrefixes } from "../credentials/Token.ts"
import * as Confirmation from "../credentials/Confirmation.ts"
import { InvitationRefused, SessionRequired } from "../callers/Refusal.ts"
import type {
  ConfirmationRequired,
  EmailTaken,
  PrivilegeMissing,
  Unauthenticated,
  UserDeactivated,
  UserNotFound
} from "../callers/Refusal.ts"
import { InvitationMailer } from "./Invitation.ts"
import type { InvitationMessage } from "./Invitation.ts"
import { InvitationStore } from "./InvitationStore.ts"
import type { Invited } from "./InvitationStore.ts"
import { UserId } from "../callers/Ids.ts"
import type { OrganisationId } from "../callers/Ids.ts"
import { minting } from "./mintInvitation.ts"
import type { NewUser, Organisation, User } from "./Organisation.ts"
import { OrganisationStore } from "./OrganisationStore.ts"
import { PasswordHasher } from "../credentials/PasswordHasher.ts"
import { UserStore } from "./UserStore.ts"

/** How the person gets the token. */
type InvitationDelivery =
  /** The mail server took it. */
  | { readonly by: "email" }
  /** The mail server did not take it: the token is lost, and another invitation has to be sent. */
  | { readonly by: "nobody"; readonly reason: string }
  /** There is no mail server: the inviting caller, which is no key, hands the token over. It is shown here and never again. */
  | { readonly by: "caller"; readonly token: Redacted.Redacted<string>; readonly link: InvitationMessage["link"] }

export interface SentInvitation extends Invited {
  readonly delivery: InvitationDelivery
}

export class Invitations extends Context.Service<
  Invitations,
  {
    /**
     * Adds a person, whose role has no privilege that the caller lacks, and sends them a link to set their password by.
     * Refuses, in this order: `PrivilegeMissing` (`user:write`), `SessionRequired` (a key, where there is no mail server),
     * `ConfirmationRequired` (for an owner or an admin), `Unauthenticated` (the caller's credential has ended meanwhile), `PrivilegeMissing` (the first of the role's that the caller
     * lacks), `EmailTaken`.
     */
    readonly invite: (
      caller: Caller.Caller,
      person: Pick<NewUser, "email" | "name" | "role">
    ) => Effect.Effect<
      SentInvitation,
      PrivilegeMissing | SessionRequired | ConfirmationRequired | Unauthenticated | EmailTaken
    >
    /**
     * Sends a person another link, for a lost or expired one or a forgotten password. The earlier link ends.
     * Refuses, in this order: `PrivilegeMissing` (`user:write`), `UserNotFound` or `ConfirmationRequired` (for an owner or an
     * admin), `Unauthenticated`, `UserNotFound`, `PrivilegeMissing` (the first of the person's role that the caller lacks), `SessionRequired` (a key, about the person behind it, or where there is
     * no mail server), `PrivilegeMissing` (`organisation:write`, where there is no mail server and the person has a password),
     * `UserDeactivated`.
     */
    readonly renew: (
      caller: Caller.Caller,
      id: UserId
    ) => Effect.Effect<
      SentInvitation,
      PrivilegeMissing | SessionRequired | ConfirmationRequired | Unauthenticated | UserNotFound | UserDeactivated
    >
    /**
     * Sets the password of the invited person, and does not sign them in. A text with a wrong checksum is not looked up. Any
     * other reason for a refusal shows neither in the answer nor in the time that it takes.
     * Refuses: `InvitationRefused`.
     */
    readonly accept: (
      secret: Redacted.Redacted<string>,
      password: Redacted.Redacted<string>
    ) => Effect.Effect<{ readonly user: User; readonly organisation: Organisation }, InvitationRefused>
  }
>()("@formwork/domain/people/Invitations") {
  static readonly layer = Layer.effect(
    Invitations,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const mint = yield* minting
      const passwords = yield* PasswordHasher
      const prefixes = yield* TokenPrefixes
      const organisations = yield* OrganisationStore
      const store = yield* InvitationStore
      const mailer = yield* InvitationMailer
      const users = yield* UserStore
      const confirmed = yield* Confirmation.requiring
      const isShown = mailer === undefined

      const organisationOf = Effect.fnUntraced(function* (id: OrganisationId) {
        const organisation = yield* organisations.find(id)
        return Option.isSome(organisation)
          ? organisation.value
          : yield* Effect.die(new Error("the organisation of an invitation is gone"))
      })
      const deliver = Effect.fnUntraced(function* (
        organisationId: OrganisationId,
        { invitation, user }: Invited,
        { link, token }: Pick<InvitationMessage, "link" | "token">
      ): Effect.fn.Return<SentInvitation> {
        if (mailer === undefined) return { invitation, user, delivery: { by: "caller", token, link } }
        const organisation = yield* organisationOf(organisationId)
        const delivery: InvitationDelivery = yield* mailer.send({ invitation, organisation, user, token, link }).pipe(
          Effect.as({ by: "email" as const }),
          Effect.tapError(({ reason }) => Effect.logWarning("an invitation could not be sent", { reason })),
          Effect.catch(({ reason }) => Effect.succeed({ by: "nobody" as const, reason }))
        )
        return { invitation, user, delivery }
      })

      const invite = Effect.fn("Invitations.invite")(function* (
        caller: Caller.Caller,
        { email, name, role }: Pick<NewUser, "email" | "name" | "role">
      ) {
        yield* Caller.require(caller, "user:write")
        if (isShown && caller.credential.kind === "api_key") return yield* new SessionRequired({ reason: "invitation" })
        if (Confirmation.isPowerful(role)) yield* confirmed(caller)
        const id = UserId.make(yield* random.uuidV7())
        const minted = yield* mint(caller.organisationId)
        const invited = yield* store.invite(caller, { id, email, name, role }, { ...minted.stored, isShown })
        return yield* deliver(caller.organisationId, invited, minted)
      })
      const renew = Effect.fn("Invitations.renew")(function* (caller: Caller.Caller, id: UserId) {
        yield* Caller.require(caller, "user:write")
        yield* confirmed(
          caller,
          Effect.map(users.get(caller, id), ({ role }) => Confirmation.isPowerful(role))
        )
        const minted = yield* mint(caller.organisationId)
        const invited = yield* store.renew(caller, id, { ...minted.stored, isShown })
        return yield* deliver(caller.organisationId, invited, minted)
      })
      const accept = Effect.fn("Invitations.accept")(function* (
        secret: Redacted.Redacted<string>,
        password: Redacted.Redacted<string>
      ) {
        const token = Option.getOrUndefined(Token.parseInvitation(prefixes, secret))
        if (token === undefined) return yield* new InvitationRefused()
        const user = yield* store.accept(token, yield* passwords.hash(password))
        return { user, organisation: yield* organisationOf(token.organisationId) }
      })
      return Invitations.of({ invite, renew, accept })
    })
  )
}
