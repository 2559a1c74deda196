/** One submission: its values with their whys, its history, what was sent of it, and where it goes from here. */
import type { Submission } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { submissionQuery } from "../../../api/submission.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { lazily } from "../../../parts/lazily.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Queried } from "../../../parts/States.tsx"
import { Tabs } from "../../../parts/Tabs.tsx"
import { Actions } from "./Actions.tsx"
import { Described } from "./Described.tsx"
import { Documents } from "./documents/Documents.tsx"
import { History } from "./history/History.tsx"
import { ListLink } from "./ListLink.tsx"
import { Deleted } from "./removal/Deleted.tsx"
import { draft } from "./run/storedAt.ts"
import { SubmissionJson } from "./SubmissionJson.tsx"
import type { SubmissionSearch } from "./submissionSearch.ts"
import { Values } from "./values/Values.tsx"

const SubmissionAudit = lazily(async () => (await import("./audit/SubmissionAudit.tsx")).SubmissionAudit, true)
const Effects = lazily(async () => (await import("./effects/Effects.tsx")).Effects, true)
const FillDraft = lazily(async () => (await import("./fill/FillDraft.tsx")).FillDraft, true)

interface SubmissionPageProps {
  readonly submissionId: string
  readonly search: SubmissionSearch
}

export const SubmissionPage = (props: SubmissionPageProps) => {
  const [deleted, setDeleted] = useState<string>()
  if (deleted !== undefined) return <Deleted submissionId={props.submissionId} reference={deleted} />
  return <Existing {...props} onDeleted={setDeleted} />
}

interface ExistingProps extends SubmissionPageProps {
  readonly onDeleted: (reference: string) => void
}

const Existing = ({ onDeleted, search, submissionId }: ExistingProps) => {
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
        : {
            description: <Described submission={submission} />,
            actions: <Actions submission={submission} onDeleted={onDeleted} />
          })}
    >
      <Queried query={query} lines={12}>
        {(found) => <Parts submission={found} search={search} />}
      </Queried>
    </Page>
  )
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
        ...(submission.workflowState === draft || search.tab === "fill"
          ? [
              {
                id: "fill" as const,
                label: tabs.fill,
                content: <FillDraft submission={submission} onFiled={() => go({})} />
              }
            ]
          : []),
        { id: "history", label: tabs.history, content: <History submissionId={submission.id} /> },
        {
          id: "effects",
          label: tabs.effects,
          content: (
            <Effects
              submissionId={submission.id}
              open={search.effect}
              onOpen={(effect) => go({ tab: "effects", ...(effect === undefined ? {} : { effect }) })}
            />
          )
        },
        { id: "documents", label: tabs.documents, content: <Documents submissionId={submission.id} /> },
        { id: "json", label: tabs.json, content: <SubmissionJson submission={submission} /> },
        { id: "audit", label: tabs.audit, content: <SubmissionAudit submissionId={submission.id} /> }
      ]}
    />
  )
}
