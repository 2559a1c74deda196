/** Gives an example another name. */
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { changeExamples } from "../../../../api/examples.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Dialog } from "../../../../parts/Dialog.tsx"
import { ExampleName, useExampleName } from "./ExampleName.tsx"
import { Refused } from "../../../../parts/Refused.tsx"

interface RenameExampleProps {
  readonly formId: string
  readonly name: string
  /** Of all examples. */
  readonly names: ReadonlyArray<string>
  readonly onClose: () => void
}

export const RenameExample = ({ formId, name: before, names, onClose }: RenameExampleProps) => {
  const { common, tryOut } = useMessages()
  const { examples: words } = tryOut
  const [typed, setTyped] = useState(before)
  const { name, problem } = useExampleName(
    typed,
    names.filter((one) => one !== before)
  )
  const rename = useMutation({
    mutationFn: () => changeExamples(formId, (all) => all.map((one) => (one.name === before ? { ...one, name } : one))),
    onSuccess: onClose
  })
  const submit = () => {
    if (name !== "" && problem === "" && !rename.isPending) rename.mutate()
  }
  return (
    <Dialog
      title={words.renameTitle({ name: before })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button
            look="primary"
            isPending={rename.isPending}
            isDisabled={name === "" || problem !== ""}
            onPress={submit}
          >
            {words.rename}
          </Button>
        </>
      }
    >
      <Refused error={rename.error} />
      <ExampleName typed={typed} problem={problem} onType={setTyped} onSubmit={submit} />
    </Dialog>
  )
}
