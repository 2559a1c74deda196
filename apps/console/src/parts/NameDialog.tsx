/** Asks for one line of text: a new thing's name, or another one. */
import { useMutation } from "@tanstack/react-query"
import { useId, useState } from "react"
import { Form } from "react-aria-components/Form"
import { useMessages } from "../messages/useMessages.ts"
import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"
import { Refused } from "./Refused.tsx"
import { TextField } from "./TextField.tsx"

interface NameDialogProps {
  readonly title: string
  readonly label: string
  readonly description?: string
  readonly name?: string
  readonly maxLength: number
  readonly submit: string
  /** If it refuses, what was entered stays. */
  readonly onSubmit: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

export const NameDialog = (props: NameDialogProps) => {
  const { description, label, maxLength, name: known = "", onClose, onSubmit, submit, title } = props
  const { common } = useMessages()
  const [name, setName] = useState(known)
  const form = useId()
  const save = useMutation({ mutationFn: () => onSubmit(name.trim()), onSuccess: onClose })
  const actions = (
    <>
      <Button onPress={onClose}>{common.cancel}</Button>
      <Button look="primary" type="submit" form={form} isPending={save.isPending} isDisabled={name.trim() === ""}>
        {submit}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isOpen onClose={onClose} actions={actions}>
      <Form
        id={form}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== "" && !save.isPending) save.mutate()
        }}
      >
        <Refused error={save.error} />
        <TextField
          label={label}
          description={description}
          autoFocus
          maxLength={maxLength}
          value={name}
          onChange={setName}
        />
      </Form>
    </Dialog>
  )
}
