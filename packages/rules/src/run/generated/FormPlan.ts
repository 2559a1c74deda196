/** What the parts of the generator share about one form, and how generated code names its variables. */
import type { CheckedField, CheckedForm } from "../../tree/CheckedForm.ts"
import type { Site } from "./Emitter.ts"
import { overflowGuard } from "./OverflowGuard.ts"
import { textLiteral, type Writer } from "./Writer.ts"

/**
 * Names: `data` and `draft` as given, `d0` today in days. Of a field by its slot: `f` its value, `s` what was sent, `h`
 * whether it is hidden, `q` its options that are not offered; of a list `l` its rows and `m` whether it is missing; of a
 * row `s`, `o`, `b` as in FastRow, `c` how many of its names are known, `n` its number, and `f`, `h`, `q` by the slot of its field. Of a
 * section by its index: `v` whether it is shown. `n0` counts known names, `x0` is true where something that was sent is
 * not stored, `o0` are the names of the payload, `p0` the problems.
 */
export interface FormPlan {
  readonly form: CheckedForm
  readonly writer: Writer
  /** The variable of the form's EvaluationContext. */
  readonly context: string
  /** The place of a rule of the form itself. */
  readonly site: Site
  /** The sections whose condition is in its variable already. */
  readonly sectionsShown: Set<number>
}

/** The place of a rule of a list's row. The row's variable is `r` and the list's slot. */
export const rowSite = ({ site }: FormPlan, list: CheckedField): Site => ({
  ...site,
  within: { ...site.within, row: list },
  row: `r${list.slot}`
})

export const isComputed = ({ formula }: CheckedField): boolean => formula !== undefined

/** Writes `body`, then a return for the case that a number in it left what a double counts exactly. */
export const writeRisky = ({ writer }: FormPlan, body: () => void): void => {
  const risks = writer.risks()
  body()
  if (writer.risks() > risks) writer.line(`if (${writer.constant(overflowGuard)}.raised) return undefined;`)
}

/** Reads an own member. Only a name that every object inherits needs the test for it. */
export const member = (writer: Writer, object: string, slug: string): string => {
  const name = `${object}[${textLiteral(slug)}]`
  return slug in Object.prototype
    ? `(${writer.constant(Object.hasOwn)}(${object}, ${textLiteral(slug)}) ? ${name} : undefined)`
    : name
}

/** Writes a loop over a list's rows; the row is in `r` and the slot, its number in a variable of its own. */
export const writeRows = ({ writer }: FormPlan, list: CheckedField, body: (index: string) => void): void => {
  const index = writer.temp()
  writer.line(`for (${index} = 0; ${index} < l${list.slot}.length; ${index}++) {`)
  writer.line(`const r${list.slot} = l${list.slot}[${index}];`)
  body(index)
  writer.line("}")
}

/** The same, and tells the evaluation context the row that the loop is at. */
export const writeRowsNoted = (plan: FormPlan, list: CheckedField, body: (index: string) => void): void => {
  const { context, writer } = plan
  writeRows(plan, list, (index) => {
    writer.line(`${context}.index = ${index}; ${context}.row = r${list.slot};`)
    body(index)
  })
  writer.line(`${context}.index = -1; ${context}.row = void 0;`)
}
