/** The oracle's problems of a payload, in the order of the manual, and its messages. */
import type { Outcome, Problem, ProblemCode } from "../../src/Evaluation.ts"
import type { Json } from "../../src/Json.ts"
import type { Scope } from "./Scope.ts"
import type { FormConstant, FormField } from "./Form.ts"
import { membersIn, own, sentFor } from "./groups.ts"
import { inItsWay } from "./inItsWay.ts"
import { isSame, shown, type Value } from "./Value.ts"
import { isComputed, type Level, rowsOf, run, scopeOf, type World } from "./World.ts"
import { present } from "../present.ts"

interface Location {
  readonly field: string
  readonly pointer: string
}

const within = (location: Location, name: string | number): Location => ({
  field:
    typeof name === "number"
      ? `${location.field}[${name}]`
      : location.field === ""
        ? name
        : `${location.field}.${name}`,
  pointer: `${location.pointer}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`
})

const root: Location = { field: "", pointer: "/data" }

/** The manual has no words for built-in messages: they are left out, and not compared. */
const problem = (code: ProblemCode, location: Location, message = ""): Problem => ({
  field: location.field,
  message,
  code,
  pointer: location.pointer
})

/** What the member of `messages` is called that has the sentence for a problem. */
const sentences: { readonly [code in ProblemCode]?: string } = {
  required: "required",
  type: "type",
  decimals: "decimals",
  min: "min",
  max: "max",
  min_length: "minLength",
  max_length: "maxLength",
  pattern: "pattern",
  choice: "options",
  min_items: "minItems",
  max_items: "maxItems",
  unique: "unique"
}

/** A problem of a field, in its author's words where it has any. */
const said = (world: World, field: FormField, code: ProblemCode, scope: Scope, location: Location): Problem => {
  const own = field.messages?.[sentences[code] ?? ""]
  return problem(code, location, own === undefined ? "" : message(world, own, scope))
}

const isRequired = (world: World, field: FormField, sent: Json | undefined, scope: Scope): boolean => {
  if (isComputed(field)) return false
  const absent = sent === undefined || sent === null
  if (absent && (field.minItems ?? 0) > 0) return true
  const empty = absent || sent === "" || (Array.isArray(sent) && sent.length === 0)
  if (!empty) return false
  return field.required === true || (field.requiredWhen !== undefined && run(world, field.requiredWhen, scope) === true)
}

const isAstray = (group: Json | undefined): boolean =>
  group !== undefined && group !== null && (typeof group !== "object" || Array.isArray(group))

const problemsOfField = (
  world: World,
  level: Level,
  field: FormField,
  scope: Scope,
  location: Location,
  draft: boolean
): ReadonlyArray<Problem> => {
  if (level.hidden.has(field.slug)) return []
  const codes = level.problems.get(field.slug) ?? []
  if (codes.length > 0) return codes.map((code) => said(world, field, code, scope, location))
  // What stands where its group does is wrong as a whole.
  const isWrong = field.slug.includes(".") && isAstray(own(world.top.sent, field.slug.split(".")[0] ?? ""))
  const lacking = !draft && !isWrong && isRequired(world, field, sentFor(level.sent, field.slug), scope)
  return lacking ? [said(world, field, "required", scope, location)] : []
}

const unknown = (level: Level, location: Location, groups: ReadonlySet<string> = new Set()): ReadonlyArray<Problem> => {
  const members = membersIn(level.sent ?? {}, groups)
  // Where fields are in groups, what stands where a group or a point does comes last.
  const isLast = ({ isGroup, path }: (typeof members)[number]): boolean =>
    isGroup || (groups.size > 0 && path.length === 1 && (path[0] ?? "").includes("."))
  const unknownNames = members.filter(
    (member) =>
      !isLast(member) && !level.fields.some(({ internal, slug }) => slug === member.path.join(".") && internal !== true)
  )
  return [...unknownNames, ...members.filter(isLast)].map(({ isGroup, path }) =>
    problem(isGroup ? "type" : "unknown_field", path.reduce(within, location))
  )
}

/** Of a field of the form, in its group. */
const locationOf = (slug: string): Location => slug.split(".").reduce(within, root)

/** Whether an earlier row holds the same, where both hold something. */
const isRepeated = (rows: ReadonlyArray<Level>, index: number, field: FormField): boolean => {
  const value = present(rows[index]).values.get(field.slug) ?? null
  if (field.unique !== true || field.type === "choices" || value === null) return false
  return rows.slice(0, index).some((row) => isEqual(row.values.get(field.slug) ?? null, value))
}

/** As `==`: two date-times by their instant, chosen options in any order. */
const isEqual = (a: Value, b: Value): boolean => {
  if (a === null || b === null) return a === b
  if (typeof a === "object" && a.is === "datetime" && typeof b === "object" && b.is === "datetime")
    return a.instant === b.instant
  if (typeof a === "object" && a.is === "choices" && typeof b === "object" && b.is === "choices")
    return a.chosen.length === b.chosen.length && a.chosen.every((option) => b.chosen.includes(option))
  return isSame(a, b)
}

