/**
 * The members of each kind of part, and the control that each has. A new member of the language is one line here: a test asks the checker for members that
 * are missing. Effects have none of their own: their members come from the published schemas.
 */
import type { FieldType } from "@formwork/rules/Definition"

/**
 * - `line`, `lines`: a text. `template`: one that shows fields in braces. `expression`: one of the rule language.
 * - `flag`: true, or left out. `whole`: a number. `bound`: a number or a text, as the type of the field has its values.
 * - `value`: a value of the field. `choice`: one of a few, by the texts of `choices`. `field`: the name of a field, in rows `list.field`. `names`: those of several.
 * - `slug`: renamed everywhere. `type`: changes the members that go with it. `fixed`: is shown and cannot be changed.
 * - `languages`: the tags in one line. `sentences`: a template for each constraint of the field.
 * - `options`, `attributes`, `optionsFrom`, `constants`, `tables`, `sections`, `workflow`: editors of their own; the rows of tables are written in the source. `outline`: is edited in the outline.
 */
type ControlKind =
  | "line"
  | "lines"
  | "template"
  | "expression"
  | "flag"
  | "whole"
  | "bound"
  | "value"
  | "choice"
  | "field"
  | "names"
  | "slug"
  | "type"
  | "fixed"
  | "languages"
  | "sentences"
  | "options"
  | "attributes"
  | "optionsFrom"
  | "constants"
  | "tables"
  | "sections"
  | "workflow"
  | "outline"

export interface Member {
  readonly name: string
  readonly control: ControlKind
  readonly isRequired?: boolean
  /** It may be written in each language of the form. */
  readonly isTranslated?: boolean
  readonly choices?: ReadonlyArray<string>
  /** What a new one is, as JSON, where a type needs the member. */
  readonly first?: string
}

const member = (name: string, control: ControlKind, more: Omit<Member, "control" | "name"> = {}): Member => ({
  name,
  control,
  ...more
})

const required = { isRequired: true }
const translated = { isTranslated: true }

const unique = member("unique", "flag")
/** What only those see who fill the form in. */
const first = member("default", "value")
const shownFirst = [first, member("placeholder", "line", translated)]
const lengths = [
  member("minLength", "whole"),
  member("maxLength", "whole"),
  member("pattern", "line"),
  unique,
  ...shownFirst
]
const bounds = [member("min", "bound"), member("max", "bound"), unique, ...shownFirst]
const counted = [...bounds, member("unit", "line", translated)]
const items = [member("minItems", "whole"), member("maxItems", "whole"), unique]

/** The options of a choice that has none yet. */
export const newOptions = '[{"value":"one"},{"value":"two"}]'

const options = [
  member("options", "options", { ...required, first: newOptions }),
  member("attributes", "attributes"),
  member("optionsFrom", "optionsFrom")
]

/** Members of a type besides those of every field. A type that is missing here does not compile. */
const ofType: { readonly [T in FieldType]: ReadonlyArray<Member> } = {
  text: lengths,
  longText: lengths,
  email: lengths,
  url: lengths,
  phone: lengths,
  integer: counted,
  number: [member("decimals", "whole"), ...counted],
  money: [member("currency", "line", { ...required, first: '"EUR"' }), ...counted],
  boolean: [first],
  date: bounds,
  time: bounds,
  datetime: bounds,
  choice: [...options, unique, ...shownFirst],
  choices: [...options, ...items, first],
  file: [member("mediaTypes", "names"), member("maxBytes", "whole"), unique],
  list: [member("fields", "outline", { ...required, first: '[{"slug":"field","type":"text"}]' }), ...items]
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of the record above
export const fieldTypes = Object.keys(ofType) as ReadonlyArray<FieldType>

const isFieldType = (type: string): type is FieldType => Object.hasOwn(ofType, type)

/** The members that a new field of a type needs besides its name, as JSON. */
export const firstOf = (type: string): string =>
  (isFieldType(type) ? ofType[type] : [])
    .flatMap(({ first: json, name }) => (json === undefined ? [] : [`,"${name}":${json}`]))
    .join("")

const id = member("id", "line", required)
const severities = ["info", "warning", "error"]

/** Kinds of parts that are not fields. */
const ofKind = {
  form: [
    member("languages", "languages"),
    member("title", "line", { ...required, ...translated }),
    member("code", "fixed", required),
    member("timeZone", "line"),
    member("referencePattern", "line"),
    member("formatVersion", "fixed"),
    member("constants", "constants"),
    member("tables", "tables"),
    member("sections", "sections"),
    member("fields", "outline", required),
    member("checks", "outline"),
    member("outcomes", "outline"),
    member("effects", "outline"),
    member("workflow", "outline")
  ],
  check: [
    id,
    member("field", "field"),
    member("check", "expression", required),
    member("message", "template", { ...required, ...translated })
  ],
  outcome: [
    id,
    member("field", "field"),
    member("severity", "choice", { ...required, choices: severities }),
    member("when", "expression", required),
    member("message", "template", { ...required, ...translated })
  ],
  section: [
    id,
    member("title", "line", { ...required, ...translated }),
    member("description", "lines", translated),
    member("newPage", "flag"),
    member("visibleWhen", "expression"),
    member("fields", "names", required)
  ],
  workflow: [member("initial", "workflow"), member("states", "workflow"), member("transitions", "workflow")],
  transition: [
    member("name", "line", required),
    member("from", "choice", required),
    member("to", "choice", required),
    member("privilege", "choice")
  ],
  option: [member("value", "line", required), member("label", "line"), member("when", "expression")]
} as const satisfies Record<string, ReadonlyArray<Member>>

export const membersOfKind = (kind: keyof typeof ofKind): ReadonlyArray<Member> => ofKind[kind]

/** A heading of the inspector and the members below it. */
export interface MemberGroup {
  readonly id: "basics" | "rules" | "values"
  readonly members: ReadonlyArray<Member>
}

/** What people fill in and no rule works out. */
export const neverComputed: ReadonlySet<string> = new Set(["file", "list"])

/** `unique` compares rows, so it belongs to a list and to the fields of its rows, and to what has several values itself. */
const comparesRows = (type: FieldType, isRow: boolean): boolean => isRow || type === "list" || type === "choices"

/**
 * The members of a field, in the order in which they are shown. Those of an unknown type are the ones of every field.
 * @param isRow whether it belongs to the rows of a list.
 */
export const membersOfField = (type: string, isRow: boolean): ReadonlyArray<MemberGroup> => [
  {
    id: "basics",
    members: [
      member("slug", "slug", required),
      member("type", "type", required),
      member("label", "line", translated),
      member("description", "lines", translated),
      member("hint", "line", translated)
    ]
  },
  {
    id: "values",
    members: isFieldType(type) ? ofType[type].filter((one) => one !== unique || comparesRows(type, isRow)) : []
  },
  {
    id: "rules",
    members: [
      member("required", "flag"),
      member("readOnly", "flag"),
      member("requiredWhen", "expression"),
      member("visibleWhen", "expression"),
      ...(neverComputed.has(type) ? [] : [member("formula", "expression"), member("internal", "flag")]),
      member("messages", "sentences")
    ]
  }
]

/** The names of the members before one: a new member stands behind them. */
export const namesBefore = (members: ReadonlyArray<Member>, name: string): ReadonlyArray<string> =>
  members
    .slice(
      0,
      members.findIndex((one) => one.name === name)
    )
    .map((one) => one.name)
