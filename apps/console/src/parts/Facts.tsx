/** Names and values of one thing. */
import type { ReactNode } from "react"
import styles from "./Facts.module.css"

interface Fact {
  readonly label: string
  readonly value: ReactNode
}

export const Facts = ({ facts }: { readonly facts: ReadonlyArray<Fact> }) => (
  <dl className={styles.facts}>
    {facts.map(({ label, value }) => (
      <div key={label} className={styles.fact}>
        <dt className={styles.label}>{label}</dt>
        <dd className={styles.value}>{value}</dd>
      </div>
    ))}
  </dl>
)
