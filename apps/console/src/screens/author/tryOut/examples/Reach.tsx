/** How much of the form's rules the cases reach, what none of them does, and the rows of tables that none finds. */
import { useMessages } from "../../../../messages/useMessages.ts"
import { Disclosure } from "../../../../parts/Disclosure.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import type { CoverageFound } from "../../engine/Protocol.ts"
import styles from "./ExamplesTab.module.css"

/** Lines that are shown; the others are counted. */
const MOST = 100

type Table = CoverageFound["tables"][number]

const UnfoundRows = ({ of: { found, rows, table, unfound } }: { readonly of: Table }) => {
  const { reach: words } = useMessages().tryOut.examples
  return (
    <Disclosure summary={words.found({ n: found, of: rows, table })}>
      <ul className={styles.unreached}>
        {unfound.map(({ keys, row }) => (
          <li key={row}>
            <Foreign text={keys.join(", ")} isName /> {words.row({ row })}
          </li>
        ))}
      </ul>
      {rows - found > unfound.length && (
        <p className={styles.quiet}>{words.moreRows({ n: rows - found - unfound.length })}</p>
      )}
    </Disclosure>
  )
}

const UnreachedParts = ({ coverage: { parts, reached, unreached } }: { readonly coverage: CoverageFound }) => {
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

export const Reach = ({ coverage }: { readonly coverage: CoverageFound }) => (
  <>
    <UnreachedParts coverage={coverage} />
    {coverage.tables
      .filter(({ found, rows }) => found < rows)
      .map((table) => (
        <UnfoundRows key={table.table} of={table} />
      ))}
  </>
)
