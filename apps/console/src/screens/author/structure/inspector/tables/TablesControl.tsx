/** The tables of a form: those of the organisation, which are chosen here, and its own in a few words, whose rows are written in the source. */
import { useMessages } from "../../../../../messages/useMessages.ts"
import { Foreign } from "../../../../../parts/Foreign.tsx"
import { entriesOf, memberOf, membersOf, textOf } from "../../../document/nodes.ts"
import type { Node } from "../../../document/parseText.ts"
import { below, isWithin } from "../../../document/pointer.ts"
import type { ControlProps } from "../Control.ts"
import styles from "../Inspector.module.css"
import { namedIn } from "./namedTable.ts"
import { NamedTables } from "./NamedTables.tsx"

const namesIn = (columns: Node | undefined): string =>
  entriesOf(columns)
    .flatMap((column) => textOf(memberOf(column, "name")) ?? [])
    .join(", ")

const Own = ({ node, pointer, tools }: ControlProps) => {
  const { structure } = useMessages()
  return membersOf(node)
    .filter(({ value }) => namedIn(value) === undefined)
    .map(({ name, value }) => {
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
    })
}

export const TablesControl = (props: ControlProps) => {
  const { description, label, problem } = props
  return (
    <div className={styles.rule}>
      <span className={styles.fixedLabel}>{label}</span>
      <Own {...props} />
      <NamedTables {...props} />
      {description !== undefined && <span className={styles.hint}>{description}</span>}
      {problem !== "" && (
        <span className={styles.problem}>
          <Foreign text={problem} />
        </span>
      )}
    </div>
  )
}
