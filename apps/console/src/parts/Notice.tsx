/** A sentence that stands in the page, with how much it matters. An error is read at once. */
import type { ReactNode } from "react"
import { classes } from "./classes.ts"
import styles from "./Notice.module.css"

interface NoticeProps {
  readonly tone: "info" | "ok" | "warning" | "error"
  readonly title?: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

const signs = { info: "i", ok: "✓", warning: "!", error: "✕" } as const

export const Notice = ({ actions, children, title, tone }: NoticeProps) => (
  <div className={classes(styles.notice, styles[tone])} role={tone === "error" ? "alert" : "note"}>
    <span className={styles.sign} aria-hidden="true">
      {signs[tone]}
    </span>
    <div className={styles.words}>
      {title !== undefined && <p className={styles.title}>{title}</p>}
      {children}
    </div>
    {actions !== undefined && <div className={styles.actions}>{actions}</div>}
  </div>
)
