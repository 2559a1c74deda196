/** The name of an example, which no other of the form has. */
import { Form } from "react-aria-components/Form"
import { useMessages } from "../../../../messages/useMessages.ts"
import { TextField } from "../../../../parts/TextField.tsx"

/** As the server has it. */
const MOST = 100

/** @param others names that are taken. */
export const useExampleName = (typed: string, others: ReadonlyArray<string>) => {
  const { examples: words } = useMessages().tryOut
  const name = typed.trim()
  return { name, problem: others.includes(name) ? words.taken : "" }
}

interface ExampleNameProps {
  readonly typed: string
  readonly problem: string
  readonly onType: (typed: string) => void
  readonly onSubmit: () => void
}

export const ExampleName = ({ onSubmit, onType, problem, typed }: ExampleNameProps) => {
  const { examples: words } = useMessages().tryOut
  return (
    <Form
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <TextField label={words.name} value={typed} problem={problem} maxLength={MOST} autoFocus onChange={onType} />
    </Form>
  )
}
