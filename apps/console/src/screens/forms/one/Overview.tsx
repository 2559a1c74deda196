/** One form: what is live, what its draft would change, how it is called, and how much it was. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import type { Form } from "@formwork/client/contract"
import { savedDraftQuery, schemaQuery, versionsQuery } from "../../../api/forms.ts"
import { useMay } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { CodeBlock } from "../../../parts/CodeBlock.tsx"
import { Facts } from "../../../parts/Facts.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Queried } from "../../../parts/States.tsx"
import { When } from "../../../parts/When.tsx"
import { draftDiffers } from "../FormState.tsx"
import { useComparison } from "../definition/useComparison.ts"
import { curlOf } from "./command.ts"
import { FormFrame } from "./FormFrame.tsx"
import { RunExample } from "./RunExample.tsx"
import { Week } from "./Week.tsx"
import styles from "./Overview.module.css"

interface FormProps {
  readonly form: Form
}

const LiveFacts = ({ form }: FormProps) => {
  const { facts } = useMessages().forms
  const versions = useInfiniteQuery(versionsQuery(form.id))
  const draft = useQuery(savedDraftQuery(form.id))
  const live = versions.data?.pages.flatMap(({ items }) => items).find(({ isLive }) => isLive)
  return (
    <Facts
      facts={[
        ...(live === undefined
          ? []
          : [
              {
                label: facts.published,
                value: (
                  <>
                    <When at={live.publishedAt} /> <Foreign text={facts.publishedBy({ name: live.publishedBy.name })} />
                  </>
                )
              },
              ...(live.note === null ? [] : [{ label: facts.note, value: <Foreign text={live.note} /> }])
            ]),
        {
          label: facts.draft,
          value: (
            <>
              {facts.revision({ revision: form.draftRevision })}
              {draft.data !== undefined && (
                <>
                  , <When at={draft.data.updatedAt} />{" "}
                  <Foreign text={facts.publishedBy({ name: draft.data.updatedBy?.name ?? "–" })} />
                </>
              )}
            </>
          )
        }
      ]}
    />
  )
}

/** What publishing would change, in a line. */
const Difference = ({ form, versionId }: FormProps & { readonly versionId: string }) => {
  const { draft: words } = useMessages().forms
  const comparison = useComparison(form.id, versionId, "draft")
  return (
    <Queried query={comparison} lines={1}>
      {({ compared }) => {
        if (compared.kind === "faults") return <p>{words.faults({ n: compared.faults.length })}</p>
        const breaking = compared.changes.filter((change) => change.breaking).length
        return (
          <p>
            {words.changes({ n: compared.changes.length })} {breaking > 0 && words.breaking({ n: breaking })}
          </p>
        )
      }}
    </Queried>
  )
}

const DraftSection = ({ form }: FormProps) => {
  const { actions, draft: words } = useMessages().forms
  const { id: formId, liveVersionId } = form
  const publish = (
    <ButtonLink to="/forms/$formId/publish" params={{ formId }} look="primary">
      {actions.publish}
    </ButtonLink>
  )
  const differs = liveVersionId === null || draftDiffers(form)
  return (
    <Section title={words.title} actions={differs && form.archivedAt === null ? publish : undefined}>
      {liveVersionId === null && <p>{form.archivedAt === null ? words.never : words.archived}</p>}
      {liveVersionId !== null && !differs && <p>{words.same}</p>}
      {liveVersionId !== null && differs && <Difference form={form} versionId={liveVersionId} />}
      <LiveFacts form={form} />
    </Section>
  )
}

const CallSection = ({ form }: FormProps) => {
  const { call } = useMessages().forms
  const schema = useQuery({ ...schemaQuery(form.id), enabled: form.liveVersionId !== null })
  if (form.liveVersionId === null) return null
  return (
    <Section title={call.title} description={call.why}>
      <Queried query={schema} lines={4}>
        {({ example }) => (
          <>
            {example === null && <p>{call.noExample}</p>}
            <CodeBlock label={call.command} text={curlOf(location.origin, form.id, "evaluate", example)} />
            <RunExample formId={form.id} example={example} />
          </>
        )}
      </Queried>
    </Section>
  )
}

export const Overview = ({ formId }: { readonly formId: string }) => {
  const mayReport = useMay("report:read")
  return (
    <FormFrame formId={formId}>
      {(form) => (
        <div className={styles.sections}>
          <DraftSection form={form} />
          <CallSection form={form} />
          {mayReport && form.liveVersionNumber !== null && <Week form={form} />}
        </div>
      )}
    </FormFrame>
  )
}
