/** What finds the problems of a payload, as code. The book has their words and their order. */
import type { CheckedCheck, CheckedField } from "../CheckedForm.ts"
import type { Field } from "../Definition.ts"
import type { Json } from "../Json.ts"
import { inRow, rowSpot, type Spot, spotOf } from "../payload/Trouble.ts"
import { emitter } from "./backEnd.ts"
import type { Site } from "./Emitter.ts"
import { messageCode } from "./others.ts"
import { type FormPlan, isComputed, member, rowSite, writeRisky, writeRows } from "./Plan.ts"
import { textLiteral } from "./Writer.ts"

const isEmpty = (sent: Json | undefined): boolean =>
  sent === undefined || sent === null || sent === "" || (Array.isArray(sent) && sent.length === 0)

/** Code that is true where a field's variable has nothing to show for what was sent. */
const looksEmpty = (field: Field, value: string, slot: number): string => {
  if (field.type === "list") return `l${slot}.length === 0`
  if (field.type === "choices") return `(${value} === undefined || ${value}.length === 0)`
  if ("decimals" in field || field.type === "date" || field.type === "time") return `${value} !== ${value}`
  return `(${value} === undefined || ${value} === "")`
}

/** The condition under which something that was not sent is a problem; undefined where it never is. */
const lackingCode = (
  { writer }: FormPlan,
  site: Site,
  checked: CheckedField,
  value: string,
  sent: string
): string | undefined => {
  const { field, requiredWhen, slot } = checked
  const empty = `${writer.constant(isEmpty)}(${sent})`
  const needsItems =
    "minItems" in field && (field.minItems ?? 0) > 0 ? [`${sent} === undefined || ${sent} === null`] : []
  const required = field.required
    ? [empty]
    : requiredWhen === undefined
      ? []
      : [`${empty} && ${emitter.isTrue(site, requiredWhen)}`]
  const all = [...needsItems, ...required]
  return all.length === 0 ? undefined : `${looksEmpty(field, value, slot)} && (${all.join(" || ")})`
}

const mayLack = (checked: CheckedField): boolean =>
  !isComputed(checked) &&
  (checked.field.required ||
    checked.requiredWhen !== undefined ||
    ("minItems" in checked.field && (checked.field.minItems ?? 0) > 0))

const shown = ({ slot, visibleWhen }: CheckedField, prefix = ""): string =>
  visibleWhen === undefined ? "" : `!${prefix}h${slot} && `

const writeRowsLacking = (plan: FormPlan, list: CheckedField): void => {
  const { book, writer } = plan
  const needed = list.rows.filter(mayLack)
  if (needed.length === 0) return
  writeRows(plan, list, (index) => {
    const row = `r${list.slot}`
    for (const checked of needed) {
      const sent = writer.temp()
      writer.line(`${sent} = ${member(writer, `${row}.s`, checked.field.slug)};`)
      const code = lackingCode(plan, rowSite(plan, list), checked, `${row}.f${checked.slot}`, sent)
      if (code !== undefined)
        writer.line(
          `if (${row}.o && ${shown(checked, `${row}.`)}${code}) ${writer.constant(book.lacking)}(${list.slot}, ${checked.slot}, ${index});`
        )
    }
  })
}

const writeLacking = (plan: FormPlan): void => {
  const { book, form, site, writer } = plan
  writer.line("if (!draft) {")
  for (const checked of form.fields) {
    const { slot } = checked
    const code = mayLack(checked) ? lackingCode(plan, site, checked, `f${slot}`, `s${slot}`) : undefined
    if (code !== undefined)
      writer.line(`if (${shown(checked)}${code}) ${writer.constant(book.lacking)}(${slot}, undefined, -1);`)
    if (checked.field.type === "list") writeRowsLacking(plan, checked)
  }
  writer.line("}")
}

const hasUnique = ({ field, rows }: CheckedField): boolean =>
  field.type === "list" &&
  (field.unique || rows.some((row) => "unique" in row.field && row.field.type !== "choices" && row.field.unique))

const writeUnknownInRows = (plan: FormPlan, list: CheckedField): void => {
  const { book, writer } = plan
  writeRows(plan, list, (index) => {
    const row = `r${list.slot}`
    writer.line(
      `if (${row}.o && Object.keys(${row}.s).length !== ${row}.c && ${writer.constant(book.unknownInRow)}(${list.slot}, ${index}, ${row}.s)) x0 = true;`
    )
  })
}

const writeProblem = (
  plan: FormPlan,
  site: Site,
  { message }: CheckedCheck,
  spot: (name: keyof Spot) => string
): void =>
  plan.writer.line(
    `(p0 ??= []).push({ field: ${spot("field")}, message: ${messageCode(emitter, site, message)}, code: "rule", pointer: ${spot("pointer")} });`
  )

// Outside of the function that writes: what is kept for a form must not keep the writer.
const placeIn =
  (list: string, field: string) =>
  (index: number): Spot =>
    inRow(rowSpot(spotOf(list), index), field)

const writeCheck = (plan: FormPlan, check: CheckedCheck): void => {
  const { form, site, writer } = plan
  const checked = check.about && form.fields[check.about.slot]
  const field = check.about?.row === undefined ? undefined : checked?.rows[check.about.row]
  const literal = (spot: Spot) => (name: keyof Spot) => textLiteral(spot[name])
  if (checked === undefined || field === undefined) {
    const spot = checked === undefined ? { field: "", pointer: "/data" } : spotOf(checked.field.slug)
    writer.line(`${checked?.visibleWhen === undefined ? "" : `if (!h${checked.slot})`} {`)
    writer.line(`if (${emitter.isFalse(site, check.check)}) {`)
    writeProblem(plan, site, check, literal(spot))
    writer.line("} }")
    return
  }
  const inside = rowSite(plan, checked)
  const place = writer.constant(placeIn(checked.field.slug, field.field.slug))
  writeRows(plan, checked, (index) => {
    if (field.visibleWhen !== undefined) writer.line(`if (!r${checked.slot}.h${field.slot}) {`)
    writer.line(`if (${emitter.isFalse(inside, check.check)}) {`)
    writeProblem(plan, inside, check, (name) => `${place}(${index}).${name}`)
    writer.line("}")
    if (field.visibleWhen !== undefined) writer.line("}")
  })
}

/** Writes what finds the problems, into `p0`. */
export const writeProblems = (plan: FormPlan): void => {
  const { book, form, writer } = plan
  writeLacking(plan)
  for (const list of form.fields) {
    if (list.field.type !== "list") continue
    if (hasUnique(list)) writer.line(`${writer.constant(book.repeats)}(${list.slot}, l${list.slot});`)
    writeUnknownInRows(plan, list)
  }
  writer.line(`let p0 = ${writer.constant(book.problems)}();`)
  for (const check of form.checks) writeRisky(plan, () => writeCheck(plan, check))
  const unknown = writer.temp()
  writer.line("if (n0 !== o0.length) {")
  writer.line(`${unknown} = ${writer.constant(book.unknown)}(o0);`)
  writer.line(`if (${unknown}.length > 0) { x0 = true; p0 = p0 === undefined ? ${unknown} : p0.concat(${unknown}); }`)
  writer.line("}")
}
