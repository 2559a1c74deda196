/** The fields of an evaluation as code, each after what it reads: first whether it is visible, then its value. */
import { type CheckedField, type OrderedField, ownCondition } from "../../tree/CheckedForm.ts"
import type { RowField } from "../../Definition.ts"
import type { ValueTree } from "../../tree/Tree.ts"
import { powerOfTen } from "../../values/decimal.ts"
import { emitter } from "./backEnd.ts"
import { intervalOf, magnitude, SAFE } from "./intervals.ts"
import type { Site } from "./Emitter.ts"
import { readsOf } from "./bigIntFallback.ts"
import { nothingOf } from "./FastValue.ts"
import { type FormPlan, isComputed, member, rowSite, writeRisky, writeRowsNoted } from "./FormPlan.ts"
import * as readers from "./fieldReaders.ts"
import { guard, overflowGuard } from "./OverflowGuard.ts"
import { addressOf } from "./SlowParts.ts"
import { fieldCodeOf } from "./fieldCode.ts"
import { numberLiteral, textLiteral } from "./Writer.ts"

/** A formula's value in its field's own unit. */
const formulaCode = (site: Site, field: RowField, tree: ValueTree): string => {
  const code = emitter.value(site, tree)
  const factor = tree.kind === "number" && "decimals" in field ? powerOfTen(field.decimals - tree.scale) : 1n
  if (tree.kind !== "number" || factor === 1n) return code
  const wide = `${code} * ${numberLiteral(factor)}`
  const fits = magnitude(intervalOf(site.within, tree)) * factor <= SAFE
  return fits ? wide : `${site.writer.constant(guard)}(${wide})`
}

/** Writes a formula; gives the variable of its value. If doubles overflow, this formula alone runs again in BigInt. */
const writeFormula = (
  { context, writer }: FormPlan,
  site: Site,
  field: RowField,
  formula: ValueTree,
  address: number
): string => {
  const result = writer.temp()
  const start = writer.mark()
  const risks = writer.risks()
  writer.line(`${result} = ${formulaCode(site, field, formula)};`)
  if (formula.kind !== "number" || !("decimals" in field) || writer.risks() === risks) return result
  const { fields, lists } = readsOf(formula)
  const values = fields.map((slot) => `f${slot}`).join(", ")
  const rows = lists.map((slot) => `m${slot} ? null : l${slot}`).join(", ")
  const row = site.row === "" ? "void 0" : site.row
  const [raised, before] = [`${writer.constant(overflowGuard)}.raised`, writer.temp()]
  // An overflow raised before this formula stays raised.
  start(`${before} = ${raised}; ${raised} = false;`)
  writer.line(`if (${raised}) ${result} = ${context}.recompute(${address}, [${values}], [${rows}], ${row}, d0);`)
  writer.line(`if (${before}) ${raised} = true;`)
  return result
}

interface Names {
  readonly value: string
  /** The variable of what was sent; of a computed field none. */
  readonly sent: string
  readonly hidden: string
  readonly hiddenOptions: string
  readonly address: number
}

/** Whether a field is shown. The condition of a section is computed before the first of its fields, and once for all of them. */
const shownCode = ({ form, sectionsShown, writer }: FormPlan, site: Site, checked: CheckedField): string => {
  const own = ownCondition(checked)
  const conditions = own === undefined ? [] : [emitter.isTrue(site, own)]
  const index = checked.inSection?.index
  const section = index === undefined ? undefined : form.sections[index]?.visibleWhen
  if (index === undefined || section === undefined) return conditions.join("")
  if (!sectionsShown.has(index)) {
    sectionsShown.add(index)
    writer.line(`v${index} = ${emitter.isTrue(site, section)};`)
  }
  return [`v${index}`, ...conditions].join(" && ")
}

