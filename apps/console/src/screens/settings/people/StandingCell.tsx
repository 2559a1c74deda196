/** Whether a person can sign in; of one who was invited and has not come yet, what became of the invitation. */
import type { ListedUser } from "@formwork/client/contract"
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import type { Tone } from "../../../parts/Badge.tsx"
import { When } from "../../../parts/When.tsx"
import { useNow } from "../../../time/useNow.ts"
import { SendAgain } from "./SendAgain.tsx"
import { standing } from "./standing.ts"
import type { Standing } from "./standing.ts"
import styles from "./people.module.css"

const tones: { readonly [S in Standing]: Tone } = {
  active: "ok",
  deactivated: "neutral",
  pending: "info",
  expired: "warning",
  revoked: "neutral"
}

export const StandingCell = ({ person }: { readonly person: ListedUser }) => {
  const { invitation: words, states } = useMessages().people
  const state = standing(person, useNow())
  const { invitation } = person
  return (
    <span className={styles.standing}>
      <Badge tone={tones[state]}>{states[state]}</Badge>
      {state === "pending" && invitation !== null && (
        <span className={styles.quiet}>
          {words.ends} <When at={invitation.expiresAt} />
        </span>
      )}
      {state !== "active" && state !== "deactivated" && <SendAgain person={person} />}
    </span>
  )
}
