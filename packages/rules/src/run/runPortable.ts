/** Runs a form that `toPortable` wrote: a quarter of the size of `check` and `compile`, for pages that only run forms. */
import type { EvaluateOptions } from "../CompiledForm.ts"
import { type Evaluation, resultOf } from "../Evaluation.ts"
import type { FillableForm } from "../FillableForm.ts"
import type { ChoiceField, Option } from "../Definition.ts"
import type { JsonObject } from "../Json.ts"
import { adopt, type Pattern } from "../patterns/knownPatterns.ts"
import { columnOptions } from "../tables/columnOptions.ts"
import { Table } from "../tables/Table.ts"
import { bothShown, type CheckedField, type CheckedForm } from "../tree/CheckedForm.ts"
import { finish } from "../values/Slices.ts"
import { closuresOf, fillingOf } from "./closures/closuresOf.ts"
import { FORMAT, type PortableForm, type PortablePattern } from "./portable/PortableForm.ts"

/** What evaluate answers over HTTP (spec/http.md §5): without the data to store and the effects. */
export type Answer = Omit<Evaluation, "data" | "effects">

export interface PortableRun extends FillableForm {
  /** The same answer as `CompiledForm.evaluate` of the form that was written. Never throws: what is wrong is in `problems`. */
  readonly evaluate: (data: JsonObject, options: EvaluateOptions) => Answer
}

/**
 * Makes a form ready to run. No code is generated, so that it works under a Content-Security-Policy without `unsafe-eval`.
 * @param text what `toPortable` wrote, from a source that the page trusts.
 * Throws where the text is not of this format: server and page have different versions of this package.
 */
export const runPortable = (text: string): PortableRun => {
  const { format, ...parts }: Pick<PortableForm, "format"> = JSON.parse(text)
  if (format !== FORMAT)
    throw new Error(`This form has format ${format}, and this version of @formwork/rules runs format ${FORMAT}.`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `toPortable` of this format wrote it
  const { patterns: written, tables, timeZone, title } = parts as Omit<PortableForm, "form" | "format">
  const patterns = new Map(written.map((pattern) => [pattern.source, patternFrom(pattern)]))
  const byName = new Map(tables.map((table) => [table.name, Table.of(table)]))
  const { form: bare }: Pick<PortableForm, "form"> = JSON.parse(text, (_, value: unknown) =>
    valueOf(value, patterns, byName)
  )
  const form = { ...bare, fields: bare.fields.map((field) => inItsSection(field, bare.sections)) }
  const closures = finish(closuresOf(form))
  return {
    title,
    timeZone,
    ...fillingOf(form, closures),
    evaluate: (data, options) => resultOf(closures.run(data, options).evaluation)
  }
}

const inItsSection = (field: CheckedField, sections: CheckedForm["sections"]): CheckedField => {
  const { inSection, visibleWhen: _, ...others } = field
  const shown = inSection && bothShown(sections[inSection.index]?.visibleWhen, inSection.own)
  return shown === undefined ? field : { ...others, visibleWhen: shown }
}

const patternFrom = ({ longest, program, source }: PortablePattern): Pattern => {
  const { accepts, classes, kinds, low, ofRange, others, outs, start, starts } = program
  return adopt(source, longest ?? Infinity, {
    start,
    classes,
    kinds: Uint8Array.from(kinds),
    outs: Uint16Array.from(outs),
    others: Uint16Array.from(others),
    low: Uint16Array.from(low),
    starts: Int32Array.from(starts),
    ofRange: Uint16Array.from(ofRange),
    accepts: Uint8Array.from(accepts)
  })
}

/** What JSON lacks, as `toPortable` writes it. */
const valueOf = (
  value: unknown,
  patterns: ReadonlyMap<string, Pattern>,
  tables: ReadonlyMap<string, Table>
): unknown => {
  if (typeof value !== "object" || value === null) return value
  if ("$bigint" in value) return BigInt(String(value.$bigint))
  if ("$pattern" in value) return patterns.get(String(value.$pattern))
  if ("$json" in value) return JSON.parse(String(value.$json))
  if ("$table" in value) return tables.get(String(value.$table))
  if ("optionsFrom" in value) return { ...value, options: optionsOf(value, tables) }
  return "$map" in value && Array.isArray(value.$map) ? new Map(value.$map) : value
}

/** The options of a field whose table was written beside it. */
const optionsOf = (field: object, tables: ReadonlyMap<string, Table>): ReadonlyArray<Option> => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `toPortable` of this format wrote it
  const { optionsFrom } = field as Required<Pick<ChoiceField, "optionsFrom">>
  const table = tables.get(optionsFrom.table)
  return table === undefined ? [] : columnOptions(table.definition, optionsFrom)
}
