/** The latest invitation of a person: its state, and when and by whom it was sent. */
import type { ListedInvitation, ListedUser } from "@formwork/client/contract"
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import type { Tone } from "../../../parts/Badge.tsx"
import { When } from "../../../parts/When.tsx"
import { useNow } from "../../../time/useNow.ts"
import { ActorName } from "../keys/ActorName.tsx"
import { invitationState } from "./standing.ts"
import styles from "./people.module.css"

const tones: { readonly [S in ListedInvitation["state"]]: Tone } = {
  pending: "info",
  accepted: "ok",
  expired: "warning",
  revoked: "neutral"
}

/** When its state began, or will end. */
const Since = ({ invitation, state }: { readonly invitation: ListedInvitation; readonly state: string }) => {
  const words = useMessages().people.invitation
  const { acceptedAt, expiresAt } = invitation
  if (state === "pending") {
    return (
      <span>
        {words.ends} <When at={expiresAt} />
      </span>
    )
  }
  const at = state === "accepted" ? acceptedAt : state === "expired" ? expiresAt : null
  return at === null ? null : <When at={at} />
}

export const InvitationFact = ({ person }: { readonly person: ListedUser }) => {
  const words = useMessages().people.invitation
  const now = useNow()
  const { invitation } = person
  if (invitation === null) return words.none
  const state = invitationState(invitation, now)
  const { createdAt, sender } = invitation
  return (
    <span className={styles.standing}>
      <Badge tone={tones[state]}>{words.states[state]}</Badge>
      <Since invitation={invitation} state={state} />
      <span className={styles.sent}>
        <span>
          {words.sent} <When at={createdAt} />
        </span>
        {sender !== null && sender.id !== person.id && (
          <>
            {words.by} <ActorName actor={sender} />
          </>
        )}
      </span>
    </span>
  )
}
