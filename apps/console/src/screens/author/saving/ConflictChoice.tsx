/** One member that two people changed: how it was, and how each has it. */
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { type Conflict, ORDER } from "../document/merge/merge.ts"
import styles from "./Collision.module.css"

interface ConflictChoiceProps {
  readonly conflict: Conflict
  readonly chosen: "mine" | "theirs" | undefined
  readonly onChoose: (side: "mine" | "theirs") => void
}

const Value = ({ json }: { readonly json: string | undefined }) => {
  const { gone } = useMessages().saving.collision
  return json === undefined ? (
    <em className={styles.gone}>{gone}</em>
  ) : (
    <pre className={styles.value}>
      <Foreign text={json} />
    </pre>
  )
}

export const ConflictChoice = ({ chosen, conflict, onChoose }: ConflictChoiceProps) => {
  const words = useMessages().saving.collision
  const path = conflict.path.map((step) => (step === ORDER ? words.order : step)).join(" · ") || words.form
  return (
    <fieldset className={styles.conflict}>
      <legend className={styles.path}>
        <Foreign text={path} />
      </legend>
      <div className={styles.sides}>
        <div className={styles.side}>
          <span className={styles.who}>{words.ancestor}</span>
          <Value json={conflict.ancestor} />
        </div>
        {(["mine", "theirs"] as const).map((side) => (
          <label key={side} className={styles.side} data-chosen={chosen === side}>
            <span className={styles.who}>
              <input
                type="radio"
                className={styles.radio}
                name={conflict.id}
                checked={chosen === side}
                onChange={() => onChoose(side)}
              />
              {words[side]}
            </span>
            <Value json={conflict[side]} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
