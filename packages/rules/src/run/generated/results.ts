/** What an evaluation gives back besides its problems, as code: computed values, hidden fields, outcomes, effects, and the data to store. */
import type { Outcome } from "../../Evaluation.ts"
import type { CheckedField, CheckedOutcome } from "../../tree/CheckedForm.ts"
import { locationOf } from "../payload/Location.ts"
import { emitter } from "./backEnd.ts"
import { messageCode } from "./texts.ts"
import { fieldCodeOf } from "./fieldCode.ts"
import type { Site } from "./Emitter.ts"
import { type FormPlan, isComputed, rowSite, writeRows } from "./FormPlan.ts"
import { raise, raiseAt, raiseInRow } from "./messages.ts"
import { textLiteral } from "./Writer.ts"

/** An object's members, in order, some of them only where they are not hidden. */
const writeMembers = (
  writer: FormPlan["writer"],
  name: string,
  members: ReadonlyArray<{ slug: string; code: string; unless: string | undefined }>
): void => {
  const always = members.findIndex(({ unless }) => unless !== undefined)
  const fixedPart = always === -1 ? members : members.slice(0, always)
  writer.line(`${name} = { ${fixedPart.map(({ code, slug }) => `${textLiteral(slug)}: ${code}`).join(", ")} };`)
  for (const { code, slug, unless } of members.slice(fixedPart.length)) {
    writer.line(`${unless === undefined ? "" : `if (!${unless}) `}${name}[${textLiteral(slug)}] = ${code};`)
  }
}

/** Writes the computed values; gives the variable that holds them. */
export const writeCalculated = (plan: FormPlan): string => {
  const { form, writer } = plan
  const result = writer.temp()
  const members = form.fields.flatMap((checked) => {
    const { field, slot, visibleWhen } = checked
    const unless = visibleWhen === undefined ? undefined : `h${slot}`
    if (field.type !== "list")
      return isComputed(checked)
        ? [{ slug: field.slug, code: fieldCodeOf(field).json(writer, field, `f${slot}`), unless }]
        : []
    const computed = checked.rows.filter(isComputed)
    if (computed.length === 0) return []
    const [rows, row] = [writer.temp(), writer.temp()]
    writer.line(`${rows} = [];`)
    writeRows(plan, checked, () => {
      writeMembers(
        writer,
        row,
        computed.flatMap((own) =>
          own.field.type === "list"
            ? []
            : [
                {
                  slug: own.field.slug,
                  code: fieldCodeOf(own.field).json(writer, own.field, `r${slot}.f${own.slot}`),
                  unless: own.visibleWhen === undefined ? undefined : `r${slot}.h${own.slot}`
                }
              ]
        )
      )
      writer.line(`${rows}.push(${row});`)
    })
    return [{ slug: field.slug, code: rows, unless }]
  })
  writeMembers(writer, result, members)
  return result
}

export const writeHidden = (plan: FormPlan): string => {
  const { form, writer } = plan
  const hidden = writer.temp()
  writer.line(`${hidden} = [];`)
  for (const checked of form.fields) {
    const { field, rows, slot, visibleWhen } = checked
    if (visibleWhen !== undefined) writer.line(`if (h${slot}) ${hidden}.push(${textLiteral(field.slug)});`)
    const hideable = rows.filter((row) => row.visibleWhen !== undefined)
    if (hideable.length === 0) continue
    writeRows(plan, checked, (index) => {
      for (const own of hideable) {
        writer.line(
          `if (r${slot}.h${own.slot}) ${hidden}.push(${textLiteral(`${field.slug}[`)} + ${index} + ${textLiteral(`].${own.field.slug}`)});`
        )
      }
    })
  }
  return hidden
}

/** Writes the options that are not offered; gives their variable, undefined for a form without an option that may be hidden. */
export const writeHiddenOptions = (plan: FormPlan): string | undefined => {
  const { form, writer } = plan
  const mayHide = ({ optionsWhen }: CheckedField): boolean => optionsWhen !== undefined
  if (!form.fields.some((checked) => mayHide(checked) || checked.rows.some(mayHide))) return undefined
  const hidden = writer.temp()
  const note = writer.constant(noteHidden)
  writer.line(`${hidden} = {};`)
  for (const checked of form.fields) {
    const { field, rows, slot } = checked
    if (mayHide(checked)) writer.line(`${note}(${hidden}, ${textLiteral(field.slug)}, q${slot});`)
    const hiding = rows.filter(mayHide)
    if (hiding.length === 0) continue
    writeRows(plan, checked, (index) => {
      for (const own of hiding) {
        const name = `${textLiteral(`${field.slug}[`)} + ${index} + ${textLiteral(`].${own.field.slug}`)}`
        writer.line(`${note}(${hidden}, ${name}, r${slot}.q${own.slot});`)
      }
    })
  }
  return hidden
}

