/** The values by the names of their fields, where the version of the form cannot be read or run. */
import type { Submission } from "@formwork/client/contract"
import { flatOf } from "@formwork/rules/groups"
import { jsonObject } from "../../../../api/jsonObject.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Table } from "../../../../parts/Table.tsx"

interface NamedValue {
  readonly name: string
  readonly value: unknown
  readonly isComputed: boolean
}

const valuesOf = ({ calculatedData, data }: Submission): ReadonlyArray<NamedValue> => [
  ...Object.entries(flatOf(jsonObject(data))).map(([name, value]) => ({ name, value, isComputed: false })),
  ...Object.entries(flatOf(jsonObject(calculatedData))).map(([name, value]) => ({ name, value, isComputed: true }))
]

const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""))

export const NamedValues = ({ submission }: { readonly submission: Submission }) => {
  const { values: words } = useMessages().submission
  const rows = valuesOf(submission)
  if (rows.length === 0) return <p>{words.none}</p>
  return (
    <Table
      label={words.label}
      rows={rows}
      rowId={({ isComputed, name }) => `${name} ${isComputed}`}
      columns={[
        {
          id: "field",
          label: words.field,
          cell: ({ isComputed, name }) => (
            <>
              <code>
                <Foreign text={name} isName />
              </code>{" "}
              {isComputed && words.computed}
            </>
          )
        },
        { id: "value", label: words.value, cell: ({ value }) => <Foreign text={textOf(value)} /> }
      ]}
    />
  )
}
