/** Publishing: what is wrong, what changes, what becomes of stored submissions, and then the button. */
import { useInfiniteQuery } from "@tanstack/react-query"
import type { Form } from "@formwork/client/contract"
import { versionsQuery } from "../../../api/forms.ts"
import { useMay } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Failed, Loading, Queried } from "../../../parts/States.tsx"
import { Compared } from "../changes/Compared.tsx"
import { FormFrame } from "../one/FormFrame.tsx"
import { ChangesSection } from "./ChangesSection.tsx"
import { ExamplesSection } from "./ExamplesSection.tsx"
import { FaultsSection } from "./FaultsSection.tsx"
import { ImpactSection } from "./ImpactSection.tsx"
import { Published } from "./Published.tsx"
import { PublishForm } from "./PublishForm.tsx"
import { useBetween } from "./useBetween.ts"
import { useCheck, useFaults } from "./useFaults.ts"
import { useImpact } from "./useImpact.ts"
import { usePinnedDraft } from "./usePinnedDraft.ts"
import type { LookedAt } from "./usePinnedDraft.ts"
import styles from "./Publish.module.css"

interface SectionsProps {
  readonly form: Form
  readonly draft: LookedAt
  readonly isStale: boolean
  readonly onStale: () => void
}

/** Why there is no run over stored submissions. */
const useOff = (form: Form, faults: number | undefined): string | undefined => {
  const { impact: words } = useMessages().publish
  const needs = [
    { privilege: "form:write", isHeld: useMay("form:write") },
    { privilege: "submission:read", isHeld: useMay("submission:read") }
  ]
  const lacking = needs.filter(({ isHeld }) => !isHeld).map(({ privilege }) => privilege)
  if (form.liveVersionId === null) return words.first
  if (lacking.length > 0) return words.refused({ privileges: lacking.join(", ") })
  return faults !== undefined && faults > 0 ? words.faulty : undefined
}

const Sections = ({ draft, form, isStale, onStale }: SectionsProps) => {
  const { id: formId, liveVersionId } = form
  const mayPublish = useMay("form:publish")
  const faults = useFaults(formId, draft)
  const check = useCheck(formId, draft)
  const live = useBetween(formId, liveVersionId, draft)
  const versions = useInfiniteQuery(versionsQuery(formId))
  const compared = live?.data?.compared
  const breaking = compared?.kind === "changes" ? compared.changes.filter((change) => change.breaking).length : 0
  const off = useOff(form, faults.data?.length)
  const controls = useImpact({ formId, revision: draft.revision }, off === undefined && faults.data?.length === 0)
  const newest = versions.data?.pages[0]?.items[0]?.number ?? form.liveVersionNumber ?? 0
  return (
    <>
      <FaultsSection formId={formId} faults={faults} />
      <ChangesSection form={form} revision={draft.revision} comparison={live} breaking={breaking} />
      <ImpactSection formId={formId} controls={controls} off={off} />
      <ExamplesSection check={check} />
      <PublishForm
        form={form}
        draft={draft}
        nextNumber={newest + 1}
        onStale={onStale}
        found={{
          mayPublish,
          isStale,
          faults: faults.data?.length,
          breaking: live === undefined || live.data !== undefined ? breaking : undefined,
          impact: controls.impact,
          failed: faults.data !== undefined && faults.data.length > 0 ? 0 : check.data?.examples?.failed.length
        }}
      />
    </>
  )
}

/** What was saved since the revision that the person looked at. */
const Since = ({
  before,
  draft,
  formId
}: {
  readonly formId: string
  readonly before: LookedAt
  readonly draft: LookedAt
}) => {
  const { publish: words } = useMessages()
  const between = useBetween(formId, before, draft)
  if (between === undefined) return null
  return (
    <Section title={words.since({ revision: before.revision })}>
      <Queried query={between} lines={3}>
        {(found) => <Compared comparison={found} />}
      </Queried>
    </Section>
  )
}

const Draft = ({ form }: { readonly form: Form }) => {
  const { stale: words } = useMessages().publish
  const { before, draft, error, newer, refetch, showNewest } = usePinnedDraft(form.id)
  if (draft === undefined) {
    return error === null ? <Loading lines={8} /> : <Failed error={error} onRetry={() => void refetch()} />
  }
  return (
    <div className={styles.sections}>
      {newer !== undefined && (
        <Notice
          tone="warning"
          title={words.title({ revision: newer.revision })}
          actions={<Button onPress={showNewest}>{words.show({ revision: newer.revision })}</Button>}
        >
          <Foreign text={words.by({ name: newer.updatedBy?.name ?? "–", revision: draft.revision })} />
        </Notice>
      )}
      {before !== undefined && <Since formId={form.id} before={before} draft={draft} />}
      <Sections form={form} draft={draft} isStale={newer !== undefined} onStale={() => void refetch()} />
    </div>
  )
}

interface PublishProps {
  readonly formId: string
  /** The version that was just published. */
  readonly published: string | undefined
}

const PublishScreen = ({ form, published }: Pick<PublishProps, "published"> & { readonly form: Form }) => {
  const { publish: words } = useMessages()
  if (published !== undefined) return <Published form={form} versionId={published} />
  return form.archivedAt === null ? <Draft form={form} /> : <Notice tone="info">{words.archived}</Notice>
}

export const Publish = ({ formId, published }: PublishProps) => (
  <FormFrame formId={formId}>{(form) => <PublishScreen form={form} published={published} />}</FormFrame>
)
