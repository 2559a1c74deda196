/** The tables of the organisation that a form names, each a row, and another one. */
import { useQuery } from "@tanstack/react-query"
import { useMay } from "../../../../../api/me.ts"
import { tablesQuery } from "../../../../../api/tables.ts"
import { useMessages } from "../../../../../messages/useMessages.ts"
import { Button } from "../../../../../parts/Button.tsx"
import { membersOf } from "../../../document/nodes.ts"
import { below } from "../../../document/pointer.ts"
import type { ControlProps } from "../Control.ts"
import inspector from "../Inspector.module.css"
import options from "../options/OptionsControl.module.css"
import styles from "../workflow/Workflow.module.css"
import { freeTableName, namedIn } from "./namedTable.ts"
import { NamedTableRow } from "./NamedTableRow.tsx"

/** The published ones; undefined until they are read, and for who may not read them. */
const usePublished = () => {
  const { data, isLoading } = useQuery({
    ...tablesQuery,
    enabled: useMay("table:read"),
    staleTime: 30_000,
    retry: false
  })
  return { isLoading, published: data?.filter(({ version }) => version !== null) }
}

export const NamedTables = ({ isDisabled, label, node, onChange, pointer, tools, tree }: ControlProps) => {
  const { inspector: words } = useMessages().tables
  const { isLoading, published } = usePublished()
  const named = membersOf(node).flatMap(({ name, value }) => {
    const found = namedIn(value)
    return found === undefined ? [] : [{ name, named: found }]
  })
  const add = (): void => {
    const taken = new Set(named.map((one) => one.named.table))
    const table = published?.find(({ name }) => !taken.has(name))?.name ?? published?.[0]?.name ?? "table"
    const name = freeTableName(tree, node, table)
    if (node === undefined) onChange(JSON.stringify({ [name]: table }))
    else
      tools.store.edit({ edit: "set", pointer: below(pointer, name), json: JSON.stringify(table) }, { isQuiet: true })
  }
  return (
    <>
      {named.length > 0 && (
        <table className={styles.table} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              <th scope="col">{words.table}</th>
              <th scope="col">{words.version}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {named.map((one) => (
              <NamedTableRow
                key={one.name}
                {...one}
                published={published}
                pointer={pointer}
                isDisabled={isDisabled}
                tools={tools}
              />
            ))}
          </tbody>
        </table>
      )}
      <div className={options.below}>
        {published?.length === 0 ? (
          <span className={inspector.hint}>{words.none}</span>
        ) : (
          <Button size="small" isDisabled={isDisabled || isLoading} onPress={add}>
            {words.add}
          </Button>
        )}
      </div>
    </>
  )
}
