/** A box to tick, with a sentence below its label. */
import { useId } from "react"
import type { ReactNode } from "react"
import { Checkbox as AriaCheckbox } from "react-aria-components/Checkbox"
import { classes } from "./classes.ts"
import styles from "./Checkbox.module.css"

interface CheckboxProps {
  readonly children: ReactNode
  readonly description?: ReactNode
  readonly isSelected: boolean
  readonly isDisabled?: boolean
  /** Its label is for assistive technology alone: a box in a row that shows what it is for. */
  readonly isLabelHidden?: boolean
  readonly onChange: (isSelected: boolean) => void
}

/** Its name is its label alone; the sentence is its description. */
export const Checkbox = ({ children, description, isLabelHidden = false, ...rest }: CheckboxProps) => {
  const id = useId()
  return (
    <AriaCheckbox
      {...rest}
      className={styles.checkbox ?? ""}
      aria-labelledby={`${id}-label`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
    >
      <span className={styles.box} aria-hidden="true">
        <svg viewBox="0 0 16 16" className={styles.tick}>
          <path d="M3.5 8.5 6.5 11.5 12.5 4.5" />
        </svg>
      </span>
      <span className={styles.words}>
        <span id={`${id}-label`} className={classes(styles.label, isLabelHidden && styles.hidden)}>
          {children}
        </span>
        {description !== undefined && (
          <span id={`${id}-description`} className={styles.description}>
            {description}
          </span>
        )}
      </span>
    </AriaCheckbox>
  )
}
