/** Holds every way out of a draft that is not saved, until the person says that it may go. */
import { useBlocker } from "@tanstack/react-router"
import type { RefObject } from "react"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Dialog } from "../../../../parts/Dialog.tsx"

export const LeaveDialog = ({ isDirty }: { readonly isDirty: RefObject<boolean> }) => {
  const { fill: words } = useMessages().submission
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty.current,
    enableBeforeUnload: () => isDirty.current,
    withResolver: true
  })
  const stay = () => {
    if (blocker.status === "blocked") blocker.reset()
  }
  const leave = () => {
    isDirty.current = false
    if (blocker.status === "blocked") blocker.proceed()
  }
  return (
    <Dialog
      role="alertdialog"
      title={words.leaveTitle}
      isOpen={blocker.status === "blocked"}
      onClose={stay}
      actions={
        <>
          <Button onPress={stay} autoFocus>
            {words.stay}
          </Button>
          <Button look="danger" onPress={leave}>
            {words.leave}
          </Button>
        </>
      }
    >
      <p>{words.leaveWhy}</p>
    </Dialog>
  )
}