const noteHidden = (
  found: { [field: string]: ReadonlyArray<string> },
  name: string,
  hidden: ReadonlyArray<string> | undefined
): void => {
  if (hidden !== undefined && hidden.length > 0) found[name] = hidden
}

const writeOutcome = (
  plan: FormPlan,
  { about, id, message, when }: CheckedOutcome,
  severity: Outcome["severity"],
  outcomes: string
): void => {
  const { form, site, writer } = plan
  const checked = about && form.fields[about.slot]
  const field = about?.row === undefined ? undefined : checked?.rows[about.row]
  /** @param location code of the arguments that say where. */
  const raised = (at: Site, by: object, location: string): void => {
    writer.line(`if (${emitter.isTrue(at, when)}) {`)
    const said = messageCode(emitter, at, message)
    writer.line(`${writer.constant(by)}(${outcomes}, ${textLiteral(id)}, ${said}, "${severity}"${location});`)
    writer.line("}")
  }
  if (checked === undefined) return raised(site, raise, "")
  if (field === undefined) {
    const { field: name, pointer } = locationOf(checked.field.slug)
    if (checked.visibleWhen !== undefined) writer.line(`if (!h${checked.slot}) {`)
    raised(site, raiseAt, `, ${textLiteral(name)}, ${textLiteral(pointer)}`)
    if (checked.visibleWhen !== undefined) writer.line("}")
    return
  }
  writeRows(plan, checked, (index) => {
    if (field.visibleWhen !== undefined) writer.line(`if (!r${checked.slot}.h${field.slot}) {`)
    const slugs = [textLiteral(checked.field.slug), textLiteral(field.field.slug)]
    raised(rowSite(plan, checked), raiseInRow, `, ${slugs[0]}, ${index}, ${slugs[1]}`)
    if (field.visibleWhen !== undefined) writer.line("}")
  })
}

export const writeOutcomes = (plan: FormPlan): string => {
  const { form, writer } = plan
  const outcomes = writer.temp()
  writer.line(`${outcomes} = [];`)
  form.outcomes.forEach((outcome, index) => {
    const severity = form.definition.outcomes[index]?.severity ?? "info"
    writeOutcome(plan, outcome, severity, outcomes)
  })
  return outcomes
}

export const writeEffects = ({ form, site, writer }: FormPlan): string => {
  const effects = writer.temp()
  writer.line(`${effects} = [];`)
  for (const { id, when } of form.effects) {
    writer.line(
      `${when === undefined ? "" : `if (${emitter.isTrue(site, when)}) `}${effects}.push(${textLiteral(id)});`
    )
  }
  return effects
}

/** Writes the end: the result, whose data to store is what was sent unless something has to be left out. */
export const writeResult = (
  plan: FormPlan,
  hiddenOptions: string | undefined,
  members: ReadonlyArray<string>
): void => {
  const { context, form, writer } = plan
  const hidden = form.fields.flatMap(({ slot, visibleWhen }) => (visibleWhen === undefined ? [] : [`h${slot}`]))
  const lists = form.fields.flatMap(({ field, slot }) => (field.type === "list" ? [`l${slot}`] : []))
  const [calculated, hiddenFields, outcomes, effects] = members
  const options = hiddenOptions === undefined ? "" : `hiddenOptions: ${hiddenOptions}, `
  const result = (data: string) =>
    `{ valid: p0 === void 0, calculatedData: ${calculated}, hiddenFields: ${hiddenFields}, ${options}outcomes: ${outcomes}, ` +
    `problems: p0 === void 0 ? [] : p0, ${data}effects: ${effects} }`
  const [rest, whole] = [result(""), result("data, ")]
  writer.line(`if (x0) return ${context}.leavingOut(${rest}, data, o0, [${hidden.join(", ")}], [${lists.join(", ")}]);`)
  writer.line(`return ${whole};`)
}
