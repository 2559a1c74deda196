/** One of the form's latest submissions, to try the draft with what it holds. */
import type { Submission } from "@formwork/client/contract"
import { useState } from "react"
import { useMay } from "../../../../api/me.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { lazily } from "../../../../parts/lazily.tsx"

const ChooseSubmission = lazily(async () => (await import("./ChooseSubmission.tsx")).ChooseSubmission)

interface FromSubmissionProps {
  readonly formId: string
  readonly onChoose: (submission: Submission) => void
}

export const FromSubmission = ({ formId, onChoose }: FromSubmissionProps) => {
  const { fromSubmission: words } = useMessages().tryOut
  const [isOpen, setOpen] = useState(false)
  const mayRead = useMay("submission:read")
  return (
    <>
      <Button size="small" isDisabled={!mayRead} onPress={() => setOpen(true)}>
        {words.open}
      </Button>
      {isOpen && (
        <ChooseSubmission
          formId={formId}
          onClose={() => setOpen(false)}
          onChoose={(submission) => {
            onChoose(submission)
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
