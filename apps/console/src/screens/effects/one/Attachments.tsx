/** The documents of an e-mail, each with what became of it. */
import type { Effect } from "@formwork/client/contract"
import { Link } from "@tanstack/react-router"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { EffectState } from "../EffectState.tsx"
import { waitingFor } from "../waitingFor.ts"
import styles from "./Attachments.module.css"

export const Attachments = ({ effect }: { readonly effect: Effect }) => {
  const words = useMessages().effects.one
  return (
    <>
      <ul className={styles.list}>
        {effect.attachments.map(({ effectId, id, state }) => (
          <li key={id} className={styles.document}>
            <Link to="/effects/$effectId" params={{ effectId: id }}>
              <Foreign text={effectId} isName />
            </Link>
            <EffectState state={state} />
          </li>
        ))}
      </ul>
      {waitingFor(effect) !== "" && <p className={styles.quiet}>{words.waits}</p>}
    </>
  )
}
