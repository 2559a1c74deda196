/** What a report has, part by part. */
import type { SubmissionReport } from "@formwork/client/contract"
import type { Definition } from "@formwork/rules/Definition"
import { Link } from "@tanstack/react-router"
import { useMay } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { Bars } from "../../../parts/chart/Bars.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Empty } from "../../../parts/States.tsx"
import { signed } from "../../../parts/foreignText.ts"
import { civilDay } from "../../../time/dates.ts"
import type { Period } from "../period.ts"
import styles from "../reports.module.css"
import { ChoiceChart, isChosen } from "./ChoiceChart.tsx"
import { NumberChart } from "./NumberChart.tsx"
import { SpanChart } from "./SpanChart.tsx"
import { drawnDays } from "./spanAmounts.ts"
import { spansOf } from "./spans.ts"
import { useBarLinks } from "./useBarLinks.ts"
import type { BarLinks } from "./useBarLinks.ts"

interface SectionsProps {
  readonly report: SubmissionReport
  readonly period: Period
  readonly whole: Period
  /** Of the live version; undefined where these rules cannot read it. */
  readonly definition: Definition | undefined
}

interface PartProps extends Pick<SectionsProps, "report" | "definition"> {
  readonly links: BarLinks
}

const Total = ({ links, report }: Pick<PartProps, "links" | "report">) => {
  const { form: words } = useMessages().reports
  const maySee = useMay("submission:read")
  const drafts = report.states.find(({ state }) => state === "draft")?.count ?? 0
  return (
    <p className={styles.total}>
      <strong>{words.total({ n: report.total, drafts })}</strong>
      {links.whole !== undefined && <Link {...links.whole}>{words.list}</Link>}
      {!maySee && <span className={styles.quiet}>{words.lacking}</span>}
    </p>
  )
}

const Outcomes = ({ definition, links, report }: PartProps) => {
  const { form: words } = useMessages().reports
  const labels = new Map(definition?.fields.map(({ label, slug }) => [slug, label]))
  // The values differ from one submission to the next: in their places stand the names of their fields.
  const read = (message: string | undefined) =>
    message?.replaceAll(/\{([^{}]*)\}/gu, (_, inner: string) => `[${labels.get(inner.trim()) ?? "…"}]`)
  const messages = new Map(definition?.outcomes.map(({ id, message }) => [id, message]))
  return (
    <Section title={words.outcomes} description={words.outcomesWhy}>
      {report.outcomes.length === 0 ? (
        <p className={styles.quiet}>{words.noOutcomes}</p>
      ) : (
        <Bars
          label={words.outcomes}
          isPlain
          bars={report.outcomes.map(({ count, id }) => ({
            id,
            label: id,
            detail: read(messages.get(id)),
            amount: count,
            link: links.outcome(id)
          }))}
        />
      )}
    </Section>
  )
}

const Numbers = ({ definition, links, report }: PartProps) => {
  const { form: words } = useMessages().reports
  return (
    <Section title={words.numbers} description={words.numbersWhy}>
      {report.numbers.length === 0 ? (
        <p className={styles.quiet}>{words.noNumbers}</p>
      ) : (
        <div className={styles.fields}>
          {report.numbers.map((number) => (
            <NumberChart
              key={number.slug}
              number={number}
              field={definition?.fields.find(({ slug }) => slug === number.slug)}
              links={links}
            />
          ))}
        </div>
      )}
    </Section>
  )
}

const Choices = ({ definition, links, report }: PartProps) => {
  const { form: words } = useMessages().reports
  const fieldOf = (wanted: string) => definition?.fields.find(({ slug }) => slug === wanted)
  const never = report.choices.filter((choice) => !isChosen(choice))
  return (
    <Section title={words.choices} description={words.choicesWhy}>
      <div className={styles.fields}>
        {report.choices.filter(isChosen).map((choice) => (
          <ChoiceChart key={choice.slug} choice={choice} field={fieldOf(choice.slug)} links={links} />
        ))}
      </div>
      {never.length > 0 && (
        <p className={styles.quiet}>
          {words.notChosen({ fields: never.map(({ slug }) => signed(fieldOf(slug)?.label ?? slug)) })}
        </p>
      )}
    </Section>
  )
}

const Nothing = ({ period, report, whole }: Omit<SectionsProps, "definition">) => {
  const { common, reports } = useMessages()
  const { form: words } = reports
  const shown = (day: string) => civilDay(common.language, day)
  return (
    <Empty
      title={words.noneTitle}
      action={
        <ButtonLink to="/forms/$formId/report" params={{ formId: report.formId }} search={whole}>
          {words.whole}
        </ButtonLink>
      }
    >
      {words.none({ from: shown(period.from), to: shown(period.to) })}
    </Empty>
  )
}

export const Sections = ({ definition, period, report, whole }: SectionsProps) => {
  const { form: words } = useMessages().reports
  const links = useBarLinks(report, period)
  if (report.total === 0) return <Nothing report={report} period={period} whole={whole} />
  const part = { report, definition, links }
  return (
    <>
      <Total {...part} />
      <Section title={words.dayTitles[spansOf(drawnDays(report, period, whole)).unit]} description={words.dayWhy}>
        <SpanChart report={report} period={period} whole={whole} workflow={definition?.workflow.states ?? []} />
      </Section>
      <Outcomes {...part} />
      {report.numbers.length > 0 || definition?.fields.some((field) => "decimals" in field) === true ? (
        <Numbers {...part} />
      ) : null}
      {report.choices.length > 0 && <Choices {...part} />}
    </>
  )
}
