/** Who is signed in. */
import { useMe } from "../../api/me.ts"
import { Foreign } from "../../parts/Foreign.tsx"
import styles from "./Shell.module.css"

export const Person = () => {
  const { user } = useMe()
  return (
    <span className={styles.person}>
      <span className={styles.name}>
        <Foreign text={user?.name ?? ""} isName />
      </span>
      <span className={styles.address}>
        <Foreign text={user?.email ?? ""} />
      </span>
    </span>
  )
}
