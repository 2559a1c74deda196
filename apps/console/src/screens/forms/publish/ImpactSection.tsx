/** What the draft would do to submissions that are stored. */
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Select } from "../../../parts/Select.tsx"
import { Loading } from "../../../parts/States.tsx"
import { ImpactFound } from "./ImpactFound.tsx"
import { limits } from "./useImpact.ts"
import type { useImpact } from "./useImpact.ts"
import styles from "./Publish.module.css"

interface ImpactSectionProps {
  readonly formId: string
  readonly controls: ReturnType<typeof useImpact>
  /** Why there is no run, in a sentence. */
  readonly off: string | undefined
  /** What is evaluated, in a sentence; by default the draft of the form. */
  readonly why?: string
  /** Whether a run that is not wanted can be left out. */
  readonly mayBeSkipped?: boolean
}

const LimitSelect = ({ limit, setLimit }: ImpactSectionProps["controls"]) => {
  const { impact: words } = useMessages().publish
  return (
    <Select
      label={words.limit}
      value={String(limit)}
      options={limits.map((n) => ({ id: String(n), label: words.option({ n }) }))}
      onChange={(id) => {
        const chosen = limits.find((n) => String(n) === id)
        if (chosen !== undefined) setLimit(chosen)
      }}
    />
  )
}

const ImpactBody = ({ controls, formId }: Pick<ImpactSectionProps, "controls" | "formId">) => {
  const { impact: words } = useMessages().publish
  const { again, impact } = controls
  const retry = <Button onPress={again}>{words.again}</Button>
  switch (impact.kind) {
    case "off":
      return null
    case "skipped":
      return (
        <Notice tone="warning" actions={<Button onPress={again}>{words.unskip}</Button>}>
          {words.skipped}
        </Notice>
      )
    case "starting":
      return <Loading lines={2} />
    case "refused":
      return impact.isBusy ? (
        <Notice tone="warning" actions={retry}>
          {words.busy}
        </Notice>
      ) : (
        <Refused error={impact.error} actions={retry} />
      )
    case "run":
      return <ImpactFound formId={formId} run={impact.run} retry={retry} />
  }
}

export const ImpactSection = ({ controls, formId, mayBeSkipped = true, off, why }: ImpactSectionProps) => {
  const { impact: words } = useMessages().publish
  const { impact, skip } = controls
  const isRunning = impact.kind === "starting" || (impact.kind === "run" && impact.run.state === "running")
  const canSkip = mayBeSkipped && (isRunning || impact.kind === "refused")
  return (
    <Section
      title={words.title}
      description={off ?? why ?? words.why}
      actions={
        off === undefined && impact.kind !== "skipped" ? (
          <div className={styles.controls}>
            {!isRunning && <LimitSelect {...controls} />}
            {canSkip && <Button onPress={skip}>{words.skip}</Button>}
          </div>
        ) : undefined
      }
    >
      <ImpactBody formId={formId} controls={controls} />
    </Section>
  )
}
