/** What changed in the translations of a form's texts. Texts in the form's first language are compared with the parts that they belong to. */
import type { CheckedForm } from "../tree/CheckedForm.ts"
import { type Change, changed, type ChangedPart, type Pair, paired } from "../Comparison.ts"
import type { Definition, Field } from "../Definition.ts"
import { pointerTokens } from "../values/pointer.ts"

/** A text in one language, by what it is a text of and not by where it stands. */
interface Translated {
  readonly subject: ChangedPart
  readonly name: string
  /** `label.de`, `options.yes.label.de`. */
  readonly member: string
  readonly text: string
}

const inFields = (
  fields: ReadonlyArray<Field>,
  [index = "", ...rest]: ReadonlyArray<string>,
  prefix = ""
): readonly [string, ReadonlyArray<string>] => {
  const field = fields[Number(index)]
  const name = `${prefix}${field?.slug ?? ""}`
  if (field?.type === "list" && rest[0] === "fields") return inFields(field.fields, rest.slice(1), `${name}.`)
  if (field !== undefined && "options" in field && rest[0] === "options")
    return [name, ["options", field.options[Number(rest[1])]?.value ?? "", ...rest.slice(2)]]
  return [name, rest]
}

/** The part that a pointer leads to, its name, and the member within it. */
const partAt = (
  { checks, fields, outcomes, sections }: Definition,
  pointer: string
): readonly [ChangedPart, string, ReadonlyArray<string>] => {
  const [list = "", ...rest] = pointerTokens(pointer)
  const [index = "", ...member] = rest
  switch (list) {
    case "fields":
      return ["field", ...inFields(fields, rest)]
    case "checks":
      return ["check", checks[Number(index)]?.id ?? "", member]
    case "outcomes":
      return ["outcome", outcomes[Number(index)]?.id ?? "", member]
    case "sections":
      return ["section", sections[Number(index)]?.id ?? "", member]
    default:
      return ["form", "", [list, ...rest]]
  }
}

const translatedIn = ({ definition, translations }: CheckedForm): ReadonlyArray<Translated> =>
  [...(translations ?? [])].flatMap(([pointer, texts]) => {
    // Those of effects are compared with their settings, in which all of them stand.
    if (pointer.startsWith("/effects/")) return []
    const [subject, name, member] = partAt(definition, pointer)
    return [...texts].flatMap(([language, text]) =>
      language === definition.languages?.[0] ? [] : [{ subject, name, member: [...member, language].join("."), text }]
    )
  })

const keyOf = ({ member, name, subject }: Translated): string => `${subject} ${name} ${member}`

/** Names of fields, those of rows as `drivers.age`, and the ids of rules: of a part that comes or goes no text is compared. */
const namesIn = ({ definition: { checks, fields, outcomes, sections } }: CheckedForm): ReadonlySet<string> => {
  const slugs = fields.flatMap((field) => [
    field.slug,
    ...(field.type === "list" ? field.fields.map(({ slug }) => `${field.slug}.${slug}`) : [])
  ])
  const of = (subject: ChangedPart, names: ReadonlyArray<string>) => names.map((name) => `${subject} ${name}`)
  return new Set([
    "form ",
    ...of("field", slugs),
    ...of(
      "check",
      checks.map(({ id }) => id)
    ),
    ...of(
      "outcome",
      outcomes.map(({ id }) => id)
    ),
    ...of(
      "section",
      sections.map(({ id }) => id)
    )
  ])
}

export const compareTranslations = ({ after, before }: Pair<CheckedForm>): ReadonlyArray<Change> => {
  const [had, has] = [namesIn(before), namesIn(after)]
  return paired(translatedIn(before), translatedIn(after), keyOf).flatMap(({ after: is, before: was }) => {
    const one = is ?? was
    const part = `${one?.subject} ${one?.name}`
    return one === undefined || was?.text === is?.text || !had.has(part) || !has.has(part)
      ? []
      : [changed(one.subject, one.name, one.member, { before: was?.text, after: is?.text })]
  })
}
