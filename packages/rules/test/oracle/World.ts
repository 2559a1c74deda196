/** What the oracle knows of one payload, and how it settles: every field recomputed until nothing changes any more. */
import type { ProblemCode } from "../../src/Evaluation.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { isDate } from "./calendar.ts"
import { evaluate } from "./evaluate.ts"
import type { Scope } from "./Scope.ts"
import { type Form, type FormField, formOf } from "./Form.ts"
import { groupsOf, groupsSent, sentFor } from "./groups.ts"
import { reduced } from "./Fraction.ts"
import { type Node, parse } from "./parse.ts"
import { held, type Read, read } from "./payload.ts"
import { isFraction, isSame, type Value } from "./Value.ts"
import { present } from "../present.ts"

/** One level of fields: the form's, or those of one row. */
export interface Level {
  readonly fields: ReadonlyArray<FormField>
  readonly sent: JsonObject | undefined
  readonly values: Map<string, Value>
  readonly hidden: Set<string>
  /** Options that are not offered. */
  readonly hiddenOptions: Map<string, ReadonlyArray<string>>
  readonly problems: Map<string, ReadonlyArray<ProblemCode>>
  /** What was sent, read once: it does not depend on rules. */
  readonly reads: Map<string, Read>
}

interface ListOfRows {
  readonly problems: ReadonlyArray<ProblemCode>
  /** null where the list is missing, and its rows with it. */
  readonly rows: ReadonlyArray<Level> | null
}

