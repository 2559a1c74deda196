/** Gives a field another name, everywhere at once. */
import { useState } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Dialog } from "../../../parts/Dialog.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import { ownName } from "../engine/ownName.ts"
import type { FieldName } from "../engine/Protocol.ts"
import styles from "./RenameDialog.module.css"

interface RenameDialogProps {
  readonly authoring: Authoring
  readonly field: FieldName
  readonly onClose: () => void
}

export const RenameDialog = ({ authoring, field, onClose }: RenameDialogProps) => {
  const { common, source } = useMessages()
  const before = ownName(field)
  const [slug, setSlug] = useState(before)
  const [problem, setProblem] = useState("")
  const rename = async () => {
    const refused = await authoring.rename(field.pointer, slug)
    if (refused === undefined) onClose()
    else setProblem(refused)
  }
  return (
    <Dialog
      title={source.rename.title({ name: before })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" onPress={() => void rename()}>
            {source.rename.submit}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void rename()
        }}
      >
        <TextField
          label={source.rename.name}
          description={source.rename.why}
          value={slug}
          problem={problem}
          autoFocus
          onChange={(next) => {
            setSlug(next)
            setProblem("")
          }}
        />
      </form>
    </Dialog>
  )
}
