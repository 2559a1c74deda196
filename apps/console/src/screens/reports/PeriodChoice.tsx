/** Which days a report is about: the last so many, or from one day to another. */
import { useMessages } from "../../messages/useMessages.ts"
import { TextField } from "../../parts/TextField.tsx"
import { Toggles } from "../../parts/Toggles.tsx"
import { useTyped } from "../forms/list/useTyped.ts"
import type { Period } from "./period.ts"
import styles from "./reports.module.css"

export interface Preset extends Period {
  readonly id: string
  readonly label: string
}

interface PeriodChoiceProps {
  readonly period: Period
  readonly presets: ReadonlyArray<Preset>
  /** @param isTyped while a day is being typed, the address is written over. */
  readonly onChange: (period: Period, isTyped: boolean) => void
}

export const PeriodChoice = ({ onChange, period, presets }: PeriodChoiceProps) => {
  const { period: words } = useMessages().reports
  const [from, setFrom] = useTyped(period.from, (typed) => onChange({ ...period, from: typed }, true))
  const [to, setTo] = useTyped(period.to, (typed) => onChange({ ...period, to: typed }, true))
  const chosen = presets.find((one) => one.from === period.from && one.to === period.to)
  return (
    <search className={styles.period} aria-label={words.label}>
      <Toggles
        label={words.presets}
        options={presets}
        value={chosen?.id}
        onChange={(id) => {
          const preset = presets.find((one) => one.id === id)
          if (preset !== undefined) onChange({ from: preset.from, to: preset.to }, false)
        }}
      />
      <TextField label={words.from} type="date" value={from} onChange={setFrom} />
      <TextField label={words.to} type="date" value={to} onChange={setTo} />
    </search>
  )
}
