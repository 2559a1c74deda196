/** The source, the faults in it, and what the form costs. */
import type { Authoring } from "../authoring/Authoring.ts"
import { CostBar } from "./CostBar.tsx"
import { FaultList } from "./FaultList.tsx"
import { SourceEditor } from "./SourceEditor.tsx"
import styles from "./SourcePane.module.css"

export const SourcePane = ({ authoring }: { readonly authoring: Authoring }) => (
  <div className={styles.pane}>
    <div className={styles.editor}>
      <SourceEditor authoring={authoring} />
    </div>
    <footer className={styles.foot}>
      <FaultList authoring={authoring} />
      <CostBar authoring={authoring} />
    </footer>
  </div>
)
