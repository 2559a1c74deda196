/** What an organisation is founded with: its name, its owner, and how the owner gets in. */
import { Effect } from "effect"
import type { Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { OrganisationId, UserId } from "../callers/Ids.ts"
import { PasswordHasher } from "../credentials/PasswordHasher.ts"
import type { PasswordHash } from "../credentials/PasswordHasher.ts"
import type { TokenHasher } from "../credentials/TokenHasher.ts"
import type { Invitation } from "./Invitation.ts"
import type { NewInvitation } from "./InvitationStore.ts"
import { minting } from "./mintInvitation.ts"
import type { NewUser, Organisation } from "./Organisation.ts"

export interface Founder {
  readonly email: string
  readonly name: string
  /** Undefined: the person cannot sign in until they have a password. */
  readonly password?: Redacted.Redacted<string>
}

/** How the owner gets in: with a password, or with an invitation that sets one. */
type OwnerAccess = { readonly password: PasswordHash } | { readonly invitation: NewInvitation }

/** What a store needs to found an organisation. */
export interface Founding {
  readonly organisation: Organisation
  readonly owner: NewUser
  readonly access: OwnerAccess
}

/** The invitation of an organisation's owner. Its token is shown here and never again. */
export interface OwnerInvitation {
  readonly token: Redacted.Redacted<string>
  /** Undefined without an app's URL. */
  readonly link: Redacted.Redacted<string> | undefined
  readonly expiresAt: Invitation["expiresAt"]
}

/** What a store says of the owner's invitation once it is stored; undefined for an owner with a password. */
export type StoredInvitation = Invitation | undefined

/** Makes the function that prepares a founding, and shows the invitation once it is stored. */
export const preparing: Effect.Effect<
  (
    name: string,
    founder: Founder
  ) => Effect.Effect<{
    readonly founding: Founding
    readonly shown: (stored: StoredInvitation) => OwnerInvitation | undefined
  }>,
  never,
  SecureRandom.SecureRandom | PasswordHasher | TokenHasher
> = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const hasher = yield* PasswordHasher
  const mint = yield* minting
  return Effect.fnUntraced(function* (name: string, { email, name: person, password }: Founder) {
    const organisation = { id: OrganisationId.make(yield* random.uuidV7()), name }
    const owner: NewUser = { id: UserId.make(yield* random.uuidV7()), role: "owner", email, name: person }
    if (password !== undefined) {
      const access = { password: yield* hasher.hash(password) }
      return { founding: { organisation, owner, access }, shown: () => undefined }
    }
    const { link, stored, token } = yield* mint(organisation.id)
    return {
      founding: { organisation, owner, access: { invitation: { ...stored, isShown: true } } },
      shown: (kept: StoredInvitation) => (kept === undefined ? undefined : { token, link, expiresAt: kept.expiresAt })
    }
  })
})
