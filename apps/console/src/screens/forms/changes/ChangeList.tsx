/** What differs between two definitions, in sentences: what can break a caller first, with why. */
import type { Change } from "@formwork/rules/Comparison"
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Sentence } from "../../../parts/Sentence.tsx"
import { breakingFirst, changeSentence, valueText } from "./changeSentence.ts"
import styles from "./ChangeList.module.css"

const Value = ({ label, sign, value }: { readonly label: string; readonly sign: string; readonly value: unknown }) => (
  <div className={styles.value} data-side={sign}>
    <span className={styles.sign} role="img" aria-label={label}>
      {sign}
    </span>
    <code>
      <Foreign text={valueText(value)} />
    </code>
  </div>
)

const Entry = ({ change }: { readonly change: Change }) => {
  const { changes: words } = useMessages()
  const { after, before, breaking, why } = change
  return (
    <li className={styles.change}>
      <div className={styles.sentence}>
        <Foreign text={changeSentence(words, change)} />
        {breaking && <Badge tone="error">{words.breaking}</Badge>}
      </div>
      {why !== undefined && (
        <p className={styles.why}>
          <Sentence text={why} />
        </p>
      )}
      {before !== undefined && <Value label={words.before} sign="−" value={before} />}
      {after !== undefined && <Value label={words.after} sign="+" value={after} />}
    </li>
  )
}

export const ChangeList = ({ changes }: { readonly changes: ReadonlyArray<Change> }) => {
  const { changes: words } = useMessages()
  const breaking = changes.filter((change) => change.breaking).length
  if (changes.length === 0) return <p>{words.none}</p>
  return (
    <>
      <p>
        {words.count({ n: changes.length })}. {breaking === 0 ? words.noneBreaks : words.breakingCount({ n: breaking })}
      </p>
      <ul className={styles.changes} aria-label={words.label}>
        {breakingFirst(changes).map((change) => (
          <Entry key={`${change.subject} ${change.name} ${change.change} ${change.member ?? ""}`} change={change} />
        ))}
      </ul>
    </>
  )
}
