/** What a caller would get. */
import { useMessages } from "../../../messages/useMessages.ts"
import { CopyButton } from "../../../parts/CopyButton.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import { layOut } from "../document/layOut.ts"
import { useEngine } from "../authoring/useAuthoring.ts"
import styles from "./ResultTab.module.css"

export const ResultTab = ({ authoring }: { readonly authoring: Authoring }) => {
  const { tryOut } = useMessages()
  const result = useEngine(authoring, ({ evaluated }) => evaluated?.result)
  if (result === undefined) return <p>{tryOut.nothing}</p>
  const json = layOut(JSON.stringify(result))
  return (
    <div className={styles.tab}>
      <CopyButton size="small" text={() => json} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard */}
      <pre className={styles.json} tabIndex={0} aria-label={tryOut.tabs.result}>
        <Foreign text={json} />
      </pre>
    </div>
  )
}
