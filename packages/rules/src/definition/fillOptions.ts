/** Filling in the options of choices that stand in a table, once the fields and the tables of a form are read. */
import type { ChoiceField, Field, Option, OptionsFrom, RowField } from "../Definition.ts"
import { rowKindOf } from "../fields/fieldTypes.ts"
import { MAX_OPTIONS } from "../fields/members.ts"
import { fault, type ReadContext } from "../reading/Reader.ts"
import { ownTranslation } from "../reading/translated.ts"
import { type ColumnOptions, columnOptionsInSlices } from "../tables/columnOptions.ts"
import { cellKind } from "../tables/columnTypes.ts"
import type { TableDefinition } from "../TableDefinition.ts"
import { didYouMean } from "../values/nearest.ts"
import { keepLengths, withLabels } from "../values/choices.ts"
import { below } from "../values/pointer.ts"
import { mapInSlices, type Slices } from "../values/Slices.ts"
import { OptionsBudget } from "./optionsBudget.ts"
import type { ReadField } from "./readField.ts"
import type { ReadTables } from "./readTables.ts"

/** Options of one choice from a table. */
const MOST = 100_000

/** Checking `choices` walks through all of their options, so they have fewer. */
const mostOf = (field: ChoiceField): number => (rowKindOf(field).kind === "choices" ? MAX_OPTIONS : MOST)

/** The table; `"broken"` for one that has a fault of its own. */
const tableOf = (
  reading: ReadContext,
  { broken, tables }: ReadTables,
  { table }: OptionsFrom,
  at: string
): TableDefinition | "broken" | undefined => {
  if (broken.has(table)) return "broken"
  const found = tables.find(({ name }) => name === table)
  if (found !== undefined) return found
  const known = tables.map(({ name }) => name)
  const hint = known.length === 0 ? " The form has none: tables stand in its `tables`." : didYouMean(table, known)
  return fault(reading, at, `There is no table \`${table}\`.${hint}`, "the name of a table")
}

/** The place of a column of texts. */
const columnOf = (
  reading: ReadContext,
  { keys, name, values }: TableDefinition,
  column: string,
  at: string
): number | undefined => {
  const columns = [...keys, ...values]
  const place = columns.findIndex((one) => one.name === column)
  const found = columns[place]
  const texts = columns.filter((one) => cellKind(one) === "text").map((one) => one.name)
  const listed = texts.map((one) => `\`${one}\``).join(", ")
  const expected = texts.length === 0 ? "a table with a column of texts" : `one of ${listed}`
  if (found === undefined)
    return fault(
      reading,
      at,
      `The table \`${name}\` has no column \`${column}\`.${didYouMean(column, texts)}`,
      expected
    )
  if (cellKind(found) === "text") return place
  return fault(reading, at, `Options are texts, and \`${column}\` of the table \`${name}\` is none.`, expected)
}

/** What keeps a column's cells from being options. */
const faultIn = (
  { differing, long, options }: ColumnOptions,
  { table, value }: OptionsFrom,
  field: ChoiceField
): string | undefined => {
  const column = `\`${value}\` of the table \`${table}\``
  const most = mostOf(field)
  if (options.length === 0) return `There is nothing to choose from: ${column} has no text in any row.`
  if (options.length > most)
    return `There are ${options.length} different texts in ${column}; a field of type \`${field.type}\` has ${most} options at most.`
  if (long !== undefined) return `An option has 200 characters at most; ${column} has “${long.slice(0, 40)}…”.`
  if (differing === undefined) return undefined
  const [one, other] = differing.labels
  return `“${differing.value}” stands in several rows of the table \`${table}\` with different labels, “${one}” and “${other}”. A choice shows one.`
}

type Filled = Pick<ChoiceField, "options" | "ownOptions">

/** The columns of labels, in every language of the form: what it may take does not depend on the reader. */
const labelColumns = (reading: ReadContext, { label, value }: OptionsFrom, at: string): ReadonlyArray<string> => [
  ...(reading.translations?.get(below(at, "label"))?.values() ?? [label ?? value])
]

