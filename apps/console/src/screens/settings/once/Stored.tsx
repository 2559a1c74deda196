/** The button that ends a page which shows a secret once. Every other way out asks first. */
import { useBlocker } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { Button } from "../../../parts/Button.tsx"
import { Dialog } from "../../../parts/Dialog.tsx"
import type { HeldToken } from "./heldToken.ts"
import styles from "./once.module.css"

interface StoredProps {
  readonly held: HeldToken
  readonly words: {
    readonly stored: string
    readonly leaveTitle: string
    readonly leaveWhy: string
    readonly stay: string
  }
  /** Where the button leads, if no other way out was chosen. */
  readonly onLeave: () => void
}

/** Holds every way out until the person says that the secret is stored. */
const useLeaving = (onLeave: () => void) => {
  const isStored = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: () => !isStored.current,
    enableBeforeUnload: () => !isStored.current,
    withResolver: true
  })
  const leave = () => {
    isStored.current = true
    if (blocker.status === "blocked") blocker.proceed()
    else onLeave()
  }
  const stay = () => {
    if (blocker.status === "blocked") blocker.reset()
  }
  return { isAsking: blocker.status === "blocked", leave, stay }
}

export const Stored = ({ held, onLeave, words }: StoredProps) => {
  useEffect(() => held.hold(), [held])
  const { isAsking, leave, stay } = useLeaving(onLeave)
  const stored = (
    <Button look="primary" onPress={leave}>
      {words.stored}
    </Button>
  )
  return (
    <>
      <div className={styles.actions}>{stored}</div>
      <Dialog
        role="alertdialog"
        title={words.leaveTitle}
        isOpen={isAsking}
        onClose={stay}
        actions={
          <>
            <Button onPress={stay} autoFocus>
              {words.stay}
            </Button>
            {stored}
          </>
        }
      >
        <p>{words.leaveWhy}</p>
      </Dialog>
    </>
  )
}
