/** One part in one state, under its name. */
import type { ReactNode } from "react"
import styles from "./Parts.module.css"

interface ShownProps {
  /** The part's file in `src/parts`: `chart/Days`. */
  readonly part: string
  readonly state?: string
  readonly children: ReactNode
}

export const Shown = ({ children, part, state = "" }: ShownProps) => (
  <section className={styles.shown} data-part={part} aria-label={`${part} ${state}`}>
    <h2 className={styles.name}>
      {part} {state}
    </h2>
    {children}
  </section>
)
