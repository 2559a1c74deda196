/** What an evaluation gives back besides its problems, as code: computed values, hidden fields, outcomes, effects, and the data to store. */
import type { CheckedField } from "../CheckedForm.ts"
import type { RowField } from "../Definition.ts"
import type { Json, JsonObject } from "../Json.ts"
import { isObject } from "../LongNumber.ts"
import { formatDate, formatTime } from "../value/civil.ts"
import { emitter } from "./backEnd.ts"
import type { FastRow } from "./Book.ts"
import { messageCode } from "./others.ts"
import { type FormPlan, isComputed, writeRows } from "./Plan.ts"
import { fixed } from "./runtime.ts"
import { textLiteral } from "./Writer.ts"

/** A value as JSON. */
const encoded = ({ writer }: FormPlan, field: RowField, value: string): string => {
  switch (field.type) {
    case "money":
      return `(${value} === ${value} ? ${writer.constant(fixed)}(${value}, ${field.decimals}) : null)`
    case "integer":
    case "number": {
      const unit = 10 ** field.decimals
      return `(${value} === ${value} ? ${value}${unit === 1 ? "" : ` / ${unit}`} + 0 : null)`
    }
    case "date":
      return `(${value} === ${value} ? ${writer.constant(formatDate)}(${value}) : null)`
    case "time":
      return `(${value} === ${value} ? ${writer.constant(formatTime)}(${value}) : null)`
    case "datetime":
      return `(${value} === undefined ? null : ${value}.written)`
    default:
      return `(${value} === undefined ? null : ${value})`
  }
}

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
      return isComputed(checked) ? [{ slug: field.slug, code: encoded(plan, field, `f${slot}`), unless }] : []
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
                  code: encoded(plan, own.field, `r${slot}.f${own.slot}`),
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

export const writeOutcomes = ({ form, site, writer }: FormPlan): string => {
  const outcomes = writer.temp()
  writer.line(`${outcomes} = [];`)
  form.outcomes.forEach(({ id, message, when }, index) => {
    writer.line(`if (${emitter.isTrue(site, when)}) {`)
    const severity = form.definition.outcomes[index]?.severity ?? "info"
    writer.line(
      `${outcomes}.push({ id: ${textLiteral(id)}, message: ${messageCode(emitter, site, message)}, severity: "${severity}" });`
    )
    writer.line("}")
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

const kept = (
  fields: ReadonlyArray<CheckedField>,
  sent: JsonObject,
  isHidden: (slot: number) => boolean
): ReadonlyArray<readonly [CheckedField, string, Json]> => {
  const names = new Map(fields.map((checked) => [checked.field.slug, checked]))
  return Object.entries(sent).flatMap(([name, value]) => {
    const checked = names.get(name)
    return checked === undefined || isComputed(checked) || isHidden(checked.slot)
      ? []
      : [[checked, name, value] as const]
  })
}

/** The payload without what is not stored: made anew only where there is something to leave out. */
const stored =
  (fields: ReadonlyArray<CheckedField>) =>
  (data: JsonObject, hidden: ReadonlyArray<boolean>, lists: ReadonlyArray<ReadonlyArray<FastRow>>): JsonObject =>
    Object.fromEntries(
      kept(fields, data, (slot) => hidden[slot] === true).map(([checked, name, sent]) => {
        const rows = lists[checked.slot]
        if (checked.field.type !== "list" || rows === undefined || !Array.isArray(sent) || rows.length !== sent.length)
          return [name, sent]
        const entries: ReadonlyArray<Json> = sent
        return [
          name,
          entries.map((entry, index) =>
            isObject(entry)
              ? Object.fromEntries(
                  kept(checked.rows, entry, (slot) => rows[index]?.[`h${slot}`] === true).map(([, own, value]) => [
                    own,
                    value
                  ])
                )
              : entry
          )
        ]
      })
    )

/** An expression that gives the data to store. */
export const storedCode = ({ form, writer }: FormPlan): string => {
  const hidden = form.fields.map(({ slot, visibleWhen }) => (visibleWhen === undefined ? "false" : `h${slot}`))
  const lists = form.fields.map(({ field, slot }) => (field.type === "list" ? `l${slot}` : "undefined"))
  return `(x0 ? ${writer.constant(stored(form.fields))}(data, [${hidden.join(", ")}], [${lists.join(", ")}]) : data)`
}
