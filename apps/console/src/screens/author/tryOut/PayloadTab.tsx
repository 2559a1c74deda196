/** What is filled in, as JSON, both ways. */
import { useState } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { CopyButton } from "../../../parts/CopyButton.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { layOut } from "../document/layOut.ts"
import { whyUnread } from "../document/readText.ts"
import styles from "./PayloadTab.module.css"
import type { TryOutStore } from "./TryOutStore.ts"
import { useTryOut } from "./useTryOut.ts"

export const PayloadTab = ({ store }: { readonly store: TryOutStore }) => {
  const { common, source, tryOut } = useMessages()
  const { payload } = useTryOut(store)
  /** What is being typed, until it is JSON; then the payload is shown again. */
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState("")
  const type = (text: string) => {
    setTyped(text)
    const wrong = store.setPayload(text)
    if (wrong === undefined) setProblem("")
    else setProblem(wrong.kind === "notObject" ? tryOut.notObject : whyUnread(wrong, source.broken))
  }
  const [isEmpty, setEmpty] = useState(false)
  const fill = async () => {
    setTyped(undefined)
    setProblem("")
    setEmpty(!(await store.fill()))
  }
  const shown = typed ?? layOut(payload)
  return (
    <div className={styles.tab}>
      <div className={styles.actions}>
        <Button size="small" onPress={() => void fill()}>
          {tryOut.fill}
        </Button>
        <Button size="small" onPress={() => type("{}")}>
          {tryOut.clear}
        </Button>
        <CopyButton size="small" text={() => shown} label={common.copy} />
        {isEmpty && <span role="status">{tryOut.noExample}</span>}
      </div>
      <div className={styles.json}>
        <TextField
          label={tryOut.payload}
          value={shown}
          rows={18}
          problem={problem}
          onChange={type}
          onBlur={() => {
            if (problem === "") setTyped(undefined)
          }}
        />
      </div>
    </div>
  )
}
