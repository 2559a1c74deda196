/** What is left to say of a submission that was just deleted. */
import { useEffect } from "react"
import { forgetSubmission } from "../../../../api/submission.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Page } from "../../../../parts/Page.tsx"
import { ListLink } from "../ListLink.tsx"

interface DeletedProps {
  readonly submissionId: string
  readonly reference: string
}

export const Deleted = ({ reference, submissionId }: DeletedProps) => {
  const { removal: words } = useMessages().submission
  useEffect(() => forgetSubmission(submissionId), [submissionId])
  return (
    <Page
      title={words.done({ reference })}
      heading={<Foreign text={words.done({ reference })} isName />}
      trail={<ListLink />}
    >
      <p>{words.doneWhy}</p>
    </Page>
  )
}
