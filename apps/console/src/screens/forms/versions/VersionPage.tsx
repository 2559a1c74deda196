/** One version: its definition, and how it differs from any other. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import type { Form, FormVersionSummary } from "@formwork/client/contract"
import { versionQuery, versionsQuery } from "../../../api/forms.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { CodeBlock } from "../../../parts/CodeBlock.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Facts } from "../../../parts/Facts.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Select } from "../../../parts/Select.tsx"
import { Queried } from "../../../parts/States.tsx"
import { When } from "../../../parts/When.tsx"
import { Compared } from "../changes/Compared.tsx"
import { useComparison } from "../definition/useComparison.ts"
import { FormFrame } from "../one/FormFrame.tsx"
import { PublishAgain } from "./PublishAgain.tsx"
import styles from "./Versions.module.css"

interface VersionProps {
  readonly form: Form
  readonly versionId: string
  /** Another version's id, or `draft`. Left out: the version before. */
  readonly compare: string | undefined
}

/** The version before, or the draft for the first version. */
const defaultOther = (all: ReadonlyArray<FormVersionSummary>, number: number): string =>
  all.find((version) => version.number < number)?.id ?? "draft"

const useWords = (all: ReadonlyArray<FormVersionSummary>) => {
  const { versions: words } = useMessages()
  return (id: string): string => {
    if (id === "draft") return words.draft
    const version = all.find((one) => one.id === id)
    if (version === undefined) return id
    return version.isLive ? words.liveVersion({ number: version.number }) : words.number({ number: version.number })
  }
}

interface ComparisonProps extends VersionProps {
  readonly all: ReadonlyArray<FormVersionSummary>
  readonly number: number
}

const Comparison = ({ all, compare, form: { id: formId }, number, versionId }: ComparisonProps) => {
  const { versions: words } = useMessages()
  const navigate = useNavigate()
  const wordsOf = useWords(all)
  const other = compare ?? defaultOther(all, number)
  // The earlier version stands on the side before, so that a later addition reads as added.
  const isOtherLater = other === "draft" || (all.find(({ id }) => id === other)?.number ?? 0) > number
  const [before, after] = isOtherLater ? [versionId, other] : [other, versionId]
  const comparison = useComparison(formId, before, after)
  const options = ["draft", ...all.map(({ id }) => id).filter((id) => id !== versionId)]
  return (
    <Section
      title={words.changes}
      description={words.changesTo({ from: wordsOf(before), to: wordsOf(after) })}
      actions={
        <div className={styles.with}>
          <Select
            label={words.compareWith}
            value={other}
            options={options.map((id) => ({ id, label: wordsOf(id) }))}
            onChange={(id) =>
              void navigate({
                to: "/forms/$formId/versions/$versionId",
                params: { formId, versionId },
                search: { compare: id },
                replace: true
              })
            }
          />
        </div>
      }
    >
      <Queried query={comparison} lines={4}>
        {(found) => <Compared comparison={found} />}
      </Queried>
    </Section>
  )
}

const Version = ({ compare, form, versionId }: VersionProps) => {
  const { definition: definitionWords, versions: words } = useMessages()
  const version = useQuery(versionQuery(form.id, versionId))
  const versions = useInfiniteQuery(versionsQuery(form.id))
  const all = versions.data?.pages.flatMap(({ items }) => items) ?? []
  const summary = all.find(({ id }) => id === versionId)
  return (
    <Queried query={version}>
      {({ definition, number }) => (
        <div className={styles.sections}>
          <Section
            title={words.number({ number })}
            description={form.liveVersionId === versionId ? words.isLive : undefined}
            actions={
              form.liveVersionId === versionId ? undefined : (
                <PublishAgain form={form} version={{ id: versionId, number }} label={words.goBack({ number })} />
              )
            }
          >
            {summary !== undefined && (
              <Facts
                facts={[
                  { label: words.published, value: <When at={summary.publishedAt} /> },
                  { label: words.by, value: <Foreign text={summary.publishedBy.name} isName /> },
                  ...(summary.note === null ? [] : [{ label: words.note, value: <Foreign text={summary.note} /> }])
                ]}
              />
            )}
          </Section>
          {versions.data !== undefined && (
            <Comparison form={form} versionId={versionId} compare={compare} all={all} number={number} />
          )}
          <CodeBlock
            label={definitionWords.source}
            text={JSON.stringify(definition, null, 2)}
            fileName={`${form.code}.${number}.json`}
          />
        </div>
      )}
    </Queried>
  )
}

interface VersionPageProps {
  readonly formId: string
  readonly versionId: string
  readonly compare: string | undefined
}

export const VersionPage = ({ compare, formId, versionId }: VersionPageProps) => (
  <FormFrame formId={formId}>{(form) => <Version form={form} versionId={versionId} compare={compare} />}</FormFrame>
)
