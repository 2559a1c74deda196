/** The form's latest submissions, to choose one. */
import { useInfiniteQuery } from "@tanstack/react-query"
import type { Submission } from "@formwork/client/contract"
import { latestSubmissionsQuery } from "../../../../api/submissions.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Dialog } from "../../../../parts/Dialog.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Refused } from "../../../../parts/Refused.tsx"
import { Queried } from "../../../../parts/States.tsx"
import { Table } from "../../../../parts/Table.tsx"
import { When } from "../../../../parts/When.tsx"

interface ChooseSubmissionProps {
  readonly formId: string
  readonly onChoose: (submission: Submission) => void
  readonly onClose: () => void
}

export const ChooseSubmission = ({ formId, onChoose, onClose }: ChooseSubmissionProps) => {
  const { common, tryOut } = useMessages()
  const { fromSubmission: words } = tryOut
  const latest = useInfiniteQuery(latestSubmissionsQuery(formId))
  return (
    <Dialog title={words.title} isOpen onClose={onClose} actions={<Button onPress={onClose}>{common.cancel}</Button>}>
      <Queried query={latest} lines={4}>
        {({ pages }) => (
          <>
            <Submissions submissions={pages.flatMap(({ items }) => items)} onChoose={onChoose} />
            <Refused error={latest.isFetchNextPageError ? latest.error : null} />
            {latest.hasNextPage && (
              <Button isPending={latest.isFetchingNextPage} onPress={() => void latest.fetchNextPage()}>
                {common.showMore}
              </Button>
            )}
          </>
        )}
      </Queried>
    </Dialog>
  )
}

interface SubmissionsProps {
  readonly submissions: ReadonlyArray<Submission>
  readonly onChoose: (submission: Submission) => void
}

const Submissions = ({ onChoose, submissions }: SubmissionsProps) => {
  const { fromSubmission: words } = useMessages().tryOut
  if (submissions.length === 0) return <p>{words.none}</p>
  return (
    <Table
      label={words.title}
      rows={submissions}
      rowId={({ id }) => id}
      columns={[
        {
          id: "reference",
          label: words.reference,
          cell: (submission) => (
            <Button size="small" look="plain" onPress={() => onChoose(submission)}>
              <Foreign text={submission.referenceNumber} />
            </Button>
          )
        },
        { id: "state", label: words.state, cell: ({ workflowState }) => <Foreign text={workflowState} /> },
        { id: "created", label: words.created, cell: ({ createdAt }) => <When at={createdAt} /> }
      ]}
    />
  )
}