/** Whether an earlier row is alike: both are objects with nothing wrong in their fields. */
const isAlike = (rows: ReadonlyArray<Level>, index: number): boolean => {
  const isSound = (row: Level): boolean =>
    row.sent !== undefined && [...row.problems.values()].every((problems) => problems.length === 0)
  const row = present(rows[index])
  if (!isSound(row)) return false
  return rows
    .slice(0, index)
    .some(
      (other) =>
        isSound(other) &&
        row.fields.every(({ slug }) => isEqual(row.values.get(slug) ?? null, other.values.get(slug) ?? null))
    )
}

const problemsOfRows = (world: World, list: FormField, draft: boolean): ReadonlyArray<Problem> => {
  const rows = rowsOf(world, list)
  return rows.flatMap((row, index) => {
    const location = within(locationOf(list.slug), index)
    const isRow = row.sent !== undefined
    const scope = scopeOf(world, list, row)
    const ofFields = present(list.fields).flatMap((field) => {
      const place = within(location, field.slug)
      const found = isRow || isComputed(field) ? problemsOfField(world, row, field, scope, place, draft) : []
      return isRepeated(rows, index, field) ? [...found, said(world, field, "unique", scope, place)] : found
    })
    const ofRow = isRow ? [] : [problem("type", location)]
    const alike =
      list.unique === true && isAlike(rows, index) ? [said(world, list, "unique", scopeOf(world), location)] : []
    return [...ofRow, ...alike, ...ofFields, ...unknown(row, location)]
  })
}

/** Money with two decimals, as its euros have; any other number without zeros at its end. */
const shownConstant = ({ type, value }: FormConstant): string => {
  const [whole = "", after = ""] = String(value).split(".")
  if (type === "money") return `${whole}.${after.padEnd(2, "0")}`
  const decimals = after.replace(/0+$/, "")
  return type !== "number" ? String(value) : decimals === "" ? whole : `${whole}.${decimals}`
}

const kindOf = (type: string | undefined): Parameters<typeof inItsWay>[1] =>
  type === "integer" || type === "number" || type === "money"
    ? "number"
    : type === "date" || type === "datetime"
      ? "date"
      : "other"

const message = (world: World, text: string, scope: Scope): string =>
  text.replace(/\{\{|\}\}|\{([^{}]+)\}/g, (whole, name: string | undefined) => {
    if (name === undefined) return whole.charAt(0)
    // Random messages show texts, and numbers as texts: the oracle knows no currencies.
    if (!/^\w+$/.test(name) && !scope.fields.has(name)) return shown(undefined, run(world, name, scope))
    if (name === "today") return scope.today === null ? "—" : inItsWay(scope.language, "date", scope.today)
    const constant = Object.hasOwn(scope.constants, name) ? scope.constants[name] : undefined
    if (constant !== undefined) return inItsWay(scope.language, kindOf(constant.type), shownConstant(constant))
    const isOwn = scope.own?.fields.has(name) === true
    const field = isOwn ? scope.own?.fields.get(name) : scope.fields.get(name)
    const value = (isOwn ? scope.own?.row : scope.form)?.get(name) ?? null
    return value === null ? "—" : inItsWay(scope.language, kindOf(field?.type), shown(field, value))
  })

/** The places that a check or an outcome is about: the form, a field, or a field of each row. None where the field is hidden. */
const placesOf = (world: World, about: string | undefined): ReadonlyArray<readonly [Scope, Location]> => {
  if (about === undefined) return [[scopeOf(world), root]]
  const slug = world.form.fields.map((field) => field.slug).find((own) => `${about}.`.startsWith(`${own}.`)) ?? ""
  const inRow = about === slug ? undefined : about.slice(slug.length + 1)
  if (world.top.hidden.has(slug)) return []
  const location = locationOf(slug)
  if (inRow === undefined) return [[scopeOf(world), location]]
  const list = present(world.fields.get(slug))
  return rowsOf(world, list).flatMap((row, index) =>
    row.hidden.has(inRow) ? [] : [[scopeOf(world, list, row), within(within(location, index), inRow)] as const]
  )
}

const problemsOfChecks = (world: World): ReadonlyArray<Problem> =>
  (world.form.checks ?? []).flatMap((check) =>
    placesOf(world, check.field).flatMap(([scope, location]) =>
      run(world, check.check, scope) === false ? [problem("rule", location, message(world, check.message, scope))] : []
    )
  )

export const outcomesOf = (world: World): ReadonlyArray<Outcome> =>
  (world.form.outcomes ?? []).flatMap(({ field, id, message: text, severity, when }) =>
    placesOf(world, field).flatMap(([scope, location]) =>
      run(world, when, scope) === true
        ? [{ id, message: message(world, text, scope), severity, ...(field === undefined ? {} : location) }]
        : []
    )
  )

export const problemsOf = (world: World, draft: boolean): ReadonlyArray<Problem> => [
  ...world.form.fields.flatMap((field) => [
    ...problemsOfField(world, world.top, field, scopeOf(world), locationOf(field.slug), draft),
    ...(field.type === "list" ? problemsOfRows(world, field, draft) : [])
  ]),
  ...problemsOfChecks(world),
  ...unknown(world.top, root, world.groupsSent)
]
