/** The form itself, and the why of one of its values below it. */
import { useCallback, useRef, useState } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { lazily } from "../../../parts/lazily.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import styles from "./FormPreview.module.css"
import { openFormIn } from "./openFormIn.ts"
import { pretendedFiles } from "./pretendedFiles.ts"
import type { TryOutStore } from "./TryOutStore.ts"

const WhyPanel = lazily(async () => (await import("./WhyPanel.tsx")).WhyPanel)

interface FormPreviewProps {
  readonly authoring: Authoring
  readonly store: TryOutStore
}

export const FormPreview = ({ authoring, store }: FormPreviewProps) => {
  const { tryOut } = useMessages()
  const [why, setWhy] = useState<string>()
  const asked = useRef<Element>(null)
  const open = useCallback(
    (parent: HTMLDivElement) => {
      const form = openFormIn(parent, store, pretendedFiles(), (pointer) => {
        asked.current = document.activeElement
        setWhy(pointer)
      })
      authoring.focusControl = form.focus
      return () => {
        authoring.focusControl = undefined
        form.close()
      }
    },
    [authoring, store]
  )
  const close = () => {
    setWhy(undefined)
    if (asked.current instanceof HTMLElement) asked.current.focus()
  }
  return (
    <>
      <div className={styles.form} role="group" aria-label={tryOut.form} ref={open} />
      {why !== undefined && <WhyPanel key={why} authoring={authoring} pointer={why} onClose={close} />}
    </>
  )
}
