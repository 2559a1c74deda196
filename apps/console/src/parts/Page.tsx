/** A screen: its heading, what can be done on it, and its content. */
import type { ReactNode } from "react"
import { useEffect } from "react"
import { classes } from "./classes.ts"
import { signed } from "./foreignText.ts"
import styles from "./Page.module.css"
import { useFocusOnArrival } from "./useFocusOnArrival.ts"

interface PageProps {
  readonly title: string
  /** Shown in place of the title, for a title that a stranger wrote. */
  readonly heading?: ReactNode
  readonly description?: ReactNode
  readonly actions?: ReactNode
  /** Where the screen is: links above the heading. */
  readonly trail?: ReactNode
  readonly width?: "text" | "usual" | "whole"
  readonly children: ReactNode
}

export const Page = ({ actions, children, description, heading, title, trail, width = "usual" }: PageProps) => {
  const arrival = useFocusOnArrival()
  useEffect(() => {
    document.title = `${signed(title)} · Formwork`
  }, [title])
  return (
    <div className={classes(styles.page, styles[width])}>
      {trail !== undefined && <div className={styles.trail}>{trail}</div>}
      <header className={styles.header}>
        <div className={styles.words}>
          <h1 ref={arrival} className={styles.title} tabIndex={-1}>
            {heading ?? title}
          </h1>
          {description !== undefined && <div className={styles.description}>{description}</div>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
