/** What stands in the form of a request before anything is entered. */
import { sampleOf } from "../document/sampleOf.ts"
import type { Operation, Parameter } from "../document/Operation.ts"
import { type Entered, keyOf } from "./Request.ts"

const valueOf = ({ name, place }: Parameter, form: string | undefined): string => {
  if (place === "path" && name === "formId") return form ?? ""
  // A repeat whose answer was lost files once; another key files again.
  return place === "header" && name.toLowerCase() === "idempotency-key" ? crypto.randomUUID() : ""
}

const sampleText = ({ body, schemas }: Operation, example: unknown): string => {
  if (body === undefined) return ""
  const sample = example === undefined ? sampleOf(schemas, body.schema) : { data: example }
  // Where each line is JSON, one line.
  return JSON.stringify(sample, null, body.type.includes("ndjson") ? 0 : 2)
}

/**
 * @param form the id of the form that was open before.
 * @param example a payload that it accepts, for a call that takes one.
 */
export const beginning = (operation: Operation, form: string | undefined, example?: unknown): Entered => ({
  parameters: Object.fromEntries(operation.parameters.map((parameter) => [keyOf(parameter), valueOf(parameter, form)])),
  body: sampleText(operation, example)
})
