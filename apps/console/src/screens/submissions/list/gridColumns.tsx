/** The columns of a list, with what stands in their cells. */
import type { Submission } from "@formwork/client/contract"
import type { Field } from "@formwork/rules/Definition"
import { valueIn } from "@formwork/rules/groups"
import { Link } from "@tanstack/react-router"
import type { Messages } from "../../../messages/Messages.ts"
import { Badge, type Tone } from "../../../parts/Badge.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { When } from "../../../parts/When.tsx"
import type { GridColumn } from "../../../parts/grid/GridColumn.ts"
import { cellText, isNumber } from "./cellText.ts"
import { type ChosenColumn, type Columns, slugOf, widths } from "./columns.ts"
import styles from "./Submissions.module.css"

type Words = Pick<Messages, "common" | "submission" | "submissions">

const MOMENT = 136

const tones = { info: "info", warning: "warning", error: "error" } as const satisfies { readonly [K: string]: Tone }

/** One of rows may be raised in several of them. */
const distinct = (outcomes: Submission["outcomes"]): Submission["outcomes"] => [
  ...new Map(outcomes.map((one) => [one.id, one])).values()
]

const Outcomes = ({ outcomes }: Pick<Submission, "outcomes">) => (
  <span className={styles.outcomes}>
    {distinct(outcomes).map(({ id, severity }) => (
      <span key={id}>
        <Badge tone={tones[severity]}>
          <Foreign text={id} />
        </Badge>
      </span>
    ))}
  </span>
)

const reference = (words: Words): GridColumn<Submission> => ({
  id: "reference",
  label: words.submissions.columns.reference,
  width: 136,
  isWhole: true,
  cell: ({ id, referenceNumber }) => (
    // The cell is in the order of Tab, and opens the same with Enter.
    <Link
      to="/submissions/$submissionId"
      params={{ submissionId: id }}
      tabIndex={-1}
      className={styles.reference ?? ""}
    >
      <Foreign text={referenceNumber} isName />
    </Link>
  )
})

const ofField = (
  field: Field,
  width: number,
  { common: { language }, submissions: { values } }: Words
): GridColumn<Submission> => ({
  id: `field:${field.slug}`,
  label: <Foreign text={field.label} />,
  width,
  align: isNumber(field) ? "end" : "start",
  cell: ({ calculatedData, data }) => {
    const value = valueIn(calculatedData, field.slug) ?? valueIn(data, field.slug)
    const text = cellText(field, value, { ...values, language })
    return text === "" ? null : <Foreign text={text} />
  }
})

const columnOf = (chosen: ChosenColumn, fields: ReadonlyArray<Field>, words: Words): GridColumn<Submission> | [] => {
  const { submission, submissions } = words
  const { columns } = submissions
  const { id } = chosen
  const width = widths[chosen.width]
  switch (id) {
    case "state":
      return {
        id,
        label: columns.state,
        width,
        isWhole: true,
        cell: ({ workflowState }) => <Foreign text={submission.state({ name: workflowState })} />
      }
    case "created":
      return {
        id,
        label: columns.created,
        // What is “now” at first is “13 minutes ago” later.
        width: Math.max(MOMENT, width),
        isWhole: true,
        cell: ({ createdAt }) => <When at={createdAt} />
      }
    case "outcomes":
      return { id, label: columns.outcomes, width, cell: ({ outcomes }) => <Outcomes outcomes={outcomes} /> }
    default: {
      const field = fields.find(({ slug }) => slug === slugOf(id))
      return field === undefined ? [] : ofField(field, width, words)
    }
  }
}

export const gridColumns = (
  columns: Columns,
  fields: ReadonlyArray<Field>,
  words: Words
): ReadonlyArray<GridColumn<Submission>> => [
  reference(words),
  ...columns.flatMap((chosen) => columnOf(chosen, fields, words))
]
