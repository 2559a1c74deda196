/**
 * Comma-separated values (RFC 4180), in UTF-8, with CRLF and a header row. What a spreadsheet would run as a formula has an
 * apostrophe before it; numbers stay as they are.
 */
import { DateTime } from "effect"
import type { Submission } from "@formwork/domain/filing/Submission"
import type { Field } from "@formwork/rules/Definition"
import type { Json } from "@formwork/rules/Json"

/** What begins a formula in one spreadsheet or another; full-width too, as East Asian versions take them. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u
const special = /[",\r\n]/u
const decimal = /^-?\d+(?:\.\d+)?$/u

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** A text as a cell. Empty it is still there: what is missing is a cell with nothing in it. */
const textCell = (text: string): string => {
  const safe = formula.test(text) ? `'${text}` : text
  return safe === "" || special.test(safe) ? quoted(safe) : safe
}

/** @param isNumber whether a text is an amount: money is written as one. */
const cell = (value: Json | undefined, isNumber = false): string => {
  if (value === undefined || value === null) return ""
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (typeof value === "string") return isNumber && decimal.test(value) ? value : textCell(value)
  return quoted(JSON.stringify(value))
}

/** INVARIANT: no slug has a dot in it, so that none of these is called like a field. */
const columns: ReadonlyArray<readonly [name: string, of: (submission: Submission) => Json]> = [
  ["submission.id", ({ id }) => id],
  ["submission.referenceNumber", ({ referenceNumber }) => referenceNumber],
  ["submission.workflowState", ({ workflowState }) => workflowState],
  ["submission.createdAt", ({ createdAt }) => DateTime.formatIso(createdAt)],
  ["submission.formVersionId", ({ formVersionId }) => formVersionId],
  ["submission.outcomes", ({ outcomes }) => outcomes.map(({ id }) => id)]
]

const line = (cells: ReadonlyArray<string>): string => `${cells.join(",")}\r\n`

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
