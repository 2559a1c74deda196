/** The faults of a definition: where each is, what is wrong, and what would be right. */
import type { Fault } from "@formwork/rules/Fault"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Sentence } from "../../../parts/Sentence.tsx"
import styles from "./FaultList.module.css"

/** More than that are not read: the first ones are mended first. */
const shown = 50

export const FaultList = ({ faults }: { readonly faults: ReadonlyArray<Fault> }) => {
  const { definition } = useMessages()
  return (
    <>
      <ul className={styles.faults} aria-label={definition.faults}>
        {faults.slice(0, shown).map(({ expected, message, pointer, range }) => (
          <li key={`${pointer} ${range?.start ?? ""} ${message}`} className={styles.fault}>
            <span className={styles.message}>
              <Sentence text={message} />
            </span>
            <code className={styles.place}>
              <Foreign text={pointer === "" ? "/" : pointer} />
            </code>
            {expected !== undefined && (
              <span className={styles.expected}>
                {definition.expected}{" "}
                <code>
                  <Foreign text={expected} />
                </code>
              </span>
            )}
          </li>
        ))}
      </ul>
      {faults.length > shown && <p>{definition.moreFaults({ n: faults.length - shown })}</p>}
    </>
  )
}
