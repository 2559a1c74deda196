/** What the effects of a form see: the values of an evaluation, as the evaluation itself saw them. */
import type { Field } from "../../Definition.ts"
import type { StoredValues } from "../../Evaluation.ts"
import type { Frame } from "../closures/Frame.ts"
import { readerOf } from "../closures/FieldPlan.ts"
import { frameReader, type Selection } from "../closures/frameReader.ts"
import { decoderOf, isProblem } from "../payload/decode.ts"

/** A sent value is read and checked against its constraints again. A computed value passed them in the evaluation. */
const selection: Selection = {
  value: (field) => {
    if (field.formula === undefined) {
      const read = readerOf(field)
      return (json) => read(json).value
    }
    const decode = decoderOf(field)
    return (json) => {
      const decoded = decode(json)
      return isProblem(decoded) ? null : decoded.value
    }
  },
  rows: ({ maxItems }) => maxItems
}

/** INVARIANT: the frame has the values that the rules of the evaluation had, once all of them had run. */
export const evaluatedFrame = (fields: ReadonlyArray<Field>): ((values: StoredValues, today: number | null) => Frame) =>
  frameReader(fields, selection)
