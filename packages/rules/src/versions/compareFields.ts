/** What changed in the fields of a form, or in those of a list's rows. */
import { type CheckedField, type CheckedForm, ownCondition } from "../tree/CheckedForm.ts"
import type { Field } from "../Definition.ts"
import type { Json } from "../Json.ts"
import { kindOf } from "../fields/fieldTypes.ts"
import { isUniqueInRows } from "../fields/running/runningTypes.ts"
import { type Change, changed, type Pair, paired, reason, same } from "../Comparison.ts"
import { compareExtensions, compareOptionExtensions } from "./compareExtensions.ts"
import { ofPlacement } from "./compareSections.ts"
import { meaningOf } from "./resolved.ts"

/** Two fields of one name, and the lists whose rows they belong to. */
interface Place {
  readonly forms: Pair<CheckedForm>
  readonly name: string
  readonly list: { readonly before?: number; readonly after?: number }
}

const asks = (field: Field): boolean => field.required || ("minItems" in field && (field.minItems ?? 0) > 0)

const whyAdded = (name: string, { field, requiredWhen }: CheckedField): string | undefined => {
  if (field.formula !== undefined)
    return kindOf(field.type).mayBreakConstraints(field)
      ? `A payload for which \`${name}\` does not fit its own constraints is refused now.`
      : undefined
  if (asks(field)) return `A payload without \`${name}\` is refused now.`
  return requiredWhen === undefined ? undefined : `A payload without \`${name}\` is refused now, where it is required.`
}

const whyRemoved = (name: string, { field }: CheckedField): string | undefined => {
  if (field.internal === true) return undefined
  return field.formula === undefined
    ? `A payload that sends \`${name}\` is refused now: there is no such field any longer.`
    : `\`${name}\` is not computed any longer, so callers that read it find nothing.`
}

const ofType = ({ name }: Place, before: Field, after: Field): ReadonlyArray<Change> => {
  if (before.type === after.type) return []
  const why = kindOf(after.type).takes.includes(before.type)
    ? undefined
    : `Values of \`${name}\` were of type ${before.type}, and are of type ${after.type} now.`
  return [changed("field", name, "type", { before: before.type, after: after.type }, why)]
}

const ofWords = ({ name }: Place, before: Field, after: Field): ReadonlyArray<Change> =>
  (["label", "description", "messages", "hint", "placeholder", "unit", "default", "readOnly"] as const).flatMap(
    (member) =>
      same(before[member], after[member])
        ? []
        : [changed("field", name, member, { before: before[member], after: after[member] })]
  )

// A list compares its own rows, and reports a change of them like any other.
const uniqueOf = (field: Field): boolean => isUniqueInRows(field) || (field.type === "list" && field.unique)

const ofInternal = (name: string, before: Field, after: Field): ReadonlyArray<Change> => {
  const [was, is] = [before.internal === true, after.internal === true]
  const why = is
    ? `\`${name}\` is internal now: callers without the privilege \`form:read\` find nothing, and a payload that sends it is refused.`
    : undefined
  return was === is ? [] : [changed("field", name, "internal", { before: was, after: is }, why)]
}

const ofFlags = ({ name }: Place, before: Field, after: Field): ReadonlyArray<Change> => {
  const required =
    before.required === after.required
      ? []
      : [
          changed(
            "field",
            name,
            "required",
            { before: before.required, after: after.required },
            after.required ? `A payload without \`${name}\` is refused now.` : undefined
          )
        ]
  const [was, is] = [uniqueOf(before), uniqueOf(after)]
  const why = is ? `Rows that are alike in \`${name}\` are refused now.` : undefined
  return [
    ...required,
    ...(was === is ? [] : [changed("field", name, "unique", { before: was, after: is }, why)]),
    ...ofInternal(name, before, after)
  ]
}

type RuleName = "formula" | "requiredWhen" | "visibleWhen"

const whyRule = (name: string, member: RuleName, before: Field, after: Field): string | undefined => {
  if (member === "visibleWhen")
    return `\`${name}\` is hidden in other cases now: what was not looked at is checked, or what was there is missing.`
  if (member === "requiredWhen")
    return after.requiredWhen === undefined || before.required
      ? undefined
      : `A payload without \`${name}\` is refused in other cases now.`
  if (after.formula === undefined && before.internal === true) return undefined
  if (after.formula === undefined)
    return `\`${name}\` is not computed any longer, so callers that read it find nothing.`
  if (before.formula === undefined) return `\`${name}\` is computed now: what is sent for it is ignored.`
  const how = before.formula === after.formula ? "reads what has changed" : "is computed in another way"
  return `\`${name}\` ${how}: a rule that reads it, or its own constraints, may refuse what was valid.`
}

