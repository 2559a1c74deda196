/** A search that has found nothing in its last page: how far it has looked, and the buttons that end it and go on. */
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import type { Reading } from "./useReading.ts"
import styles from "./Submissions.module.css"

export const Search = ({ reading }: { readonly reading: Reading }) => {
  const { search } = useMessages().submissions
  const { isFruitless, isStopped, lookedAt, rows } = reading
  if (!isFruitless) return null
  return (
    <div className={styles.search}>
      <p role="status">
        {rows.length === 0 ? search.nothingYet({ n: lookedAt }) : search.noMoreYet({ n: lookedAt })}{" "}
        {isStopped ? search.stopped : search.goesOn}
      </p>
      {isStopped ? (
        <Button onPress={reading.goOn}>{search.goOn}</Button>
      ) : (
        <Button onPress={reading.stop}>{search.stop}</Button>
      )}
    </div>
  )
}
