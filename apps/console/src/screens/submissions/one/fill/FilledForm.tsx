/** The form of a draft, to be filled on, and the why of one of its values below it. */
import type { RefObject } from "react"
import { useCallback, useRef, useState, useSyncExternalStore } from "react"
import { useMessages } from "../../../../messages/useMessages.ts"
import form from "../../../author/tryOut/FormPreview.module.css"
import { type OpenedForm, openFormIn } from "../../../author/tryOut/openFormIn.ts"
import { WhyStored } from "../values/WhyStored.tsx"
import styles from "./Fill.module.css"
import type { Filling } from "./useFilling.ts"

interface FilledFormProps {
  readonly filling: Filling
  readonly opened: RefObject<OpenedForm | null>
}

export const FilledForm = ({ filling: { engine, store }, opened }: FilledFormProps) => {
  const { fill: words } = useMessages().submission
  const { checked, evaluated } = useSyncExternalStore(engine.subscribe, engine.getSnapshot)
  const [why, setWhy] = useState<string>()
  const asked = useRef<Element>(null)
  const open = useCallback(
    (parent: HTMLDivElement) => {
      opened.current = openFormIn(parent, store, (pointer) => {
        asked.current = document.activeElement
        setWhy(pointer)
      })
      return () => {
        opened.current?.close()
        opened.current = null
      }
    },
    [opened, store]
  )
  const close = () => {
    setWhy(undefined)
    if (asked.current instanceof HTMLElement) asked.current.focus()
  }
  const run = { names: checked?.names ?? [], trace: evaluated?.trace ?? [] }
  return (
    <div className={styles.panes} data-open={why !== undefined}>
      <div className={styles.form}>
        <div className={form.form} role="group" aria-label={words.label} ref={open} />
      </div>
      {why !== undefined && <WhyStored key={why} run={run} pointer={why} onClose={close} />}
    </div>
  )
}
