/** A part of a screen under a heading of its own. */
import type { ReactNode } from "react"
import { useId } from "react"
import styles from "./Section.module.css"

interface SectionProps {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export const Section = ({ actions, children, description, title }: SectionProps) => {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.header}>
        <div>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {description !== undefined && <div className={styles.description}>{description}</div>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  )
}
