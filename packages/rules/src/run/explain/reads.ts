/** What a rule reads: its names, each once, in the order in which they stand in its tree, with their values. */
import { type CheckedField, type CheckedForm, listOf } from "../../tree/CheckedForm.ts"
import { compiler } from "../closures/backEnd.ts"
import { constantType } from "../../fields/constantTypes.ts"
import type { EvaluationState } from "../closures/EvaluationState.ts"
import { beforeOf, numberOf } from "../closures/Frame.ts"
import { rowRun } from "../closures/lookups.ts"
import type { TraceRead } from "../../Evaluation.ts"
import type { Json } from "../../Json.ts"
import { encode } from "../payload/decode.ts"
import { Table } from "../../tables/Table.ts"
import type { Lookup, RowsTree } from "../../tree/Tree.ts"
import type { Place } from "../../tree/leaves.ts"
import { writtenCell } from "../../tables/writtenRow.ts"
import { formatDate } from "../../values/civil.ts"
import type { Value } from "../../values/Value.ts"

interface Source {
  readonly name: string
  readonly value: (state: EvaluationState) => Json
}

const json = ({ field }: CheckedField, value: Value | undefined): Json =>
  field.type === "list" ? null : encode(field, value ?? null)

const today: Source = {
  name: "today",
  value: ({ frame }) => (frame.today === null ? null : formatDate(frame.today))
}

const ofForm = (own: CheckedField): Source => ({
  name: own.field.slug,
  value: ({ frame }) => json(own, frame.form[own.slot])
})

const ofRow = (own: CheckedField): Source => ({
  name: own.field.slug,
  value: ({ frame }) => json(own, frame.row[own.slot])
})

const ofEach = (list: CheckedField, own: CheckedField): Source => ({
  name: `${list.field.slug}.${own.field.slug}`,
  value: ({ rows }) => (rows[list.slot] ?? []).map(({ values }) => json(own, values[own.slot]))
})

/** A field of the row before. */
const ofPrevious = (list: CheckedField, own: CheckedField): Source => ({
  name: `previous(${own.field.slug})`,
  value: ({ frame }) => json(own, frame.lists[list.slot]?.[beforeOf(frame.row)]?.[own.slot])
})

const ofNumber: Source = { name: "rowNumber()", value: ({ frame }) => Number(numberOf(frame.row)) }

const ofList = (list: CheckedField): Source => ({
  name: `rows of ${list.field.slug}`,
  value: ({ frame }) => frame.lists[list.slot]?.length ?? null
})

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const isLookup = (value: object): value is Lookup =>
  "node" in value && value.node === "lookup" && "table" in value && value.table instanceof Table

/** What an option has: its attribute, or its label. */
const ofAttribute = (lookup: Lookup, name: string): Source => {
  const [row, cells, value] = [
    rowRun(compiler, lookup),
    lookup.table.values(lookup.column).cells,
    lookup.table.value(lookup.column)
  ]
  return {
    name,
    value: ({ frame }) => {
      const index = row(frame)
      return index === null || value === undefined ? null : writtenCell(value, cells[index] ?? null)
    }
  }
}

/** The row that a lookup finds, counted from 1. Not inside a function of a list, where it is another one for each row. */
const ofLookup = (lookup: Lookup, found: ReadonlyMap<string, Source>): Source => {
  const name = `row of ${lookup.table.definition.name}`
  const others = [...found.keys()].filter((other) => other === name || other.startsWith(`${name} (`)).length
  const row = rowRun(compiler, lookup)
  return {
    name: others === 0 ? name : `${name} (${others + 1})`,
    value: ({ frame }) => {
      const index = row(frame)
      return index === null ? null : index + 1
    }
  }
}

const isConstant = (value: object): value is { readonly constant: string } =>
  "constant" in value && typeof value.constant === "string"

/** A constant says its value, as a field of its type would. */
const ofConstant = ({ definition }: CheckedForm, name: string): Source => {
  const constant = definition.constants.find((one) => one.name === name)
  const value = constant === undefined ? null : constantType[constant.type].json(constant.value)
  return { name, value: () => value }
}

const isRows = (value: object): value is RowsTree => "kind" in value && value.kind === "rows"
const isField = (value: object): value is { readonly place: Place } =>
  "node" in value && value.node === "field" && "place" in value
const isEach = (value: object): value is { readonly rows: RowsTree } =>
  "rows" in value && isObject(value.rows) && isRows(value.rows)

/** Adds the sources of a tree, by their names. `each` is the list that a function goes through. */
const addSources = (
  found: Map<string, Source>,
  form: CheckedForm,
  list: CheckedField | undefined,
  tree: unknown,
  each?: CheckedField,
  inRows = false
): void => {
  if (!isObject(tree)) return
  const add = (source: Source): void => void found.set(source.name, source)
  if (isField(tree)) {
    const { at, slot } = tree.place
    const own = (at === "form" ? form.fields : at === "row" ? list?.rows : each?.rows)?.[slot]
    if (own === undefined) return
    if (at !== "each") add(at === "form" ? ofForm(own) : ofRow(own))
    else if (each !== undefined) add(ofEach(each, own))
    return
  }
  if ("node" in tree && tree.node === "today") return add(today)
  if (isConstant(tree)) return add(ofConstant(form, tree.constant))
  if ("which" in tree && tree.which === "previous" && "of" in tree && isObject(tree.of) && isField(tree.of)) {
    const own = list?.rows[tree.of.place.slot]
    if (list !== undefined && own !== undefined) add(ofPrevious(list, own))
    return
  }
  if ("node" in tree && tree.node === "rowNumber" && "at" in tree && tree.at === "row") return add(ofNumber)
  const inside = isEach(tree) ? listOf(form, tree.rows) : each
  const own = isRows(tree) && tree.node === "list" ? form.fields[tree.slot] : undefined
  if (own !== undefined) add(ofList(own))
  for (const part of Object.values(tree)) addSources(found, form, list, part, inside, inRows || isEach(tree))
  if (isLookup(tree) && !inRows)
    add(tree.ofOption === undefined ? ofLookup(tree, found) : ofAttribute(tree, tree.ofOption))
}

/** What a rule reads, as a function of an evaluation that has run. `list` is the list whose row it belongs to. */
export const readsOf = (
  form: CheckedForm,
  list: CheckedField | undefined,
  tree: unknown
): ((state: EvaluationState) => ReadonlyArray<TraceRead>) => {
  const sources = new Map<string, Source>()
  addSources(sources, form, list, tree)
  return (state) => [...sources.values()].map(({ name, value }) => ({ name, value: value(state) }))
}
