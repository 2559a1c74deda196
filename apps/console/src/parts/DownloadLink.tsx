/** A link to a file of the server that looks like a button. The browser writes the file to its disk while it comes. */
import type { ReactNode } from "react"
import type { Look } from "./Button.tsx"
import { classes } from "./classes.ts"
import styles from "./Button.module.css"

interface DownloadLinkProps {
  readonly href: string
  readonly look?: Look
  readonly children: ReactNode
}

export const DownloadLink = ({ children, href, look = "quiet" }: DownloadLinkProps) => (
  <a href={href} download className={classes(styles.button, styles[look])}>
    {children}
  </a>
)
