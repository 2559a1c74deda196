/** The effects that would fire for the payload, and what they would send. Nothing is sent. */
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import type { EffectShown } from "../engine/Protocol.ts"
import { useEngine } from "../authoring/useAuthoring.ts"
import { Sent } from "../../effects/one/Sent.tsx"
import styles from "./EffectsTab.module.css"

export const EffectsTab = ({ authoring }: { readonly authoring: Authoring }) => {
  const { tryOut } = useMessages()
  const effects = useEngine(authoring, ({ evaluated }) => evaluated?.effects) ?? []
  return (
    <div className={styles.tab}>
      <p className={styles.quiet}>{tryOut.effects.nothingSent}</p>
      {effects.length === 0 && <p>{tryOut.effects.none}</p>}
      {effects.map((effect) => (
        <Effect key={effect.id} effect={effect} />
      ))}
    </div>
  )
}

const Effect = ({ effect: { content, id, on } }: { readonly effect: EffectShown }) => {
  const { effects, tryOut } = useMessages()
  return (
    <section className={styles.effect} aria-label={id}>
      <h3 className={styles.title}>
        <Foreign text={id} isName /> <span className={styles.quiet}>{effects.head({ kind: content?.kind, on })}</span>
      </h3>
      {content === undefined ? <p>{tryOut.effects.noRecipient}</p> : <Sent content={content} />}
    </section>
  )
}
