/** Writes a checked form as a text that `runPortable` runs, in a page that has neither the check nor what reads patterns. */
import type { ChoiceField, Field } from "./Definition.ts"
import type { Pattern } from "./patterns/knownPatterns.ts"
import { patternOf } from "./patterns/pattern.ts"
import { Table } from "./tables/Table.ts"
import { internalFieldsOf } from "./Internal.ts"
import type { CheckedField, CheckedForm } from "./tree/CheckedForm.ts"
import { wordsOfPage } from "./words/fileProblem.ts"
import { FORMAT, type PortableForm, type PortablePattern } from "./run/portable/PortableForm.ts"

export interface PortableOptions {
  /** True: whoever has the text may read the form's internal fields. */
  readonly internal?: boolean
}

/**
 * Throws for a form with internal fields unless `internal` is true: a page can only run what it can read, so evaluate such a form on
 * the server (docs/decisions/0256).
 * @returns JSON of the form's title and time zone, its fields, its tables and the checked rules. Its effects, its workflow and its rules as they
 * were written are not in it; labels, descriptions, `x-` members, options, messages, tables and the rules themselves are, so that anyone who has the text can
 * read them. So are the engine's own sentences in the language that was read: a page has none.
 */
export const toPortable = (
  { checks, definition, fields, order, outcomes, sections, words }: CheckedForm,
  { internal = false }: PortableOptions = {}
): string => {
  if (!internal && internalFieldsOf(definition.fields) !== undefined)
    throw new Error(
      `The form ${JSON.stringify(definition.title)} has internal fields, which anyone with its portable text could read. Evaluate it on the server, or write the text with { internal: true } for readers of the form.`
    )
  const patterns = new Map<string, Pattern>()
  const form = {
    definition: {
      outcomes: definition.outcomes.map(({ severity }) => ({ severity })),
      sections: definition.sections.map(({ visibleWhen: _, ...section }) => section),
      extensions: definition.extensions
    },
    fields: fields.map(withoutText),
    sections,
    order,
    checks,
    outcomes,
    effects: [],
    words: wordsOfPage(words)
  }
  const ofOptions = new Map<Table, string>()
  for (const pattern of definition.fields.flatMap(patternsOf)) patterns.set(pattern.source, pattern)
  // Names of constants and of attributes are for authors: a page runs their values.
  const written = JSON.stringify(form, (name, value: unknown) =>
    name === "constant" || name === "ofOption"
      ? undefined
      : name === "extensions"
        ? asText(value)
        : jsonOf(value, patterns, ofOptions)
  )
  const portable: Omit<PortableForm, "form"> = {
    format: FORMAT,
    title: definition.title,
    timeZone: definition.timeZone,
    patterns: [...patterns.values()].map(portablePattern),
    tables: [...definition.tables, ...[...ofOptions].map(([table, name]) => ({ ...table.definition, name }))]
  }
  return `${JSON.stringify(portable).slice(0, -1)},"form":${written}}`
}

const patternsOf = (field: Field): ReadonlyArray<Pattern> => {
  if (field.type === "list") return field.fields.flatMap(patternsOf)
  const pattern = "pattern" in field ? patternOf(field) : undefined
  return pattern === undefined ? [] : [pattern]
}

/** Conditions and attributes are in the rules that use them, and the options of a table in the table. */
const bareOptions = ({ options, optionsFrom }: ChoiceField): ReadonlyArray<object> =>
  optionsFrom === undefined ? options.map(({ extensions, label, value }) => ({ value, label, extensions })) : []

/** Rules as they were written are for authors. */
const bare = (field: Field): object => {
  const { formula: _, messages: ____, requiredWhen: __, visibleWhen: ___, ...rest } = field
  return "options" in field
    ? { ...rest, options: bareOptions(field), attributes: undefined, ownOptions: undefined }
    : rest
}

/** The condition of a section stands once, and not with each of its fields. */
const withoutText = ({ field, inSection, rows, visibleWhen, ...rules }: CheckedField): object => ({
  ...rules,
  ...(inSection === undefined ? { visibleWhen } : { inSection }),
  field: field.type === "list" ? { ...bare(field), fields: field.fields.map(bare) } : bare(field),
  rows: rows.map(withoutText)
})

const isPattern = (value: object): value is Pattern => "test" in value && typeof value.test === "function"

/** A table of the form by its name; the attributes of a choice's options by a name that no table has. */
const nameOf = (table: Table, ofOptions: Map<Table, string>): string => {
  if (table.definition.isBuiltIn !== true) return table.definition.name
  const known = ofOptions.get(table) ?? `options ${ofOptions.size}`
  ofOptions.set(table, known)
  return known
}

/** Members of an author's own: as a text, because their names may be any. */
const asText = (extensions: unknown): unknown =>
  extensions === undefined ? undefined : { $json: JSON.stringify(extensions) }

/**
 * What JSON lacks, as an object with one member. INVARIANT: the members of trees and of definitions are named in this package, and no name
 * begins with a dollar sign. Names that authors choose are values, or keys of a `Map`.
 */
const jsonOf = (value: unknown, patterns: Map<string, Pattern>, ofOptions: Map<Table, string>): unknown => {
  if (typeof value === "bigint") return { $bigint: String(value) }
  if (value instanceof Map) return { $map: [...value] }
  if (value instanceof Table) return { $table: nameOf(value, ofOptions) }
  if (typeof value !== "object" || value === null || !isPattern(value)) return value
  patterns.set(value.source, value)
  return { $pattern: value.source }
}

const portablePattern = ({ longest, program, source }: Pattern): PortablePattern => {
  const { accepts, classes, kinds, low, ofRange, others, outs, start, starts } = program()
  const numbers = (array: Uint8Array | Uint16Array | Int32Array): ReadonlyArray<number> => [...array]
  return {
    source,
    longest: longest === Infinity ? null : longest,
    program: {
      start,
      classes,
      kinds: numbers(kinds),
      outs: numbers(outs),
      others: numbers(others),
      low: numbers(low),
      starts: numbers(starts),
      ofRange: numbers(ofRange),
      accepts: numbers(accepts)
    }
  }
}
