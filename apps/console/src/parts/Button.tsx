/** A button with a verb, or a link that looks like one. */
import type { ReactNode } from "react"
import { Button as AriaButton } from "react-aria-components/Button"
import { classes } from "./classes.ts"
import styles from "./Button.module.css"

export type Look = "primary" | "quiet" | "plain" | "danger"

interface ButtonProps {
  readonly children: ReactNode
  readonly look?: Look
  readonly size?: "usual" | "small"
  readonly type?: "button" | "submit"
  /** The id of the form that it submits, for a button outside of that form. */
  readonly form?: string
  readonly isDisabled?: boolean
  /** Its action is under way: the button stays in place and ignores further presses. */
  readonly isPending?: boolean
  readonly onPress?: () => void
  /** What it does, for a button that shows a sign and no words. */
  readonly label?: string
  readonly describedBy?: string
  /** Of a button that opens what is below it. */
  readonly isExpanded?: boolean
  readonly autoFocus?: boolean
}

export const Button = (props: ButtonProps) => {
  const { children, describedBy, isExpanded, isPending = false, label, look = "quiet", onPress, size = "usual" } = props
  const { autoFocus, form, isDisabled, type } = props
  return (
    // Its own way of waiting: React Aria's would leave an announcement that names a button which is gone.
    <AriaButton
      autoFocus={autoFocus}
      form={form}
      isDisabled={isDisabled}
      type={isPending ? "button" : type}
      onPress={isPending ? undefined : onPress}
      data-pending={isPending || undefined}
      data-main={look === "primary" || undefined}
      aria-disabled={isPending || undefined}
      aria-label={label}
      aria-describedby={describedBy}
      aria-expanded={isExpanded}
      className={classes(styles.button, styles[look], size === "small" && styles.small)}
    >
      {children}
    </AriaButton>
  )
}
