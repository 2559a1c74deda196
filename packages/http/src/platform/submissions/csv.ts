/** Submissions as comma-separated values: a column a field, a line a submission. */
import { DateTime } from "effect"
import type { Submission } from "@formwork/domain/filing/Submission"
import type { Field } from "@formwork/rules/Definition"
import type { Json } from "@formwork/rules/Json"
import { cell, line } from "../wire/Csv.ts"

/** INVARIANT: no slug has a dot in it, so that none of these is called like a field. */
const columns: ReadonlyArray<readonly [name: string, of: (submission: Submission) => Json]> = [
  ["submission.id", ({ id }) => id],
  ["submission.referenceNumber", ({ referenceNumber }) => referenceNumber],
  ["submission.workflowState", ({ workflowState }) => workflowState],
  ["submission.createdAt", ({ createdAt }) => DateTime.formatIso(createdAt)],
  ["submission.formVersionId", ({ formVersionId }) => formVersionId],
  ["submission.outcomes", ({ outcomes }) => outcomes.map(({ id }) => id)]
]

export const header = (fields: ReadonlyArray<Field>): string =>
  line([...columns.map(([name]) => name), ...fields.map(({ slug }) => slug)])

/** A line for a submission: a list is JSON, its rows' computed fields with what was sent. */
export const row =
  (fields: ReadonlyArray<Field>) =>
  (submission: Submission): string =>
    line([...columns.map(([, of]) => cell(of(submission))), ...fields.map((field) => valueCell(field, submission))])

const own = (values: Submission["data"], slug: string): Json | undefined =>
  Object.hasOwn(values, slug) ? values[slug] : undefined

const valueCell = (field: Field, { calculatedData, data }: Submission): string => {
  const [sent, computed] = [own(data, field.slug), own(calculatedData, field.slug)]
  if (field.type === "list") return cell(merged(sent, computed))
  return cell(field.formula === undefined ? sent : computed, field.type === "money")
}

const merged = (sent: Json | undefined, computed: Json | undefined): Json | undefined => {
  if (!Array.isArray(sent) || !Array.isArray(computed)) return sent
  const worked: ReadonlyArray<Json> = computed
  return sent.map((entry: Json, index) => ({ ...asObject(entry), ...asObject(worked[index]) }))
}

const asObject = (json: Json | undefined): object => (typeof json === "object" && json !== null ? json : {})
