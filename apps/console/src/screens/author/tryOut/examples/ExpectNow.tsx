/** Takes what an example gives with the draft as what is expected of it. */
import { changeExamples } from "../../../../api/examples.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { ConfirmDialog } from "../../../../parts/ConfirmDialog.tsx"
import { expectationOf, type FormParts, membersOf } from "./expected.ts"
import type { RunExample } from "./useExamples.ts"

interface ExpectNowProps {
  readonly formId: string
  readonly run: RunExample
  readonly form: FormParts
  readonly onClose: () => void
}

export const ExpectNow = ({ form, formId, onClose, run: { example, result } }: ExpectNowProps) => {
  const { examples: words } = useMessages().tryOut
  const { name } = example
  const save = async (): Promise<void> => {
    if (result === undefined) return
    const expect = expectationOf(result, form, membersOf(example.expect))
    await changeExamples(formId, (all) => all.map((one) => (one.name === name ? { ...one, expect } : one)))
  }
  return (
    <ConfirmDialog title={words.expectTitle({ name })} submit={words.expectSubmit} onClose={onClose} onSubmit={save}>
      <p>{words.expectWhy}</p>
    </ConfirmDialog>
  )
}
