/** The differences from the live version, those that break callers first. */
import type { Comparison } from "@formwork/rules/Comparison"
import { useMessages } from "../../messages/useMessages.ts"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Foreign } from "../../parts/Foreign.tsx"
import styles from "./Changes.module.css"

interface ChangesDialogProps {
  readonly changes: Comparison["changes"]
  readonly onClose: () => void
}

export const ChangesDialog = ({ changes, onClose }: ChangesDialogProps) => {
  const { common, workspace } = useMessages()
  const ordered = changes.toSorted((a, b) => Number(b.breaking) - Number(a.breaking))
  return (
    <Dialog
      title={workspace.changesTitle}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{common.close}</Button>}
    >
      <ul className={styles.changes}>
        {ordered.map((change) => (
          <li key={`${change.subject} ${change.name} ${change.member ?? ""} ${change.change}`}>
            <Foreign text={workspace.change(change)} />{" "}
            {change.breaking && <Badge tone="warning">{workspace.breaking}</Badge>}
            {change.why !== undefined && (
              <p className={styles.why}>
                <Foreign text={change.why} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