const ofRules = (place: Place, before: CheckedField, after: CheckedField): ReadonlyArray<Change> =>
  (["visibleWhen", "requiredWhen", "formula"] as const).flatMap((member) => {
    const meaning = (side: "before" | "after", own: CheckedField): string => {
      const tree = member === "visibleWhen" ? ownCondition(own) : own[member]
      return meaningOf(place.forms[side], { written: own.field[member], tree }, place.list[side])
    }
    if (meaning("before", before) === meaning("after", after)) return []
    const pair = { before: before.field[member], after: after.field[member] }
    return [changed("field", place.name, member, pair, whyRule(place.name, member, before.field, after.field))]
  })

/** The condition of an option, by its value. */
const conditionsOf = (
  form: CheckedForm,
  { field, optionsWhen = [] }: CheckedField,
  list: number | undefined
): ReadonlyMap<string, { readonly written: string; readonly meaning: string }> => {
  const options = "options" in field ? field.options : []
  return new Map(
    optionsWhen.map(({ index, value, when }) => {
      const written = options[index]?.when ?? ""
      return [value, { written, meaning: meaningOf(form, { written, tree: when }, list) }]
    })
  )
}

/** Options that both have, and that are offered in other cases. */
const ofOptionsWhen = (
  { forms, list, name }: Place,
  before: CheckedField,
  after: CheckedField
): ReadonlyArray<Change> => {
  if (!("options" in before.field) || !("options" in after.field)) return []
  if (before.optionsWhen === undefined && after.optionsWhen === undefined) return []
  const has = new Set(after.field.options.map(({ value }) => value))
  const [was, is] = [conditionsOf(forms.before, before, list.before), conditionsOf(forms.after, after, list.after)]
  const other = before.field.options
    .map(({ value }) => value)
    .filter((value) => has.has(value) && was.get(value)?.meaning !== is.get(value)?.meaning)
  if (other.length === 0) return []
  const written = (side: typeof was): Json =>
    other.map((value) => {
      const when = side.get(value)?.written
      return { value, ...(when === undefined ? {} : { when }) }
    })
  const less = other.filter((value) => is.has(value))
  const quoted = less
    .slice(0, 20)
    .map((value) => `“${value}”`)
    .join(", ")
  const why =
    less.length === 0
      ? undefined
      : `\`${name}\` offers ${quoted}${less.length > 20 ? ` and ${less.length - 20} more` : ""} in other cases now: a payload that chose it may be refused.`
  return [changed("field", name, "options", { before: written(was), after: written(is) }, why)]
}

const ofBoth = (place: Place, before: CheckedField, after: CheckedField): ReadonlyArray<Change> => [
  ...(place.list.before === undefined ? ofPlacement(place.forms, place.name) : []),
  ...ofWords(place, before.field, after.field),
  ...ofType(place, before.field, after.field),
  ...ofFlags(place, before.field, after.field),
  ...kindOf(after.field.type).compare(place.name, before.field, after.field),
  ...ofOptionsWhen(place, before, after),
  ...compareExtensions("field", place.name, { before: before.field, after: after.field }),
  ...compareOptionExtensions(place.name, before.field, after.field),
  ...ofRules(place, before, after),
  ...(before.field.type === "list" && after.field.type === "list"
    ? compareFields(place.forms, before.rows, after.rows, { before: before.slot, after: after.slot }, `${place.name}.`)
    : [])
]

/** The fields of two forms, or of the rows of two lists. */
export const compareFields = (
  forms: Pair<CheckedForm>,
  before: ReadonlyArray<CheckedField>,
  after: ReadonlyArray<CheckedField>,
  list: Place["list"] = {},
  prefix = ""
): ReadonlyArray<Change> =>
  paired(before, after, ({ field }) => field.slug).flatMap(({ after: is, before: was, name: slug }) => {
    const name = `${prefix}${slug}`
    if (was === undefined && is !== undefined)
      return [{ subject: "field", name, change: "added", ...reason(whyAdded(name, is)) } satisfies Change]
    if (was !== undefined && is === undefined)
      return [{ subject: "field", name, change: "removed", ...reason(whyRemoved(name, was)) } satisfies Change]
    return was === undefined || is === undefined ? [] : ofBoth({ forms, name, list }, was, is)
  })