/** Shown or hidden, then read or computed. */
const writeField = (plan: FormPlan, site: Site, checked: CheckedField, field: RowField, names: Names): void => {
  const { context, writer } = plan
  const { address, hidden, sent, value } = names
  const { formula, visibleWhen } = checked
  if (visibleWhen !== undefined) {
    const isSent = formula === undefined ? `if (${sent} !== void 0) x0 = true;` : ""
    writer.line(`if (!(${shownCode(plan, site, checked)})) { ${hidden} = true; ${isSent} } else {`)
  }
  if (formula === undefined)
    writer.line(`${value} = ${fieldCodeOf(field).sent({ writer, field, context, address }, sent)};`)
  else {
    const result = writeFormula(plan, site, field, formula, address)
    writer.line(`${value} = ${fieldCodeOf(field).computed({ writer, field, context, address }, result)};`)
  }
  writeOffered(plan, site, checked, names)
  if (visibleWhen !== undefined) writer.line("}")
}

/** Which options are not offered, and that none of them is chosen. */
const writeOffered = (
  { context, writer }: FormPlan,
  site: Site,
  { optionsWhen }: CheckedField,
  { address, hiddenOptions, value }: Names
): void => {
  if (optionsWhen === undefined) return
  writer.line(`${hiddenOptions} = [];`)
  for (const { value: option, when } of optionsWhen)
    writer.line(`if (!(${emitter.isTrue(site, when)})) ${hiddenOptions}.push(${textLiteral(option)});`)
  writer.line(`if (${hiddenOptions}.length > 0) ${value} = ${context}.offered(${address}, ${hiddenOptions}, ${value});`)
}

/** A row without values. All rows have the same members in the same order, and so one hidden class in V8. */
const rowLiteral = (list: CheckedField, sent: string, isObject: string, index: string): string => {
  const values = list.rows.map(({ field, slot }) => `f${slot}: ${nothingOf(field)}`)
  const flags = list.rows.flatMap(({ slot, visibleWhen }) => (visibleWhen === undefined ? [] : [`h${slot}: false`]))
  const options = list.rows.flatMap(({ optionsWhen, slot }) => (optionsWhen === undefined ? [] : [`q${slot}: void 0`]))
  return `{ ${[`s: ${sent}`, `o: ${isObject}`, "b: false", "c: 0", `n: ${index} + 1`, ...values, ...flags, ...options].join(", ")} }`
}

const writeList = (plan: FormPlan, list: CheckedField): void => {
  const { context, site, writer } = plan
  const { field, slot } = list
  if (field.type !== "list") return
  const [sent, entry, index, isObject] = [`s${slot}`, writer.temp(), writer.temp(), writer.temp()]
  if (list.visibleWhen !== undefined) {
    writer.line(`if (!(${shownCode(plan, site, list)})) { h${slot} = true; if (${sent} !== void 0) x0 = true; } else`)
  }
  const isList = writer.constant(readers.isList)
  writer.line(`if (${isList}(${context}, ${slot}, ${sent}, ${field.minItems ?? 0}, ${field.maxItems})) {`)
  writer.line(`m${slot} = false; l${slot} = [];`)
  writer.line(`for (${index} = 0; ${index} < ${sent}.length; ${index}++) {`)
  writer.line(`${entry} = ${sent}[${index}]; ${isObject} = ${writer.constant(readers.isRow)}(${entry});`)
  writer.line(
    `if (!${isObject}) { ${entry} = ${writer.constant(noMembers)}; ${context}.addListProblem(${slot}, ${index}, "type"); }`
  )
  writer.line(`l${slot}.push(${rowLiteral(list, entry, isObject, index)});`)
  writer.line("} }")
}

const writeRowField = (
  plan: FormPlan,
  list: CheckedField,
  { checked, field }: { checked: CheckedField; field: RowField }
): void => {
  const { writer } = plan
  const row = `r${list.slot}`
  const isSent = isComputed(checked) ? "" : writer.temp()
  const own = member(writer, `${row}.s`, field.slug)
  if (isSent === "") {
    if (field.internal !== true) writer.line(`if (${own} !== void 0) { ${row}.c++; x0 = true; }`)
  } else writer.line(`${isSent} = ${own}; if (${isSent} !== void 0) ${row}.c++;`)
  writeField(plan, rowSite(plan, list), checked, field, {
    value: `${row}.f${checked.slot}`,
    sent: isSent,
    hidden: `${row}.h${checked.slot}`,
    hiddenOptions: `${row}.q${checked.slot}`,
    address: addressOf(list.slot, checked.slot)
  })
}

