/** Dialogs, each behind a button. */
import { useState } from "react"
import { Button } from "../../parts/Button.tsx"
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { NameDialog } from "../../parts/NameDialog.tsx"
import { errors, long, strange } from "./sample.ts"
import { Shown } from "./Shown.tsx"

const parts = ["Dialog", "ConfirmDialog", "NameDialog"] as const

const refuse = (): Promise<never> => Promise.reject(errors.busy)

export const Overlays = () => {
  const [open, setOpen] = useState<(typeof parts)[number] | undefined>()
  const close = () => setOpen(undefined)
  return (
    <>
      {parts.map((part) => (
        <Shown key={part} part={part}>
          <Button onPress={() => setOpen(part)}>{`Open ${part}`}</Button>
        </Shown>
      ))}
      <Dialog
        title={strange}
        isOpen={open === "Dialog"}
        onClose={close}
        size="wide"
        actions={<Button onPress={close}>{parts[0]}</Button>}
      >
        {long}
      </Dialog>
      {open === "ConfirmDialog" && (
        <ConfirmDialog title={long} submit="Do it" isDanger onSubmit={refuse} onClose={close}>
          {long}
        </ConfirmDialog>
      )}
      {open === "NameDialog" && (
        <NameDialog
          title="Name"
          label="Name"
          description={long}
          name={strange}
          maxLength={100}
          submit="Do it"
          onSubmit={refuse}
          onClose={close}
        />
      )}
    </>
  )
}
