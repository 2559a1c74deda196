/** What the effects of a form see: the values of an evaluation, as the evaluation itself saw them. */
import type { Field, RowField } from "../../Definition.ts"
import type { Evaluation, HiddenOptions, StoredValues } from "../../Evaluation.ts"
import type { Json } from "../../Json.ts"
import type { Value } from "../../values/Value.ts"
import type { Frame } from "../closures/Frame.ts"
import { readerOf } from "../closures/FieldPlan.ts"
import { frameReader, type Selection } from "../closures/frameReader.ts"
import { decoderOf, isProblem } from "../payload/decode.ts"
import { notOffered } from "../payload/notOffered.ts"

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

/** Takes out options that were chosen and not offered: rules saw nothing there. */
const withoutRefused = (fields: ReadonlyArray<Field>, hidden: HiddenOptions, { form, lists }: Frame): void => {
  const hiddenIn = (name: string): ReadonlyArray<string> => (Object.hasOwn(hidden, name) ? (hidden[name] ?? []) : [])
  fields.forEach((field, slot) => {
    if (field.type !== "list") {
      if (notOffered(field, hiddenIn(field.slug), form[slot]) !== undefined) form[slot] = null
      return
    }
    lists[slot]?.forEach((row, index) => {
      field.fields.forEach((own, inRow) => {
        const name = `${field.slug}[${index}].${own.slug}`
        if (notOffered(own, hiddenIn(name), row[inRow]) !== undefined) row[inRow] = null
      })
    })
  })
}

/** INVARIANT: the frame has the values that the rules of the evaluation had, once all of them had run. */
export const evaluatedFrame = (
  fields: ReadonlyArray<Field>
): ((values: StoredValues & Pick<Evaluation, "hiddenOptions" | "problems">, today: number | null) => Frame) => {
  const ofPassed = frameReader(fields, passed)
  let ofOthers: ReturnType<typeof frameReader> | undefined
  return (values, today) => {
    if (values.problems.length === 0) return ofPassed(values, today)
    const frame = (ofOthers ??= frameReader(fields, checkedAgain))(values, today)
    if (values.hiddenOptions !== undefined) withoutRefused(fields, values.hiddenOptions, frame)
    return frame
  }
}
