/** What publishing changes for callers, and who they may be. */
import { useMessages } from "../../../messages/useMessages.ts"
import { Section } from "../../../parts/Section.tsx"
import { Queried } from "../../../parts/States.tsx"
import type { Form } from "@formwork/client/contract"
import { Compared } from "../changes/Compared.tsx"
import type { Comparison } from "../definition/useComparison.ts"
import { Callers } from "./Callers.tsx"

interface ComparisonQuery {
  readonly data: Comparison | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

interface ChangesSectionProps {
  readonly form: Form
  readonly revision: number
  /** Undefined where no version is live. */
  readonly comparison: ComparisonQuery | undefined
  readonly breaking: number
}

export const ChangesSection = ({ breaking, comparison, form, revision }: ChangesSectionProps) => {
  const { changes: words } = useMessages().publish
  if (comparison === undefined) {
    return (
      <Section title={words.title}>
        <p>{words.first}</p>
      </Section>
    )
  }
  return (
    <Section title={words.title} description={words.why({ number: form.liveVersionNumber ?? 0, revision })}>
      <Queried query={comparison} lines={4}>
        {(found) => <Compared comparison={found} />}
      </Queried>
      {breaking > 0 && <Callers formId={form.id} />}
    </Section>
  )
}
