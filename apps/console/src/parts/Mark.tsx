/** The mark of the product. */
import styles from "./Mark.module.css"

export const Mark = () => (
  <svg className={styles.mark} viewBox="0 0 32 32" role="img" aria-label="Formwork">
    <rect className={styles.ground} width="32" height="32" rx="7" />
    <path className={styles.letter} d="M9 8h14v4H13v3h8v4h-8v6H9z" />
  </svg>
)
