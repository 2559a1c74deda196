/** What the worst evaluation costs, of what is allowed, and which rules it goes to. */
import { memo } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import { useEngine } from "../authoring/useAuthoring.ts"
import type { RuleCost } from "../engine/Protocol.ts"
import styles from "./CostBar.module.css"

export const CostBar = ({ authoring }: { readonly authoring: Authoring }) => {
  const { workspace } = useMessages()
  const steps = useEngine(authoring, ({ checked }) => checked?.steps)
  if (steps === undefined || steps.total === 0) return null
  const share = Math.min(100, (100 * steps.total) / steps.most)
  return (
    <details className={styles.cost}>
      <summary className={styles.summary}>
        <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect className={styles.ground} width="100" height="6" rx="2" />
          <rect className={share < 80 ? styles.used : styles.much} width={Math.max(1, share)} height="6" rx="2" />
        </svg>
        <span>{workspace.cost(steps)}</span>
      </summary>
      <h3 className={styles.title}>{workspace.heaviest}</h3>
      <ul className={styles.rules}>
        {steps.heaviest.map((rule) => (
          <Heavy key={`${rule.pointer} ${rule.name}`} authoring={authoring} rule={rule} />
        ))}
      </ul>
    </details>
  )
}

const Heavy = memo(({ authoring, rule }: { readonly authoring: Authoring; readonly rule: RuleCost }) => {
  const { workspace } = useMessages()
  return (
    <li>
      <Button size="small" look="plain" onPress={() => authoring.reveal(rule)}>
        <bdi>{workspace.heavy(rule)}</bdi>
      </Button>
    </li>
  )
})
