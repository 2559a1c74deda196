/** Something that is folded until it is asked for. */
import type { ReactNode } from "react"
import styles from "./Disclosure.module.css"

interface DisclosureProps {
  readonly summary: ReactNode
  readonly isOpen?: boolean
  readonly children: ReactNode
}

export const Disclosure = ({ children, isOpen, summary }: DisclosureProps) => (
  <details className={styles.disclosure} open={isOpen}>
    <summary className={styles.summary}>{summary}</summary>
    <div className={styles.content}>{children}</div>
  </details>
)
