/**
 * A checked form kept as text, and made again while it is needed. A form that runs needs its fields only for the messages of
 * problems, and its trees only to explain itself and to count beyond doubles; both are many times as large as their text.
 */
import { isName, tokensOf } from "../../language/template.ts"
import { bytesOfTrees } from "./memoryEstimate.ts"
import type { CheckedForm } from "../../tree/CheckedForm.ts"
import type { Definition, DefinitionHead, Field } from "../../Definition.ts"
import { writtenOptions } from "../../fields/options.ts"
import { type InternalFields, internalFieldsOf } from "../../Internal.ts"
import { recheck } from "./recheck.ts"
import type { Pattern } from "../../patterns/knownPatterns.ts"
import { patternOf } from "../../patterns/pattern.ts"
import { optionTable } from "../../tables/optionTable.ts"
import { Table } from "../../tables/Table.ts"
import type { FileField } from "../../values/files.ts"
import { filesOf } from "../fileSentences.ts"
import { groupOf, groupsSent } from "../../values/groups.ts"
import { memoizeWeak } from "./memoizeWeak.ts"
import type { Words } from "../../words/Words.ts"
import { TableOptions, withoutTableOptions } from "./tableOptions.ts"

/** As JSON of one byte a character, where that is shorter: a single character beyond Latin-1 makes a text take two for each. */
const compact = (value: unknown): string => {
  const json = JSON.stringify(value)
  if (!/[^\0-\xff]/.test(json)) return json
  const escaped = json.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
  return escaped.length < 2 * json.length ? escaped : json
}

const lengthOf = (rules: ReadonlyArray<string | undefined>): number =>
  rules.reduce((sum, rule) => sum + (rule?.length ?? 0), 0)

/** Characters of the expressions in messages. */
const shownIn = (messages: ReadonlyArray<string>): number =>
  messages
    .flatMap((message) => tokensOf(message))
    .reduce((sum, token) => sum + (token.token === "placeholder" && !isName(token.slug) ? token.slug.length : 0), 0)

const ofFields = (fields: ReadonlyArray<Field>): number =>
  fields.reduce(
    (sum, field) =>
      sum +
      lengthOf([field.formula, field.visibleWhen, field.requiredWhen]) +
      shownIn(Object.values(field.messages ?? {})) +
      ("options" in field ? lengthOf(writtenOptions(field).map(({ when }) => when)) : 0) +
      (field.type === "list" ? ofFields(field.fields) : 0),
    0
  )

const patternsOf = (fields: ReadonlyArray<Field>): ReadonlyArray<Pattern> =>
  fields.flatMap((field) =>
    field.type === "list" ? patternsOf(field.fields) : "pattern" in field ? (patternOf(field) ?? []) : []
  )

/** Characters of all expressions. */
const rulesOf = ({ checks, effects, fields, outcomes, sections }: Definition): number =>
  ofFields(fields) +
  lengthOf(sections.map(({ visibleWhen }) => visibleWhen)) +
  lengthOf(checks.map(({ check }) => check)) +
  shownIn([...checks, ...outcomes].map(({ message }) => message)) +
  lengthOf(outcomes.map(({ when }) => when)) +
  lengthOf(effects.map(({ when }) => when))

/** Characters of what effects send. Checking a template again is a tenth of checking as long an expression. */
const settingsOf = ({ effects }: Definition): number =>
  effects.reduce((sum, { settings }) => sum + JSON.stringify(settings).length, 0)
const SETTINGS_A_RULE = 10

/** Up to as many characters of rules, four times a large form's, checking them again takes some three milliseconds. */
const MAX_RULES = 8_000

/** Of the attributes of options, which rules find as in a table. */
const attributesOf = (fields: ReadonlyArray<Field>): number =>
  fields.reduce((sum, field) => {
    if (field.type === "list") return sum + attributesOf(field.fields)
    return "attributes" in field ? sum + Table.of(optionTable(field)).bytes : sum
  }, 0)

/** Bytes of the tables that the rules look up in. */
const tablesOf = ({ fields, tables }: Definition): number =>
  tables.reduce((sum, table) => sum + Table.of(table).bytes, attributesOf(fields))

export class LazyForm {
  readonly head: DefinitionHead
  readonly internal: InternalFields | undefined
  readonly files: ReadonlyArray<FileField>
  /** The groups that a payload may have. */
  readonly groups: ReadonlySet<string>
  /** Whether any field is in a group. */
  readonly hasGroups: boolean
  /** Of the language that was read: all forms share them. */
  readonly words: Words
  /** Made again at most once between two garbage collections. A form that would take long to make is kept. */
  readonly checked: () => CheckedForm
  readonly fields: () => ReadonlyArray<Field>
  readonly isText: boolean
  /** About what it keeps. */
  readonly bytes: number
  /** Kept here: reading the fields again then finds the compiled patterns. */
  readonly patterns: ReadonlyArray<Pattern>

  constructor(form: CheckedForm) {
    const { checks, fields, outcomes, ...head } = form.definition
    this.head = head
    this.words = form.words
    this.groups = groupsSent(fields)
    this.hasGroups = fields.some(({ slug }) => groupOf(slug) !== undefined)
    this.internal = internalFieldsOf(fields, this.words)
    this.patterns = patternsOf(fields)
    this.files = filesOf(form)
    const settings = settingsOf(form.definition)
    const options = new TableOptions(fields)
    const tables = tablesOf(form.definition) + options.bytes
    const rules = rulesOf(form.definition) + Math.ceil(settings / SETTINGS_A_RULE)
    this.isText = rules <= MAX_RULES
    if (!this.isText) {
      this.bytes = settings + tables + bytesOfTrees(rules)
      this.checked = () => form
      this.fields = () => fields
      return
    }
    const texts = [compact(withoutTableOptions(fields)), compact(checks), compact(outcomes)] as const
    this.bytes = settings + tables + lengthOf(texts)
    const again = textsAgain(head, texts, options, form.words)
    this.checked = again.checked
    this.fields = again.fields
  }
}

// Outside of the constructor: what is kept must not keep the form.
const textsAgain = (
  head: DefinitionHead,
  [fields, checks, outcomes]: readonly [string, string, string],
  options: TableOptions,
  words: Words
) => {
  // oxlint-disable typescript/no-unsafe-type-assertion -- written above, from the same types
  const read = memoizeWeak(() => options.filledIn(JSON.parse(fields) as Definition["fields"]))
  const rules = () => ({
    checks: JSON.parse(checks) as Definition["checks"],
    outcomes: JSON.parse(outcomes) as Definition["outcomes"]
  })
  // oxlint-enable typescript/no-unsafe-type-assertion
  return { fields: read, checked: memoizeWeak(() => recheck({ ...head, fields: read(), ...rules() }, words)) }
}
