/** A sentence of a document: what stands between backticks is code. */
import { Foreign } from "../../../parts/Foreign.tsx"
import styles from "./SchemaTree.module.css"

export const Described = ({ text }: { readonly text: string }) => {
  const parts = text.split("`")
  // A backtick without its pair is a backtick.
  const isPaired = parts.length % 2 === 1
  return (
    <span className={styles.described}>
      {isPaired ? (
        parts.map((part, index) => {
          // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
          if (index % 2 === 0) return <Foreign key={index} text={part} />
          return (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
            <code key={index}>
              <Foreign text={part} />
            </code>
          )
        })
      ) : (
        <Foreign text={text} />
      )}
    </span>
  )
}
