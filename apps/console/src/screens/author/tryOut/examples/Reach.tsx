/** How much of the form's rules the cases reach, and what none of them does. */
import { useMessages } from "../../../../messages/useMessages.ts"
import { Disclosure } from "../../../../parts/Disclosure.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import type { CoverageFound } from "../../engine/Protocol.ts"
import styles from "./ExamplesTab.module.css"

/** Lines that are shown; the others are counted. */
const MOST = 100

export const Reach = ({ coverage: { parts, reached, unreached } }: { readonly coverage: CoverageFound }) => {
  const { reach: words } = useMessages().tryOut.examples
  if (reached === parts) return <p className={styles.quiet}>{words.all({ parts })}</p>
  return (
    <Disclosure summary={words.some({ parts, reached })}>
      <ul className={styles.unreached}>
        {unreached.slice(0, MOST).map(({ never, pointer, range, text }) => (
          <li key={`${pointer} ${never} ${range?.start ?? ""}`}>
            <Foreign text={pointer} isName /> {text !== undefined && <Foreign text={text} isName />}{" "}
            {words.never[never]}
          </li>
        ))}
      </ul>
      {parts - reached > MOST && <p className={styles.quiet}>{words.more({ n: parts - reached - MOST })}</p>}
    </Disclosure>
  )
}
