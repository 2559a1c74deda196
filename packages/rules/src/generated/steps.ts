/** The steps of an evaluation as code: each field after what it reads, first whether it is shown, then its value. */
import type { CheckedField, Step } from "../CheckedForm.ts"
import type { RowField } from "../Definition.ts"
import { isObject } from "../LongNumber.ts"
import type { ValueTree } from "../Tree.ts"
import { powerOfTen } from "../value/decimal.ts"
import { emitter } from "./backEnd.ts"
import { nothingOf } from "./Book.ts"
import { boundsOf, magnitude, SAFE } from "./bounds.ts"
import type { Site } from "./Emitter.ts"
import { exactly, readsOf } from "./exact.ts"
import { type FormPlan, member, rowSite, writeRisky, writeRows } from "./Plan.ts"
import { guard, overflow } from "./runtime.ts"
import { writeComputed, writeSent } from "./values.ts"
import { numberLiteral } from "./Writer.ts"

/** A formula's value in its field's own unit. */
const formulaCode = (site: Site, field: RowField, tree: ValueTree): string => {
  switch (tree.kind) {
    case "number": {
      const code = emitter.number(site, tree)
      const factor = "decimals" in field ? powerOfTen(field.decimals - tree.scale) : 1n
      if (factor === 1n) return code
      const wide = `${code} * ${numberLiteral(factor)}`
      const fits = magnitude(boundsOf(site.within, tree)) * factor <= SAFE
      return fits ? wide : `${site.writer.constant(guard)}(${wide})`
    }
    case "text":
      return emitter.text(site, tree)
    case "boolean":
      return emitter.boolean(site, tree)
    case "date":
    case "time":
      return emitter.days(site, tree)
    case "datetime":
      return emitter.moment(site, tree)
    case "choices":
      return emitter.choices(site, tree)
  }
}

/** Writes a formula; gives the variable of its value. One that doubles cannot count is run again, by itself, exactly. */
const writeFormula = (
  { form, writer }: FormPlan,
  site: Site,
  field: RowField,
  formula: ValueTree,
  inRow: boolean
): string => {
  const result = writer.temp()
  const start = writer.mark()
  const risks = writer.risks()
  writer.line(`${result} = ${formulaCode(site, field, formula)};`)
  if (formula.kind !== "number" || !("decimals" in field) || writer.risks() === risks) return result
  const { fields, lists } = readsOf(formula)
  const values = fields.map((slot) => `f${slot}`).join(", ")
  const rows = lists.map((slot) => `m${slot} ? null : l${slot}`).join(", ")
  const again = writer.constant(exactly(form, inRow ? site.within.row : undefined, formula, field.decimals))
  const [raised, before] = [`${writer.constant(overflow)}.raised`, writer.temp()]
  // What was raised before is not this formula's to take back.
  start(`${before} = ${raised}; ${raised} = false;`)
  writer.line(`if (${raised}) ${result} = ${again}([${values}], [${rows}], ${inRow ? site.row : "undefined"}, d0);`)
  writer.line(`if (${before}) ${raised} = true;`)
  return result
}

interface Names {
  readonly value: string
  readonly sent: string
  readonly hidden: string
  /** The number of the row, -1 outside of rows. */
  readonly index: string
  readonly row: number | undefined
}

/** Shown or hidden, then read or computed. */
const writeField = (
  plan: FormPlan,
  site: Site,
  checked: CheckedField,
  field: RowField,
  slot: number,
  names: Names
): void => {
  const { book, writer } = plan
  const { hidden, index, row, sent, value } = names
  const place = row === undefined ? index : `${index}, ${site.row}`
  if (checked.visibleWhen !== undefined) {
    writer.line(`if (!(${emitter.isTrue(site, checked.visibleWhen)})) {`)
    writer.line(`${hidden} = true; if (${sent} !== undefined) x0 = true;`)
    writer.line("} else {")
  }
  const { formula } = checked
  if (formula === undefined) {
    const otherwise = `${writer.constant(book.hold(slot, row))}(${sent}, ${place})`
    writeSent(writer, field, { value, sent, otherwise })
  } else {
    const result = writeFormula(plan, site, field, formula, row !== undefined)
    const otherwise = `${writer.constant(book.limit(slot, row))}(${result}, ${place})`
    writeComputed(writer, field, result, { value, sent, otherwise })
    writer.line(`if (${sent} !== undefined) x0 = true;`)
  }
  if (checked.visibleWhen !== undefined) writer.line("}")
}

/** A row without values: the same members in the same order for each, so that all have one shape. */
const rowLiteral = (list: CheckedField, sent: string, isRow: boolean): string => {
  const values = list.rows.map(({ field, slot }) => `f${slot}: ${nothingOf(field)}`)
  const flags = list.rows.flatMap(({ slot, visibleWhen }) => (visibleWhen === undefined ? [] : [`h${slot}: false`]))
  return `{ ${[`s: ${sent}`, `o: ${isRow}`, "b: false", "c: 0", ...values, ...flags].join(", ")} }`
}

