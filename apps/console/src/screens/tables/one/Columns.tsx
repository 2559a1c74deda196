/** The columns of a table: which are keys, and how they are found, and the types of all. */
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Table } from "../../../parts/Table.tsx"
import type { ShownColumn } from "./lines.ts"

const useKind = () => {
  const { columns: words } = useMessages().tables
  return ({ isKey, type }: ShownColumn): string => {
    if (!isKey) return words.value
    return type.startsWith("from") ? words.from : words.exact
  }
}

export const Columns = ({ columns }: { readonly columns: ReadonlyArray<ShownColumn> }) => {
  const { columns: words } = useMessages().tables
  const kindOf = useKind()
  return (
    <Section title={words.title}>
      <Table
        label={words.title}
        rows={columns}
        rowId={({ name }) => name}
        columns={[
          {
            id: "name",
            label: words.name,
            cell: ({ name }) => (
              <code>
                <Foreign text={name} />
              </code>
            )
          },
          { id: "kind", label: words.kind, cell: kindOf },
          {
            id: "type",
            label: words.type,
            cell: ({ type }) => (
              <code>
                <Foreign text={type} />
              </code>
            )
          }
        ]}
      />
    </Section>
  )
}
