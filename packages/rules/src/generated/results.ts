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

type Names = ReadonlyMap<string, CheckedField>

const namesOf = (fields: ReadonlyArray<CheckedField>): Names =>
  new Map(fields.filter((checked) => !isComputed(checked)).map((checked) => [checked.field.slug, checked]))

/** Of the names of a payload or a row, in their order, the fields that are stored. */
const kept = (
  known: Names,
  names: ReadonlyArray<string>,
  isHidden: (slot: number) => boolean
): ReadonlyArray<CheckedField> =>
  names.flatMap((name) => {
    const checked = known.get(name)
    return checked === undefined || isHidden(checked.slot) ? [] : [checked]
  })

/** The payload without what is not stored: made anew only where there is something to leave out. */
const stored = (fields: ReadonlyArray<CheckedField>) => {
  // Made when they are first needed: for most forms never.
  let known: Names | undefined
  const rowNames: Array<Names | undefined> = []
  const rowOf = (list: CheckedField, entry: JsonObject, row: FastRow | undefined): JsonObject => {
    const names = (rowNames[list.slot] ??= namesOf(list.rows))
    const own = kept(names, Object.keys(entry), (slot) => row?.[`h${slot}`] === true)
    return Object.fromEntries(own.map(({ field }) => [field.slug, entry[field.slug] ?? null]))
  }
  return (
    data: JsonObject,
    names: ReadonlyArray<string>,
    hidden: ReadonlyArray<boolean>,
    lists: ReadonlyArray<ReadonlyArray<FastRow>>
  ): JsonObject => {
    known ??= namesOf(fields)
    return Object.fromEntries(
      kept(known, names, (slot) => hidden[slot] === true).map((checked) => {
        const { slug } = checked.field
        const sent = data[slug] ?? null
        const rows = lists[checked.slot]
        if (checked.field.type !== "list" || rows === undefined || !Array.isArray(sent) || rows.length !== sent.length)
          return [slug, sent]
        const entries: ReadonlyArray<Json> = sent
        return [slug, entries.map((entry, index) => (isObject(entry) ? rowOf(checked, entry, rows[index]) : entry))]
      })
    )
  }
}

/** An expression that gives the data to store. */
export const storedCode = ({ form, writer }: FormPlan): string => {
  const hidden = form.fields.map(({ slot, visibleWhen }) => (visibleWhen === undefined ? "false" : `h${slot}`))
  const lists = form.fields.map(({ field, slot }) => (field.type === "list" ? `l${slot}` : "undefined"))
  return `(x0 ? ${writer.constant(stored(form.fields))}(data, o0, [${hidden.join(", ")}], [${lists.join(", ")}]) : data)`
}
