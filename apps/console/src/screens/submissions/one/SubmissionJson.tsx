/** A submission as the API gives it. */
import type { Submission } from "@formwork/client/contract"
import { useMessages } from "../../../messages/useMessages.ts"
import { CodeBlock } from "../../../parts/CodeBlock.tsx"

export const SubmissionJson = ({ submission }: { readonly submission: Submission }) => {
  const { submission: words } = useMessages()
  return (
    <CodeBlock
      label={words.json({ id: submission.id })}
      text={JSON.stringify(submission, null, 2)}
      fileName={`${submission.referenceNumber}.json`}
    />
  )
}
