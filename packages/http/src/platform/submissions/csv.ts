/** Submissions as comma-separated values: one column per field, one line per submission. */
import { DateTime } from "effect"
import type { Submission } from "@formwork/domain/filing/Submission"
import type { Field } from "@formwork/rules/Definition"
import { valueIn } from "@formwork/rules/groups"
import type { Json } from "@formwork/rules/Json"
import { cell, line } from "../wire/Csv.ts"

/** INVARIANT: no group of fields is called `submission`, so that no field has the same name. */
const columns: ReadonlyArray<readonly [name: string, of: (submission: Submission) => Json]> = [
  ["submission.id", ({ id }) => id],
  ["submission.referenceNumber", ({ referenceNumber }) => referenceNumber],
  ["submission.workflowState", ({ workflowState }) => workflowState],
  ["submission.createdAt", ({ createdAt }) => DateTime.formatIso(createdAt)],
  ["submission.formVersionId", ({ formVersionId }) => formVersionId],
  ["submission.outcomes", ({ outcomes }) => [...new Set(outcomes.map(({ id }) => id))]]
]

export const header = (fields: ReadonlyArray<Field>): string =>
  line([...columns.map(([name]) => name), ...fields.map(({ slug }) => slug)])

/** The line of a submission. A list is written as JSON; its rows have the sent values and the computed fields. */
export const row =
  (fields: ReadonlyArray<Field>) =>
  (submission: Submission): string =>
    line([...columns.map(([, of]) => cell(of(submission))), ...fields.map((field) => valueCell(field, submission))])

const valueCell = (field: Field, { calculatedData, data }: Submission): string => {
  const [sent, computed] = [valueIn(data, field.slug), valueIn(calculatedData, field.slug)]
  if (field.type === "list") return cell(merged(sent, computed))
  return cell(field.formula === undefined ? sent : computed, field.type === "money")
}

const merged = (sent: Json | undefined, computed: Json | undefined): Json | undefined => {
  if (!Array.isArray(sent) || !Array.isArray(computed)) return sent
  const worked: ReadonlyArray<Json> = computed
  return sent.map((entry: Json, index) => ({ ...asObject(entry), ...asObject(worked[index]) }))
}

const asObject = (json: Json | undefined): object => (typeof json === "object" && json !== null ? json : {})