/** The options; undefined where there are faults, of the field or of its table. */
function* optionsOf(
  reading: ReadContext,
  tables: ReadTables,
  budget: OptionsBudget | undefined,
  field: ChoiceField,
  at: string
): Slices<Filled | undefined> {
  const { optionsFrom } = field
  if (optionsFrom === undefined) return undefined
  const table = tableOf(reading, tables, optionsFrom, at)
  if (table === undefined || table === "broken") return undefined
  const value = columnOf(reading, table, optionsFrom.value, at)
  const label = optionsFrom.label === undefined ? value : columnOf(reading, table, optionsFrom.label, at)
  if (value === undefined || label === undefined) return undefined
  const tooMuch = budget?.take(table, optionsFrom.value, labelColumns(reading, optionsFrom, at))
  if (tooMuch !== undefined) return fault(reading, at, tooMuch)
  const found = yield* columnOptionsInSlices(table, value, label)
  const wrong = faultIn(found, optionsFrom, field) ?? budget?.list(found.options.length)
  if (wrong !== undefined) return fault(reading, at, wrong)
  return yield* inEachLanguage(reading, table, value, found.options, at)
}

/** A column's options with labels in several languages, by the columns of those: made once for all that list them. */
const inLanguages = new WeakMap<ColumnOptions["options"], Map<string, Filled>>()

/** The options, once the columns of the other languages' labels have no faults either. */
function* inEachLanguage(
  reading: ReadContext,
  table: TableDefinition,
  value: number,
  options: ColumnOptions["options"],
  at: string
): Slices<Filled | undefined> {
  const pointer = below(at, "label")
  const columns = reading.translations?.get(pointer)
  if (columns === undefined) return { options }
  const places: Array<number> = []
  for (const [language, column] of columns) {
    const place = columnOf(reading, table, column, below(pointer, language))
    if (place === undefined) return undefined
    places.push(place)
  }
  const own = ownTranslation(reading, pointer, undefined)
  const ownPlace = own === undefined ? undefined : columnOf(reading, table, own, pointer)
  const ofOptions = inLanguages.get(options) ?? new Map<string, Filled>()
  inLanguages.set(options, ofOptions)
  const key = [ownPlace, ...places].join()
  const kept = ofOptions.get(key)
  if (kept !== undefined) return kept
  const lists = [options]
  for (const place of places) lists.push((yield* columnOptionsInSlices(table, value, place)).options)
  const ownOptions = ownPlace === undefined ? options : (yield* columnOptionsInSlices(table, value, ownPlace)).options
  const filled = {
    options: yield* withLongest(options, lists),
    ...(ownOptions === options ? {} : { ownOptions })
  }
  ofOptions.set(key, filled)
  return filled
}

/** Options between two pauses. */
const AT_ONCE = 2_000

/** The options as a list of the form's own, which knows the longest label of each: the column's list is shared by forms in one language. */
function* withLongest(
  options: ColumnOptions["options"],
  lists: ReadonlyArray<ColumnOptions["options"]>
): Slices<ColumnOptions["options"]> {
  const copy: Array<Option> = []
  const labels = new Map<string, string>()
  const longest: Array<number> = []
  for (const option of options) {
    const index = copy.length
    if (index % AT_ONCE === 0) yield
    longest.push(lists.reduce((most, list) => Math.max(most, list[index]?.label.length ?? 0), 0))
    labels.set(option.value, option.label)
    copy.push(option)
  }
  withLabels(copy, labels)
  keepLengths(copy, longest)
  return copy
}

/** A field whose options are not known is one whose rules get no fault for that: it counts as one of unknown type. */
function* filled(
  reading: ReadContext,
  tables: ReadTables,
  budget: OptionsBudget | undefined,
  read: ReadField
): Slices<ReadField> {
  const { field, pointer } = read
  if (field !== undefined && "fields" in field) {
    const rows = yield* mapInSlices(read.rows, (row) => filled(reading, tables, budget, row))
    const fields = rows.flatMap((row): ReadonlyArray<RowField> =>
      row.field === undefined || "fields" in row.field ? [] : [row.field]
    )
    return { ...read, rows, field: { ...field, fields } }
  }
  if (field === undefined || !("optionsFrom" in field)) return read
  const options = yield* optionsOf(reading, tables, budget, field, below(pointer, "optionsFrom"))
  const whole: Field | undefined = options && { ...field, ...options }
  return { ...read, field: whole }
}

const hasTable = ({ field, rows }: ReadField): boolean =>
  (field !== undefined && "optionsFrom" in field) || rows.some(hasTable)

/** The fields with the options that stand in tables. Adds the faults of `optionsFrom`. */
export function* fillOptions(
  reading: ReadContext,
  fields: ReadonlyArray<ReadField>,
  tables: ReadTables
): Slices<ReadonlyArray<ReadField>> {
  if (!fields.some(hasTable)) return fields
  const budget = reading.published === true ? undefined : new OptionsBudget()
  return yield* mapInSlices(fields, (field) => filled(reading, tables, budget, field))
}