export interface World {
  readonly form: Form
  readonly nodes: Map<string, Node>
  readonly fields: ReadonlyMap<string, FormField>
  /** In rules. */
  readonly groups: ReadonlySet<string>
  /** In payloads. */
  readonly groupsSent: ReadonlySet<string>
  readonly rowFields: ReadonlyMap<string, ReadonlyMap<string, FormField>>
  readonly today: string | null
  readonly top: Level
  readonly lists: ReadonlyMap<string, ListOfRows>
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const namesOf = (fields: ReadonlyArray<FormField>): ReadonlyMap<string, FormField> =>
  new Map(fields.map((field) => [field.slug, field]))

export const isComputed = (field: FormField): boolean => field.formula !== undefined

const levelOf = (fields: ReadonlyArray<FormField>, sent: JsonObject | undefined): Level => ({
  fields,
  sent,
  values: new Map(),
  hidden: new Set(),
  hiddenOptions: new Map(),
  problems: new Map(),
  reads: new Map(
    fields
      .filter((field) => field.type !== "list" && !isComputed(field))
      .map((field) => [field.slug, read(field, sentFor(sent, field.slug))])
  )
})

const listOf = (field: FormField, sent: Json | undefined): ListOfRows => {
  if (sent === undefined || sent === null) return { problems: [], rows: null }
  if (!Array.isArray(sent)) return { problems: ["type"], rows: null }
  const entries: ReadonlyArray<Json> = sent
  if (entries.length > (field.maxItems ?? 200)) return { problems: ["max_items"], rows: null }
  const rows = entries.map((entry) => levelOf(present(field.fields), isObject(entry) ? entry : undefined))
  return { problems: entries.length < (field.minItems ?? 0) ? ["min_items"] : [], rows }
}

/** Parsed expressions by their text, kept for as long as a form is run again. */
let kept: { readonly definition: JsonObject; readonly nodes: Map<string, Node> } | undefined

const nodesFor = (definition: JsonObject): Map<string, Node> => {
  if (kept?.definition !== definition) kept = { definition, nodes: new Map() }
  return kept.nodes
}

export const worldOf = (definition: JsonObject, data: JsonObject, today: string): World => {
  const form = formOf(definition)
  const lists = form.fields.filter(({ type }) => type === "list")
  return {
    form,
    nodes: nodesFor(definition),
    fields: namesOf(form.fields),
    groups: groupsOf(form.fields),
    groupsSent: groupsSent(form.fields),
    rowFields: new Map(lists.map((list) => [list.slug, namesOf(present(list.fields))])),
    today: isDate(today) ? today : null,
    top: levelOf(form.fields, data),
    lists: new Map(lists.map((list) => [list.slug, listOf(list, sentFor(data, list.slug))]))
  }
}

export const run = (world: World, source: string, scope: Scope): Value => {
  const known = world.nodes.get(source)
  if (known !== undefined) return evaluate(known, scope)
  const node = parse(source, world.groups)
  world.nodes.set(source, node)
  return evaluate(node, scope)
}

export const scopeOf = (world: World, list?: FormField, row?: Level): Scope => ({
  today: world.today,
  language: world.form.languages?.[0],
  constants: world.form.constants ?? {},
  tables: world.form.tables ?? {},
  fields: world.fields,
  form: world.top.values,
  own: list && row && { list: list.slug, fields: present(world.rowFields.get(list.slug)), row: row.values }
})

export const rowsOf = (world: World, list: FormField): ReadonlyArray<Level> =>
  world.top.hidden.has(list.slug) ? [] : (world.lists.get(list.slug)?.rows ?? [])

/** What a field holds now, given what all others hold now. */
const next = (world: World, level: Level, field: FormField, scope: Scope): Read => {
  if (field.type === "list") {
    const { problems, rows } = present(world.lists.get(field.slug))
    const value: Value = rows === null ? null : { is: "rows", rows: rows.map(({ values }) => values) }
    return { value, problems }
  }
  if (field.formula === undefined) return present(level.reads.get(field.slug))
  const value = run(world, field.formula, scope)
  return held(field, isFraction(value) ? reduced(value) : value)
}

const isKept = (field: FormField, before: Value | undefined, after: Value): boolean =>
  before !== undefined && (field.type === "list" ? (before === null) === (after === null) : isSame(before, after))

const notOfferedIn = (world: World, { options = [] }: FormField, scope: Scope): ReadonlyArray<string> =>
  options.flatMap(({ value, when }) => (when === undefined || run(world, when, scope) === true ? [] : [value]))

const isAmong = (options: ReadonlyArray<string>, value: Value): boolean =>
  typeof value === "object" && value?.is === "choices"
    ? value.chosen.some((one) => options.includes(one))
    : typeof value === "string" && options.includes(value)

/** What has to be true for a field to be shown: its own condition, and that of the section which names it. */
const conditionsOf = (world: World, level: Level, { slug, visibleWhen }: FormField): ReadonlyArray<string> => {
  const sections = level === world.top ? (world.form.sections ?? []) : []
  const around = sections.filter(({ fields }) => fields.includes(slug)).map((section) => section.visibleWhen)
  return [visibleWhen, ...around].filter((condition) => condition !== undefined)
}

/** Recomputes the fields of a level; whether any of them changed. */
const recompute = (world: World, level: Level, scope: Scope): boolean => {
  let changed = false
  for (const field of level.fields) {
    const { slug } = field
    const isHidden = conditionsOf(world, level, field).some((condition) => run(world, condition, scope) !== true)
    const notOffered = isHidden ? [] : notOfferedIn(world, field, scope)
    const found = isHidden ? { value: null, problems: [] } : next(world, level, field, scope)
    const { problems, value } = isAmong(notOffered, found.value)
      ? { value: null, problems: [...found.problems, "choice" as const] }
      : found
    level.hiddenOptions.set(slug, notOffered)
    if (isHidden !== level.hidden.has(slug) || !isKept(field, level.values.get(slug), value)) changed = true
    level.values.set(slug, value)
    level.problems.set(slug, problems)
    if (isHidden) level.hidden.add(slug)
    else level.hidden.delete(slug)
  }
  return changed
}

export const settle = (world: World): void => {
  const lists = world.form.fields.filter(({ type }) => type === "list")
  for (let passes = 0; passes < 1000; passes += 1) {
    let changed = recompute(world, world.top, scopeOf(world))
    for (const list of lists) {
      for (const row of rowsOf(world, list)) {
        if (recompute(world, row, scopeOf(world, list, row))) changed = true
      }
    }
    if (!changed) return
  }
  throw new Error("the fields of the oracle never settle")
}
