/** Keeps a submission as a case of its form: asks for a name, says what the case is, and then where it stands. */
import type { Submission } from "@formwork/client/contract"
import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { examplesQuery, keepSubmission } from "../../../../api/examples.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Dialog } from "../../../../parts/Dialog.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Refused } from "../../../../parts/Refused.tsx"
import { ExampleName, useExampleName } from "../../../author/tryOut/examples/ExampleName.tsx"

interface KeepAsCaseProps {
  readonly submission: Submission
  readonly onClose: () => void
}

export const KeepAsCase = ({ onClose, submission }: KeepAsCaseProps) => {
  const { common, submission: words, tryOut } = useMessages()
  const { formId, referenceNumber } = submission
  const [typed, setTyped] = useState(referenceNumber)
  const others = useQuery(examplesQuery(formId)).data?.examples ?? []
  const { name, problem } = useExampleName(
    typed,
    others.map((one) => one.name)
  )
  const keep = useMutation({ mutationFn: () => keepSubmission(submission, name) })
  if (keep.isSuccess) return <Kept formId={formId} name={name} onClose={onClose} />
  const isReady = name !== "" && problem === ""
  const submit = () => {
    if (isReady && !keep.isPending) keep.mutate()
  }
  return (
    <Dialog
      title={words.keep.title({ reference: referenceNumber })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button look="primary" isPending={keep.isPending} isDisabled={!isReady} onPress={submit}>
            {tryOut.examples.keepSubmit}
          </Button>
        </>
      }
    >
      <Refused error={keep.error} />
      <p>{words.keep.what}</p>
      <p>{words.keep.copy}</p>
      <ExampleName typed={typed} problem={problem} onType={setTyped} onSubmit={submit} />
    </Dialog>
  )
}

interface KeptProps {
  readonly formId: string
  readonly name: string
  readonly onClose: () => void
}

const Kept = ({ formId, name, onClose }: KeptProps) => {
  const { common, submission: words } = useMessages()
  return (
    <Dialog
      title={words.keep.done}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{common.close}</Button>}
    >
      <p role="status">
        <Foreign text={words.keep.where({ name })} />
      </p>
      <p>
        <Link to="/forms/$formId/edit" params={{ formId }} search={{ view: "structure", try: true }}>
          {words.keep.open}
        </Link>
      </p>
    </Dialog>
  )
}
