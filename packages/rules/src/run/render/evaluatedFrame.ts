/** What the effects of a form see: the values of an evaluation, as the evaluation itself saw them. */
import type { Field, RowField } from "../../Definition.ts"
import type { Evaluation, StoredValues } from "../../Evaluation.ts"
import type { Json } from "../../Json.ts"
import type { Value } from "../../values/Value.ts"
import type { Frame } from "../closures/Frame.ts"
import { readerOf } from "../closures/FieldPlan.ts"
import { frameReader, type Selection } from "../closures/frameReader.ts"
import { decoderOf, isProblem } from "../payload/decode.ts"

const decoded = (field: RowField): ((json: Exclude<Json, null>) => Value) => {
  const decode = decoderOf(field)
  return (json) => {
    const value = decode(json)
    return isProblem(value) ? null : value.value
  }
}

/** Without a problem, every value passed its constraints in the evaluation. */
const passed: Selection = { value: decoded, rows: ({ maxItems }) => maxItems }

/** With problems, a sent value is checked against its constraints again. A computed value that failed them is null. */
const checkedAgain: Selection = {
  value: (field) => {
    if (field.formula !== undefined) return decoded(field)
    const read = readerOf(field)
    return (json) => read(json).value
  },
  rows: ({ maxItems }) => maxItems
}

/** INVARIANT: the frame has the values that the rules of the evaluation had, once all of them had run. */
export const evaluatedFrame = (
  fields: ReadonlyArray<Field>
): ((values: StoredValues & Pick<Evaluation, "problems">, today: number | null) => Frame) => {
  const ofPassed = frameReader(fields, passed)
  let ofOthers: ReturnType<typeof frameReader> | undefined
  return (values, today) =>
    values.problems.length === 0
      ? ofPassed(values, today)
      : (ofOthers ??= frameReader(fields, checkedAgain))(values, today)
}
