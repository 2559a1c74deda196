/** Asks before an action and says what it does. If the action is refused, the dialog stays open. */
import { useMutation } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useMessages } from "../messages/useMessages.ts"
import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"
import { Refused } from "./Refused.tsx"

interface ConfirmDialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly submit: string
  readonly isDanger?: boolean
  /** True until enough is entered in the dialog. */
  readonly isDisabled?: boolean
  readonly onSubmit: () => Promise<unknown>
  readonly onClose: () => void
}

export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { children, isDanger = false, isDisabled = false, onClose, onSubmit, submit, title } = props
  const { common } = useMessages()
  const act = useMutation({ mutationFn: onSubmit, onSuccess: onClose })
  const actions = (
    <>
      <Button onPress={onClose}>{common.cancel}</Button>
      <Button
        look={isDanger ? "danger" : "primary"}
        isPending={act.isPending}
        isDisabled={isDisabled}
        onPress={() => act.mutate()}
      >
        {submit}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isOpen onClose={onClose} role="alertdialog" actions={actions}>
      <Refused error={act.error} />
      {children}
    </Dialog>
  )
}
