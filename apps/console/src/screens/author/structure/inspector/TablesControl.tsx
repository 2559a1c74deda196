/** The tables of a form in a few words. Their rows are written in the source. */
import { useMessages } from "../../../../messages/useMessages.ts"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { entriesOf, memberOf, membersOf, textOf } from "../../document/nodes.ts"
import type { Node } from "../../document/parseText.ts"
import { below, isWithin } from "../../document/pointer.ts"
import type { ControlProps } from "./Control.ts"
import styles from "./Inspector.module.css"

const namesIn = (columns: Node | undefined): string =>
  entriesOf(columns)
    .flatMap((column) => textOf(memberOf(column, "name")) ?? [])
    .join(", ")

export const TablesControl = ({ description, label, node, pointer, problem, tools }: ControlProps) => {
  const { structure } = useMessages()
  const tables = membersOf(node)
  if (tables.length === 0 && problem === "") return null
  return (
    <div className={styles.rule}>
      <span className={styles.fixedLabel}>{label}</span>
      {tables.map(({ name, value }) => {
        const at = below(pointer, name)
        const faults = tools.faults.filter((fault) => isWithin(fault.pointer, at)).length
        return (
          <div key={name}>
            <code>
              <Foreign text={name} />
            </code>{" "}
            <Foreign text={`${namesIn(memberOf(value, "keys"))} → ${namesIn(memberOf(value, "values"))}`} />,{" "}
            {structure.tableRows({ n: entriesOf(memberOf(value, "rows")).length })}
            {faults > 0 && <span className={styles.problem}>{structure.tableFaults({ n: faults })}</span>}
          </div>
        )
      })}
      {description !== undefined && <span className={styles.hint}>{description}</span>}
      {problem !== "" && <span className={styles.problem}>{problem}</span>}
    </div>
  )
}
