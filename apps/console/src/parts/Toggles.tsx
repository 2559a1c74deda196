/** One of a few, or one thing on or off, as buttons beside each other. */
import { ToggleButton } from "react-aria-components/ToggleButton"
import { classes } from "./classes.ts"
import button from "./Button.module.css"
import styles from "./Toggles.module.css"

interface TogglesProps<Id extends string> {
  readonly label: string
  readonly options: ReadonlyArray<{ readonly id: Id; readonly label: string; readonly lang?: string }>
  readonly value: Id | undefined
  /** Called for each press, of the chosen one too. */
  readonly onChange: (pressed: Id) => void
}

export const Toggles = <Id extends string>({ label, onChange, options, value }: TogglesProps<Id>) => (
  <div className={styles.toggles} role="group" aria-label={label}>
    {options.map((option) => (
      <ToggleButton
        key={option.id}
        className={classes(button.button, button.small, styles.toggle)}
        isSelected={option.id === value}
        onChange={() => onChange(option.id)}
      >
        <span lang={option.lang}>{option.label}</span>
      </ToggleButton>
    ))}
  </div>
)
