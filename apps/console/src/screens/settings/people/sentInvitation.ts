/** An invitation that was just made, and how it gets to its person. */
import type { Invitation, User } from "@formwork/client/contract"
import { heldToken } from "../once/heldToken.ts"
import type { HeldToken } from "../once/heldToken.ts"

export interface SentInvitation {
  readonly user: User
  readonly expiresAt: string
  readonly delivery: Invitation["delivery"]
  /** Why the mail server did not accept it. */
  readonly reason: string | undefined
  /** The link, where the caller brings it. */
  readonly held: HeldToken | undefined
}

/**
 * The link is the server's own, or this console's where the server does not know its address.
 * @param consoleUrl `https://forms.example/console`
 */
export const sentInvitation = (invitation: Invitation, consoleUrl: string): SentInvitation => {
  const { delivery, expiresAt, link, reason, token, user } = invitation
  const given = link ?? (token === undefined ? undefined : `${consoleUrl}/invitation#${token}`)
  return { user, expiresAt, delivery, reason, held: given === undefined ? undefined : heldToken(given) }
}
