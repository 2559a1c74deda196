/** One submission: its values with their whys, its history, what was sent of it, and where it goes from here. */
import type { Submission } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { submissionQuery } from "../../../api/submission.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Queried } from "../../../parts/States.tsx"
import { Tabs } from "../../../parts/Tabs.tsx"
import { Described } from "./Described.tsx"
import { History } from "./history/History.tsx"
import { ListLink } from "./ListLink.tsx"
import { useStoredRun } from "./run/useStoredRun.ts"
import type { SubmissionSearch } from "./submissionSearch.ts"
import { Transitions } from "./transitions/Transitions.tsx"
import { Values } from "./values/Values.tsx"

interface SubmissionPageProps {
  readonly submissionId: string
  readonly search: SubmissionSearch
}

export const SubmissionPage = ({ search, submissionId }: SubmissionPageProps) => {
  const { submission: words } = useMessages()
  const query = useQuery(submissionQuery(submissionId))
  const submission = query.data
  return (
    <Page
      title={submission?.referenceNumber ?? words.title}
      heading={submission === undefined ? words.title : <Foreign text={submission.referenceNumber} isName />}
      trail={<ListLink />}
      {...(submission === undefined
        ? {}
        : { description: <Described submission={submission} />, actions: <Actions submission={submission} /> })}
    >
      <Queried query={query} lines={12}>
        {(found) => <Parts submission={found} search={search} />}
      </Queried>
    </Page>
  )
}

const Actions = ({ submission }: { readonly submission: Submission }) => {
  const { move } = useMessages().submission
  const { run, version } = useStoredRun(submission)
  if (run.data === null || (version.isError && version.data === undefined)) return <p>{move.unknown}</p>
  return run.data === undefined ? null : <Transitions submission={submission} run={run.data} />
}

interface PartsProps {
  readonly submission: Submission
  readonly search: SubmissionSearch
}

const Parts = ({ search, submission }: PartsProps) => {
  const { tabs } = useMessages().submission
  const navigate = useNavigate({ from: "/submissions/$submissionId" })
  const go = (next: SubmissionSearch) => void navigate({ search: next, replace: true, resetScroll: false })
  return (
    <Tabs
      label={tabs.label}
      chosen={search.tab ?? "values"}
      onChoose={(tab) => go(tab === "values" ? {} : { tab })}
      tabs={[
        {
          id: "values",
          label: tabs.values,
          content: (
            <Values submission={submission} why={search.why} onWhy={(why) => go(why === undefined ? {} : { why })} />
          )
        },
        { id: "history", label: tabs.history, content: <History submissionId={submission.id} /> }
      ]}
    />
  )
}
