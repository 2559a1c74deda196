/** A link to a screen that looks like a button. */
import { createLink } from "@tanstack/react-router"
import type { AnchorHTMLAttributes, ReactNode, Ref } from "react"
import { classes } from "./classes.ts"
import type { Look } from "./Button.tsx"
import styles from "./Button.module.css"

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly children: ReactNode
  readonly look?: Look
  readonly ref?: Ref<HTMLAnchorElement>
}

const Anchor = ({ look = "quiet", children, ...rest }: AnchorProps) => (
  <a {...rest} className={classes(styles.button, styles[look])}>
    {children}
  </a>
)

export const ButtonLink = createLink(Anchor)