const writeList = ({ book, site, writer }: FormPlan, list: CheckedField): void => {
  const { field, slot } = list
  if (field.type !== "list") return
  const [sent, trouble, entry, index] = [`s${slot}`, writer.constant(book.listTrouble), writer.temp(), writer.temp()]
  if (list.visibleWhen !== undefined) {
    writer.line(
      `if (!(${emitter.isTrue(site, list.visibleWhen)})) { h${slot} = true; if (${sent} !== undefined) x0 = true; } else`
    )
  }
  writer.line(`if (${sent} !== undefined && ${sent} !== null) {`)
  writer.line(`if (!Array.isArray(${sent})) ${trouble}(${slot}, -1, "type");`)
  writer.line(`else if (${sent}.length > ${field.maxItems}) ${trouble}(${slot}, -1, "max_items");`)
  writer.line("else {")
  if ((field.minItems ?? 0) > 0)
    writer.line(`if (${sent}.length < ${field.minItems}) ${trouble}(${slot}, -1, "min_items");`)
  writer.line(`m${slot} = false; l${slot} = [];`)
  writer.line(`for (${index} = 0; ${index} < ${sent}.length; ${index}++) {`)
  writer.line(`${entry} = ${sent}[${index}];`)
  writer.line(`if (${writer.constant(isObject)}(${entry})) l${slot}.push(${rowLiteral(list, entry, true)});`)
  writer.line(
    `else { l${slot}.push(${rowLiteral(list, writer.constant(Object.freeze({})), false)}); ${trouble}(${slot}, ${index}, "type"); }`
  )
  writer.line("} } }")
}

const writeRowField = (
  plan: FormPlan,
  list: CheckedField,
  { checked, field }: { checked: CheckedField; field: RowField },
  index: string
): void => {
  const { writer } = plan
  const sent = writer.temp()
  writer.line(`${sent} = ${member(writer, `r${list.slot}.s`, field.slug)};`)
  writer.line(`if (${sent} !== undefined) r${list.slot}.c++;`)
  writeField(plan, rowSite(plan, list), checked, field, list.slot, {
    value: `r${list.slot}.f${checked.slot}`,
    sent,
    hidden: `r${list.slot}.h${checked.slot}`,
    index,
    row: checked.slot
  })
}

/** Whether a rule goes through rows: then the rows have to be complete before it runs for the first of them. */
const goesThroughRows = (tree: unknown): boolean =>
  typeof tree === "object" &&
  tree !== null &&
  ("each" in tree || ("kind" in tree && tree.kind === "rows") || Object.values(tree).some(goesThroughRows))

const isAlone = ({ formula, visibleWhen }: CheckedField): boolean => goesThroughRows([visibleWhen, formula])

const rowFieldOf = (
  list: CheckedField | undefined,
  row: number
): { checked: CheckedField; field: RowField } | undefined => {
  const checked = list?.rows[row]
  return checked === undefined || checked.field.type === "list" ? undefined : { checked, field: checked.field }
}

/** Steps that can share one loop over their list's rows. */
const together = (plan: FormPlan): ReadonlyArray<ReadonlyArray<Step>> => {
  const groups: Array<Array<Step>> = []
  let open: Array<Step> | undefined
  for (const step of plan.form.order) {
    const checked = step.row === undefined ? undefined : plan.form.fields[step.slot]?.rows[step.row]
    const shares = checked !== undefined && !isAlone(checked)
    if (shares && open?.[0]?.slot === step.slot) {
      open.push(step)
      continue
    }
    const group = [step]
    groups.push(group)
    open = shares ? group : undefined
  }
  return groups
}

/** Writes every step, in the order of the plan. */
export const writeSteps = (plan: FormPlan): void => {
  for (const group of together(plan)) writeRisky(plan, () => writeGroup(plan, group))
}

const writeGroup = (plan: FormPlan, group: ReadonlyArray<Step>): void => {
  const [first] = group
  const checked = first && plan.form.fields[first.slot]
  if (first === undefined || checked === undefined) return
  if (first.row !== undefined) {
    writeRows(plan, checked, (index) => {
      for (const { row = -1 } of group) {
        const field = rowFieldOf(checked, row)
        if (field !== undefined) writeRowField(plan, checked, field, index)
      }
    })
  } else if (checked.field.type === "list") writeList(plan, checked)
  else {
    const { slot } = checked
    const names = { value: `f${slot}`, sent: `s${slot}`, hidden: `h${slot}`, index: "-1", row: undefined }
    writeField(plan, plan.site, checked, checked.field, slot, names)
  }
}

/** Writes what is known before the first step: nothing, and what was sent. */
export const writeStart = ({ form, writer }: FormPlan): void => {
  writer.line("let n0 = 0, x0 = false;")
  writer.line("const o0 = Object.keys(data);")
  for (const { field, slot, visibleWhen } of form.fields) {
    writer.line(`const s${slot} = ${member(writer, "data", field.slug)};`)
    writer.line(`if (s${slot} !== undefined) n0++;`)
    if (field.type === "list") writer.line(`let l${slot} = ${writer.constant(noRows)}, m${slot} = true;`)
    else writer.line(`let f${slot} = ${nothingOf(field)};`)
    if (visibleWhen !== undefined) writer.line(`let h${slot} = false;`)
  }
}

const noRows: ReadonlyArray<never> = Object.freeze([])