/** Whether a rule goes through rows: then the rows have to be complete before it runs for the first of them. */
const goesThroughRows = (tree: unknown): boolean =>
  typeof tree === "object" &&
  tree !== null &&
  ("each" in tree || ("kind" in tree && tree.kind === "rows") || Object.values(tree).some(goesThroughRows))

const isAlone = ({ formula, optionsWhen, visibleWhen }: CheckedField): boolean =>
  goesThroughRows([visibleWhen, formula, optionsWhen])

const rowFieldOf = (
  list: CheckedField | undefined,
  row: number
): { checked: CheckedField; field: RowField } | undefined => {
  const checked = list?.rows[row]
  return checked === undefined || checked.field.type === "list" ? undefined : { checked, field: checked.field }
}

/** Groups the fields that can share one loop over their list's rows. */
const together = (plan: FormPlan): ReadonlyArray<ReadonlyArray<OrderedField>> => {
  const groups: Array<Array<OrderedField>> = []
  let open: Array<OrderedField> | undefined
  for (const ordered of plan.form.order) {
    const checked = ordered.row === undefined ? undefined : plan.form.fields[ordered.slot]?.rows[ordered.row]
    const shares = checked !== undefined && !isAlone(checked)
    if (shares && open?.[0]?.slot === ordered.slot) {
      open.push(ordered)
      continue
    }
    const group = [ordered]
    groups.push(group)
    open = shares ? group : undefined
  }
  return groups
}

/** Writes every field, in the evaluation order. */
export const writeFields = (plan: FormPlan): void => {
  for (const group of together(plan)) writeRisky(plan, () => writeGroup(plan, group))
}

const writeGroup = (plan: FormPlan, group: ReadonlyArray<OrderedField>): void => {
  const [first] = group
  const checked = first && plan.form.fields[first.slot]
  if (first === undefined || checked === undefined) return
  if (first.row !== undefined) {
    writeRowsNoted(plan, checked, () => {
      for (const { row = -1 } of group) {
        const field = rowFieldOf(checked, row)
        if (field !== undefined) writeRowField(plan, checked, field)
      }
    })
  } else if (checked.field.type === "list") writeList(plan, checked)
  else {
    const { slot } = checked
    const names = { value: `f${slot}`, sent: `s${slot}`, hidden: `h${slot}`, hiddenOptions: `q${slot}`, address: slot }
    writeField(plan, plan.site, checked, checked.field, names)
  }
}

/** Writes the variables before the first field: without values, and with what was sent. */
export const writeStart = ({ form, writer }: FormPlan): void => {
  writer.line("let n0 = 0, x0 = false;")
  writer.line("const o0 = Object.keys(data);")
  for (const [index, { visibleWhen }] of form.sections.entries())
    if (visibleWhen !== undefined) writer.line(`let v${index};`)
  for (const checked of form.fields) {
    const { field, slot, visibleWhen } = checked
    const own = member(writer, "data", field.slug)
    if (isComputed(checked)) {
      if (field.internal !== true) writer.line(`if (${own} !== void 0) { n0++; x0 = true; }`)
    } else writer.line(`const s${slot} = ${own}; if (s${slot} !== void 0) n0++;`)
    if (field.type === "list") writer.line(`let l${slot} = ${writer.constant(noRows)}, m${slot} = true;`)
    // A field that is always visible gets its value before anything reads it.
    else writer.line(visibleWhen !== undefined && nothingOf(field) === "NaN" ? `let f${slot} = NaN;` : `let f${slot};`)
    if (visibleWhen !== undefined) writer.line(`let h${slot} = false;`)
    if (checked.optionsWhen !== undefined) writer.line(`let q${slot};`)
  }
}

const noRows: ReadonlyArray<never> = Object.freeze([])
const noMembers = Object.freeze({})
