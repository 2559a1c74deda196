/**
 * The oracle: a definition evaluated as the manual says it, with no plan, no scales and no checked tree. It recomputes every
 * field until nothing changes any more. Only for tests: simple beats fast.
 */
import type { EvaluateOptions } from "../../src/CompiledForm.ts"
import type { Evaluation, HiddenOptions } from "../../src/Evaluation.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { decimalsOf, type FormField } from "./Form.ts"
import { decimal } from "./Fraction.ts"
import { inGroups, membersIn } from "./groups.ts"
import { outcomesOf, problemsOf } from "./problems.ts"
import { isFraction, textOf, type Value } from "./Value.ts"
import { isComputed, type Level, rowsOf, run, scopeOf, settle, type World, worldOf } from "./World.ts"
import { present } from "../present.ts"

const jsonOf = (field: FormField, value: Value): Json => {
  if (isFraction(value)) return field.type === "money" ? decimal(value, decimalsOf(field)) : Number(decimal(value))
  if (value === null || typeof value !== "object") return value
  return value.is === "choices" ? value.chosen : textOf(value)
}

const object = (entries: ReadonlyArray<readonly [string, Json]>): JsonObject => Object.fromEntries(entries)

const computed = (level: Level): ReadonlyArray<readonly [string, Json]> =>
  level.fields
    .filter((field) => isComputed(field) && !level.hidden.has(field.slug))
    .map((field) => [field.slug, jsonOf(field, level.values.get(field.slug) ?? null)])

const calculatedData = (world: World): JsonObject => {
  const own = new Map(computed(world.top))
  return inGroups(
    world.form.fields.flatMap((field): ReadonlyArray<readonly [string, Json]> => {
      if (own.has(field.slug)) return [[field.slug, own.get(field.slug) ?? null]]
      if (field.type !== "list" || world.top.hidden.has(field.slug) || !present(field.fields).some(isComputed))
        return []
      return [[field.slug, rowsOf(world, field).map((row) => object(computed(row)))]]
    })
  )
}

const stored = (level: Level, groups: ReadonlySet<string>, of: (field: FormField, sent: Json) => Json): JsonObject =>
  inGroups(
    membersIn(level.sent ?? {}, groups).flatMap(({ path, value: sent }): ReadonlyArray<readonly [string, Json]> => {
      const name = path.join(".")
      if (path.length === 1 && name.includes(".")) return []
      const field = level.fields.find(({ slug }) => slug === name)
      return field === undefined || isComputed(field) || level.hidden.has(name) ? [] : [[name, of(field, sent)]]
    })
  )

const storedField = (world: World, field: FormField, sent: Json): Json => {
  const rows = world.lists.get(field.slug)?.rows
  if (rows === undefined || rows === null || !Array.isArray(sent)) return sent
  const entries: ReadonlyArray<Json> = sent
  return entries.map((entry, index) =>
    present(rows[index]).sent === undefined ? entry : stored(present(rows[index]), new Set(), (_, value) => value)
  )
}

const hiddenFields = (world: World): ReadonlyArray<string> =>
  world.form.fields.flatMap((field) => {
    if (world.top.hidden.has(field.slug)) return [field.slug]
    return rowsOf(world, field).flatMap((row, index) =>
      row.fields.filter(({ slug }) => row.hidden.has(slug)).map(({ slug }) => `${field.slug}[${index}].${slug}`)
    )
  })

const mayHideOptions = (fields: ReadonlyArray<FormField>): boolean =>
  fields.some(
    ({ fields: rows = [], options = [] }) => options.some(({ when }) => when !== undefined) || mayHideOptions(rows)
  )

const hiddenOptions = (world: World): HiddenOptions => {
  const entries = (level: Level, before: string) =>
    level.fields.flatMap(({ slug }) => {
      const hidden = level.hiddenOptions.get(slug) ?? []
      return hidden.length === 0 ? [] : [[`${before}${slug}`, hidden] as const]
    })
  const own = new Map(entries(world.top, ""))
  return Object.fromEntries(
    world.form.fields.flatMap((field) => [
      ...(own.has(field.slug) ? [[field.slug, own.get(field.slug) ?? []] as const] : []),
      ...rowsOf(world, field).flatMap((row, index) => entries(row, `${field.slug}[${index}].`))
    ])
  )
}

/** Evaluates a payload against a definition that `check` accepted. */
export const oracle = (definition: JsonObject, data: JsonObject, { draft, today }: EvaluateOptions): Evaluation => {
  const world = worldOf(definition, data, today)
  settle(world)
  const scope = scopeOf(world)
  const problems = problemsOf(world, draft)
  return {
    valid: problems.length === 0,
    calculatedData: calculatedData(world),
    hiddenFields: hiddenFields(world),
    ...(mayHideOptions(world.form.fields) ? { hiddenOptions: hiddenOptions(world) } : {}),
    outcomes: outcomesOf(world),
    problems,
    data: stored(world.top, world.groupsSent, (field, sent) => storedField(world, field, sent)),
    effects: (world.form.effects ?? [])
      .filter(({ when }) => when === undefined || run(world, when, scope) === true)
      .map(({ id }) => id)
  }
}
