/** Making an invitation: its token, and what a store keeps of it. */
import { Effect, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import type { OrganisationId } from "../callers/Ids.ts"
import * as Token from "../credentials/Token.ts"
import { TokenPrefixes } from "../credentials/Token.ts"
import { TokenHasher } from "../credentials/TokenHasher.ts"
import { InvitationId, InvitationPolicy } from "./Invitation.ts"
import type { NewInvitation } from "./InvitationStore.ts"

interface MintedInvitation {
  readonly token: Redacted.Redacted<string>
  /** Undefined without an `appUrl`. */
  readonly link: Redacted.Redacted<string> | undefined
  readonly stored: Omit<NewInvitation, "isShown">
}

/** Makes the function that makes an invitation to an organisation. */
export const minting: Effect.Effect<
  (organisationId: OrganisationId) => Effect.Effect<MintedInvitation>,
  never,
  SecureRandom.SecureRandom | TokenHasher
> = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const hasher = yield* TokenHasher
  const prefixes = yield* TokenPrefixes
  const policy = yield* InvitationPolicy
  return Effect.fnUntraced(function* (organisationId: OrganisationId) {
    const id = InvitationId.make(yield* random.uuidV7())
    const { text: token, ...rest } = yield* Token.mint(prefixes, "invitation", organisationId, id).pipe(
      Effect.provideService(SecureRandom.SecureRandom, random)
    )
    // An app may know only later where it is.
    const { appUrl, lifetime } = policy
    // In the fragment: browsers do not send it, so no server on the way logs it.
    const link =
      appUrl === undefined
        ? undefined
        : Redacted.make(`${appUrl}/invitation#${Redacted.value(token)}`, { label: "token" })
    return { token, link, stored: { id, lifetime, hash: yield* hasher.hash({ ...rest, text: token }) } }
  })
})
