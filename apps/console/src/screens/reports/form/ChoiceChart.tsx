/** How often each option of a choice was chosen. */
import type { SubmissionReport } from "@formwork/client/contract"
import type { Field } from "@formwork/rules/Definition"
import type { Messages } from "../../../messages/Messages.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Bars } from "../../../parts/chart/Bars.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { signed } from "../../../parts/foreignText.ts"
import styles from "../reports.module.css"
import type { BarLinks } from "./useBarLinks.ts"

type Choice = SubmissionReport["choices"][number]

interface ChoiceChartProps {
  readonly choice: Choice
  readonly field: Field | undefined
  readonly links: BarLinks
}

/** Whether anything was chosen. */
export const isChosen = ({ others, values }: Choice): boolean => others > 0 || values.some(({ count }) => count > 0)

const labelOf = (words: Messages["reports"]["form"], field: Field | undefined, value: string): string => {
  if (field?.type === "boolean") return value === "true" ? words.yes : words.no
  const options = field !== undefined && "options" in field ? field.options : []
  return options.find((option) => option.value === value)?.label ?? value
}

export const ChoiceChart = ({ choice, field, links }: ChoiceChartProps) => {
  const { form: words } = useMessages().reports
  const { others, slug, values } = choice
  const name = field?.label ?? slug
  return (
    <section className={styles.field} aria-label={signed(name)}>
      <h3 className={styles.name}>
        <Foreign text={name} isName />
      </h3>
      <Bars
        label={words.optionsOf({ name: signed(name) })}
        isPlain
        bars={[
          ...values.map(({ count, value }) => ({
            id: `option ${value}`,
            label: labelOf(words, field, value),
            amount: count,
            link: links.choice(field, value)
          })),
          // No condition speaks of values that are no options.
          ...(others === 0 ? [] : [{ id: "others", label: words.others, amount: others }])
        ]}
      />
    </section>
  )
}
