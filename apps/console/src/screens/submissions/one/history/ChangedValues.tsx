/** What differs between two revisions, as a table of fields. */
import type { Submission } from "@formwork/client/contract"
import { useMemo } from "react"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Table } from "../../../../parts/Table.tsx"
import type { FieldWords } from "./fieldWords.ts"
import styles from "./History.module.css"
import { revisionChanges } from "./revisionChanges.ts"
import { useFieldWords } from "./useFieldWords.ts"
import type { ValueChange } from "./valueChanges.ts"

interface ChangedValuesProps {
  readonly before: Submission
  readonly after: Submission
}

interface ShownChange extends ValueChange {
  readonly isComputed: boolean
}

const pathOfName = (name: string): ValueChange["path"] => {
  const [, slug = name, row, cell] = /^(.+)\[(\d+)\]\.(.+)$/u.exec(name) ?? []
  return row === undefined || cell === undefined ? [slug] : [slug, Number(row), cell]
}

export const ChangedValues = ({ after, before }: ChangedValuesProps) => {
  const { changed: words } = useMessages().submission
  const fields = useFieldWords(after)
  const found = useMemo(() => revisionChanges(before, after), [before, after])
  const rows: ReadonlyArray<ShownChange> = [
    ...found.filledIn.map((change) => ({ ...change, isComputed: false })),
    ...found.computed.map((change) => ({ ...change, isComputed: true }))
  ]
  const named = (names: ReadonlyArray<string>) => names.map((name) => fields.label(pathOfName(name)))
  const sentences = [
    ...(before.formVersionId === after.formVersionId ? [] : [words.version]),
    ...(found.hidden.length === 0 ? [] : [words.hidden({ names: named(found.hidden) })]),
    ...(found.asked.length === 0 ? [] : [words.asked({ names: named(found.asked) })]),
    ...(found.raised.length === 0 ? [] : [words.raised({ ids: found.raised })]),
    ...(found.gone.length === 0 ? [] : [words.gone({ ids: found.gone })])
  ]
  if (rows.length + sentences.length === 0) return <p className={styles.quiet}>{words.none}</p>
  return (
    <div className={styles.changed}>
      {sentences.map((sentence) => (
        <p key={sentence}>
          <Foreign text={sentence} />
        </p>
      ))}
      {rows.length > 0 && <Changes rows={rows} fields={fields} />}
    </div>
  )
}

const Changes = ({ fields, rows }: { readonly rows: ReadonlyArray<ShownChange>; readonly fields: FieldWords }) => {
  const { changed: words, values } = useMessages().submission
  return (
    <Table
      label={words.label}
      rows={rows}
      rowId={({ after, isComputed, path }) => `${path.join("/")} ${isComputed} ${after === undefined}`}
      columns={[
        {
          id: "field",
          label: values.field,
          cell: ({ isComputed, path }) => (
            <>
              <Foreign text={fields.label(path)} />{" "}
              {isComputed && <span className={styles.quiet}>{values.computed}</span>}
            </>
          )
        },
        {
          id: "before",
          label: words.before,
          cell: ({ before, path }) => <Foreign text={fields.value(path, before)} />
        },
        { id: "after", label: words.after, cell: ({ after, path }) => <Foreign text={fields.value(path, after)} /> }
      ]}
    />
  )
}
