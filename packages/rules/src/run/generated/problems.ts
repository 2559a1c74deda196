/** What finds the problems of a payload, as code. The evaluation context has their messages and their order. */
import type { CheckedCheck, CheckedField } from "../../tree/CheckedForm.ts"
import type { Field } from "../../Definition.ts"
import { type Location, locationOf } from "../payload/Location.ts"
import { emitter } from "./backEnd.ts"
import type { Site } from "./Emitter.ts"
import { fieldCodeOf } from "./fieldCode.ts"
import { messageCode } from "./texts.ts"
import { type FormPlan, isComputed, member, rowSite, writeRisky, writeRows, writeRowsNoted } from "./FormPlan.ts"
import { lack } from "./fieldReaders.ts"
import { broken, brokenInRow } from "./messages.ts"
import { writeSentences } from "./sentences.ts"
import { uniquesOf } from "./uniques.ts"
import { addressOf } from "./SlowParts.ts"
import { textLiteral } from "./Writer.ts"

/** Code that is true where a field's variable holds an empty or a missing value. */
const looksEmpty = (field: Field, value: string, slot: number): string => {
  if (field.type === "list") return `l${slot}.length === 0`
  return fieldCodeOf(field).isEmpty(value)
}

/** Writes the test for a value that was not sent. */
const writeLack = (plan: FormPlan, site: Site, checked: CheckedField, value: string, sent: string): void => {
  const { context, writer } = plan
  const { field, requiredWhen, slot, visibleWhen } = checked
  const address = site.row === "" ? slot : addressOf(Number(site.row.slice(1)), slot)
  const prefix = site.row === "" ? "" : `${site.row}.`
  const empty = `${visibleWhen === undefined ? "" : `!${prefix}h${slot} && `}${looksEmpty(field, value, slot)}`
  const condition = requiredWhen && emitter.isTrue(site, requiredWhen)
  // Without `required`, an empty list counts as sent, and has the problem `min_items`.
  const unsent = "minItems" in field && (field.minItems ?? 0) > 0 ? `${sent} == null` : undefined
  const asked = [unsent, condition].filter((code) => code !== undefined).join(" || ")
  const when = field.required ? empty : `${empty} && (${asked})`
  writer.line(`if (${when}) ${writer.constant(lack)}(${context}, ${address}, ${sent});`)
}

const mayLack = (checked: CheckedField): boolean =>
  !isComputed(checked) &&
  (checked.field.required ||
    checked.requiredWhen !== undefined ||
    ("minItems" in checked.field && (checked.field.minItems ?? 0) > 0))

const writeRowsLacking = (plan: FormPlan, list: CheckedField): void => {
  const needed = list.rows.filter(mayLack)
  if (needed.length === 0) return
  const { writer } = plan
  const row = `r${list.slot}`
  writeRowsNoted(plan, list, () => {
    writer.line(`if (${row}.o) {`)
    for (const checked of needed)
      writeLack(
        plan,
        rowSite(plan, list),
        checked,
        `${row}.f${checked.slot}`,
        member(writer, `${row}.s`, checked.field.slug)
      )
    writer.line("}")
  })
}

const writeLacking = (plan: FormPlan): void => {
  const { form, site, writer } = plan
  writer.line("if (!draft) {")
  for (const checked of form.fields) {
    const { slot } = checked
    if (mayLack(checked)) writeLack(plan, site, checked, `f${slot}`, `s${slot}`)
    if (checked.field.type === "list") writeRowsLacking(plan, checked)
  }
  writer.line("}")
}

const writeUnknownInRows = (plan: FormPlan, list: CheckedField): void => {
  const { context, writer } = plan
  writeRows(plan, list, (index) => {
    const row = `r${list.slot}`
    writer.line(
      `if (${row}.o && Object.keys(${row}.s).length !== ${row}.c && ${context}.unknownInRow(${list.slot}, ${index}, ${row}.s)) x0 = true;`
    )
  })
}

/** The location of a check that names no field. */
const wholeForm: Location = { field: "", pointer: "/data" }

const writeCheck = (plan: FormPlan, check: CheckedCheck): void => {
  const { form, site, writer } = plan
  const checked = check.about && form.fields[check.about.slot]
  const field = check.about?.row === undefined ? undefined : checked?.rows[check.about.row]
  if (checked === undefined || field === undefined) {
    const { field: name, pointer } = checked === undefined ? wholeForm : locationOf(checked.field.slug)
    writer.line(checked?.visibleWhen === undefined ? "{" : `if (!h${checked.slot}) {`)
    writer.line(`if (${emitter.isFalse(site, check.check)}) {`)
    const at = [name, pointer].map(textLiteral).join(", ")
    writer.line(`p0 = ${writer.constant(broken)}(p0, ${at}, ${messageCode(emitter, site, check.message)});`)
    writer.line("} }")
    return
  }
  const inside = rowSite(plan, checked)
  const slugs = [textLiteral(checked.field.slug), textLiteral(field.field.slug)]
  writeRows(plan, checked, (index) => {
    writer.line(field.visibleWhen === undefined ? "{" : `if (!r${checked.slot}.h${field.slot}) {`)
    writer.line(`if (${emitter.isFalse(inside, check.check)}) {`)
    const message = messageCode(emitter, inside, check.message)
    writer.line(`p0 = ${writer.constant(brokenInRow)}(p0, ${slugs[0]}, ${index}, ${slugs[1]}, ${message});`)
    writer.line("} }")
  })
}

/** Writes what finds the problems, into `p0`. */
export const writeProblems = (plan: FormPlan): void => {
  const { context, form, writer } = plan
  writeLacking(plan)
  for (const list of form.fields) {
    if (list.field.type !== "list") continue
    const uniques = uniquesOf(list.field)
    if (uniques !== undefined)
      writer.line(`${context}.addDuplicates(${list.slot}, l${list.slot}, ${writer.constant(uniques)});`)
    writeUnknownInRows(plan, list)
  }
  writeSentences(plan)
  writer.line(`let p0 = ${context}.problems();`)
  for (const check of form.checks) writeRisky(plan, () => writeCheck(plan, check))
  const unknown = writer.temp()
  writer.line("if (n0 !== o0.length) {")
  writer.line(`${unknown} = ${context}.unknown(o0);`)
  writer.line(`if (${unknown}.length > 0) { x0 = true; p0 = p0 === void 0 ? ${unknown} : p0.concat(${unknown}); }`)
  writer.line("}")
}
