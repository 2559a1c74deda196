/** How the form is tried: while it is filled or as a complete payload, and on which day. */
import { table } from "../../../keys/table.ts"
import { useShortcut } from "../../../keys/useShortcut.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { TextField } from "../../../parts/TextField.tsx"
import { Toggles } from "../../../parts/Toggles.tsx"
import styles from "./TryOutHead.module.css"
import type { TryOutStore } from "./TryOutStore.ts"
import { useTryOut } from "./useTryOut.ts"

export const TryOutHead = ({ store }: { readonly store: TryOutStore }) => {
  const { shortcuts, tryOut } = useMessages()
  const { isComplete, today } = useTryOut(store)
  useShortcut("judge", () => store.setComplete(!store.getSnapshot().isComplete))
  const modes = (["filling", "complete"] as const).map((id) => ({ id, label: tryOut.modes[id] }))
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <Toggles
          label={tryOut.mode}
          options={modes}
          value={isComplete ? "complete" : "filling"}
          onChange={(mode) => store.setComplete(mode === "complete")}
        />
        <kbd className={styles.key} title={shortcuts.does.judge}>
          {table.judge.keys}
        </kbd>
        <div className={styles.day}>
          <TextField
            label={tryOut.today}
            type="date"
            value={today}
            onChange={(day) => day !== "" && store.setToday(day)}
          />
        </div>
      </div>
    </header>
  )
}
