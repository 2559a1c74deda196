/** A form's rules as sentences, for a person or a model that knows the fields. */
import { groupsOf, partsOf } from "../values/groups.ts"
import type { ChoiceField, Definition, Field } from "../Definition.ts"
import { writtenOptions } from "../fields/options.ts"

const ofOptions = (name: string, field: ChoiceField): ReadonlyArray<string> =>
  writtenOptions(field).flatMap(({ value, when }) =>
    when === undefined ? [] : [`The option "${value}" of ${name} is offered only when ${when}.`]
  )

const ofField = (name: string, field: Field): ReadonlyArray<string> => {
  const { formula, requiredWhen, visibleWhen } = field
  return [
    ...(visibleWhen === undefined
      ? []
      : [`${name} is shown only when ${visibleWhen}; otherwise it is not to be sent.`]),
    ...(requiredWhen === undefined ? [] : [`${name} is required when ${requiredWhen}.`]),
    ...(formula === undefined ? [] : [`${name} is computed, as ${formula}; it is not to be sent.`]),
    ...("options" in field ? ofOptions(name, field) : [])
  ]
}

/**
 * One sentence for each rule of the fields, the sections, the checks and the outcomes, in the definition's order. Conditions and formulas are as
 * their author wrote them; a field of a list's rows is `drivers[].birthDate`.
 */
export const rulesOf = ({ checks, fields, outcomes, sections }: Definition): ReadonlyArray<string> => {
  const groups = groupsOf(fields.map(({ slug }) => slug))
  /** `drivers[].age` of a field of rows. */
  const placed = (field: string): string =>
    partsOf(groups, field)
      .filter((part) => part !== undefined)
      .join("[].")
  return [
    ...fields.flatMap((field) => [
      ...ofField(field.slug, field),
      ...(field.type === "list" ? field.fields.flatMap((row) => ofField(`${field.slug}[].${row.slug}`, row)) : [])
    ]),
    ...sections.flatMap(({ fields: own, title, visibleWhen }) =>
      visibleWhen === undefined
        ? []
        : [`“${title}” (${own.join(", ")}) is shown only when ${visibleWhen}; otherwise none of it is to be sent.`]
    ),
    ...checks.map(({ check, field, message }) => {
      const place = field === undefined ? "" : ` of ${placed(field)}`
      return `It is a problem${place}, "${message}", unless ${check}.`
    }),
    ...outcomes.map(
      ({ field, id, message, severity, when }) =>
        `The outcome ${id} (${severity}), "${message}", is raised${field === undefined ? "" : ` at ${placed(field)}`} when ${when}.`
    )
  ]
}
