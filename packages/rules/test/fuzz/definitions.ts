/** Random forms: fields of every type with limits, rules of every kind, mostly sound. */
import type { FieldType } from "../../src/Definition.ts"
import type { JsonObject } from "../../src/Json.ts"
import { decimalsOf } from "../oracle/Form.ts"
import { type Expression, has, type Readable, written } from "./Expression.ts"
import { makers } from "./expressions.ts"
import { inFieldOf, rounded } from "./parts.ts"
import { addConditions, asRows, someOptions } from "./options.ts"
import { attaching, effectSettings } from "./effects.ts"
import { type Draft, orderOf, type Place } from "./places.ts"
import type { Random } from "./Random.ts"
import { type Constants, constantsOf, withConstants } from "./constants.ts"
import { withOptionTables } from "./optionTables.ts"
import { sectionsOf } from "./sections.ts"
import { messageOf } from "./messages.ts"
import { addSentences } from "./sentences.ts"
import { type Tables, tablesOf } from "./tables.ts"
import { present } from "../present.ts"

const slugs = [
  "alpha",
  "beta",
  "gamma",
  "delta",
  "eps",
  "zeta",
  "eta",
  "theta",
  "iota",
  "kappa",
  "my",
  "ny",
  "constructor",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "size",
  "min",
  "r",
  "length",
  "name",
  "then",
  "and",
  "x1"
]

/** What the author of a field of each type writes. */
interface Authored {
  /** How often the type is chosen; 0 for those that are chosen now and then, as `oddTypes`. */
  readonly weight: number
  /** Members besides those of every field. */
  readonly own?: (random: Random, field: Draft) => void
  /** `min` and `max`, of one field in three. */
  readonly bounds?: (random: Random, field: Draft) => void
  /** A formula of the field's kind, at its decimals; none of a list or a file. */
  readonly formula?: (readable: Readable, depth: number, field: Draft) => string
}

const ofKind =
  (kind: "condition" | "date" | "datetime" | "text" | "time") =>
  (readable: Readable, depth: number): string =>
    readable.make[kind](readable, depth).text

const texts = (weight: number, patterns: ReadonlyArray<string> = []): Authored => ({
  weight,
  own: (random, field) => {
    field.maxLength = random.pick([3, 8, 20, 60])
    if (random.once(4)) field.minLength = random.whole(0, 3)
    if (patterns.length > 0 && random.once(4)) field.pattern = random.pick(patterns)
  },
  formula: ofKind("text")
})

const numbers = (weight: number, own: (random: Random, field: Draft) => void = () => undefined): Authored => ({
  weight,
  own,
  bounds: (random, field) => {
    const decimals = decimalsOf(field)
    const bound = (units: number): string => (units / 100).toFixed(Math.min(2, decimals))
    const most = 10 ** Math.min(5, 16 - decimals) // a bound has at most 15 digits, as every value
    const [min, max] = [random.whole(-most / 10, most / 100), random.whole(most / 50, most)]
    if (random.once(2)) field.min = random.once(2) ? bound(min) : Number(bound(min))
    if (random.once(2)) field.max = random.once(2) ? bound(max) : Number(bound(max))
  },
  formula: (readable, depth, field) => {
    const amount = inFieldOf(readable, readable.make.number(readable, depth), field.currency)
    return rounded(readable, amount, decimalsOf(field)).text
  }
})

const temporals = (
  kind: "date" | "datetime" | "time",
  bounds: ReadonlyArray<{ readonly min?: string; readonly max?: string }>
): Authored => ({
  weight: 1,
  bounds: (random, field) => Object.assign(field, random.pick(bounds)),
  formula: ofKind(kind)
})

const authored: { readonly [T in FieldType]: Authored } = {
  integer: numbers(1),
  number: numbers(2, (random, field) => {
    if (random.once(2)) field.decimals = random.pick([0, 1, 2, 3, 6, 9, 12, 15])
  }),
  money: numbers(1, (random, field) => {
    field.currency = random.pick(["GBP", "EUR", "JPY", "KWD", "CLF"])
  }),
  boolean: { weight: 1, formula: ofKind("condition") },
  text: texts(1, ["[a-z]+[0-9]?", "(ab|c)*", "[^x]*", "\\d*-?\\d*"]),
  date: temporals("date", [{ min: "1950-01-01" }, { max: "2030-12-31" }, { min: "2000-02-29", max: "2024-02-29" }]),
  time: temporals("time", [{ min: "08:00" }, { max: "20:00:30" }]),
  datetime: temporals("datetime", [
    { min: "2020-01-01T00:00:00Z" },
    { min: "2024-02-29T08:00:00-01:30" },
    { max: "2026-01-01T00:00:00.5+01:00" }
  ]),
  choice: {
    weight: 1,
    own: someOptions,
    formula: (readable, _, field) => {
      const { random } = readable
      const option = (): string => written(random, random.pick(present(field.options)).value)
      const other = random.once(3) ? `(${readable.make.text(readable, 1).text}) + ''` : option()
      return `${conditionText(readable)} ? ${option()} : ${other}`
    }
  },
  choices: {
    weight: 1,
    own: (random, field) => {
      someOptions(random, field)
      if (random.once(3)) field.minItems = random.whole(0, 2)
      if (random.once(2)) field.maxItems = random.whole(2, 4)
    },
    formula: (readable) => readable.make.choices(readable, 1).text
  },
  longText: texts(0),
  email: texts(0),
  url: texts(0),
  phone: texts(0),
  file: {
    weight: 0,
    own: (random, field) => Object.assign(field, random.pick([{}, { maxBytes: 1_000_000, mediaTypes: ["image/*"] }]))
  },
  list: {
    weight: 0,
    own: (random, field) => {
      if (random.once(3)) field.minItems = random.whole(0, 2)
      field.maxItems = random.whole(2, 4)
    }
  }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table above has these names and no others
const all = Object.entries(authored) as ReadonlyArray<readonly [FieldType, Authored]>
const types = all.flatMap(([type, { weight }]) => Array.from({ length: weight }, () => type))
const oddTypes = all.flatMap(([type, { weight }]) => (weight > 0 || type === "list" ? [] : [type]))

const plainField = (random: Random, slug: string, type: FieldType): Draft => {
  const field: Draft = { slug, type }
  if (random.once(4)) field.label = `The ${slug}`
  const { bounds, own } = authored[type]
  own?.(random, field)
  if (random.once(3)) bounds?.(random, field)
  if (random.once(5)) field.required = true
  return field
}

const rowField = (random: Random, slug: string): Draft => {
  const field = plainField(random, slug, random.once(16) ? "file" : random.pick(types))
  if (field.type !== "boolean" && field.type !== "choices" && random.once(5)) field.unique = true
  return field
}

const formField = (random: Random, slug: string, index: number): Draft => {
  const isList = index < 2 && random.once(2)
  if (!isList) return plainField(random, slug, random.once(8) ? random.pick(oddTypes) : random.pick(types))
  const list = plainField(random, slug, "list")
  if (random.once(4)) list.unique = true
  const rows = random.shuffled(slugs).slice(0, random.whole(1, 5))
  list.fields = rows.map((row) => rowField(random, row))
  return list
}

const conditionText = (readable: Readable): string => {
  const { binds, text: source }: Expression = readable.make.condition(readable, readable.random.whole(1, 3))
  return binds === 0 ? `(${source})` : source
}

const canCompute = (readable: Readable, { type }: Draft): boolean =>
  authored[type].formula !== undefined && (type !== "choices" || has(readable, type))

/** Gives a field some rules that read what `readable` holds. */
const addRules = (readable: Readable, all: Readable, field: Draft): void => {
  const { random } = readable
  if (random.once(4)) field.visibleWhen = conditionText(readable)
  addConditions(random, field, () => conditionText(readable))
  if (random.once(5 / 2) && canCompute(readable, field)) {
    delete field.required
    field.formula = present(authored[field.type].formula)(readable, random.whole(1, 4), field)
    if (random.once(6)) field.internal = true
  } else if (random.once(6)) field.requiredWhen = conditionText(all)
}

interface Named {
  readonly constants: Constants
  readonly tables: Tables
}

/** What a rule of a place may read: all of `places`. */
const readableOf = (
  random: Random,
  { constants, tables }: Named,
  places: ReadonlyArray<Place>,
  list: Draft | undefined
): Readable => {
  const shadows = new Set(list?.fields?.map(({ slug }) => slug) ?? [])
  const own = places.filter((place) => list !== undefined && place.list === list).map(({ field }) => field)
  const top = places.filter((place) => place.list === undefined).map(({ field }) => field)
  const lists = top
    .filter(({ slug, type }) => type === "list" && !shadows.has(slug))
    .map((field) => ({
      slug: field.slug,
      fields: places.filter((place) => place.list === field).map((place) => place.field)
    }))
  const choices = asRows([...own, ...top.filter(({ slug }) => !shadows.has(slug))])
  const reads = { shadows, own, lists: [...lists, ...choices], fields: top.filter(({ type }) => type !== "list") }
  return { random, make: makers, constants, tables, ...reads }
}

/** What a check or an outcome is about, and what it may read there. */
const aboutAt = (random: Random, tables: Named, places: ReadonlyArray<Place>) => {
  const { field, list } = random.pick(places)
  const whole = { readable: readableOf(random, tables, places, undefined) }
  if (random.once(3) || field.internal === true) return whole
  return list === undefined
    ? { ...whole, field: field.slug }
    : { readable: readableOf(random, tables, places, list), field: `${list.slug}.${field.slug}` }
}

const rulesOf = (random: Random, tables: Named, places: ReadonlyArray<Place>) => {
  const whole = readableOf(random, tables, places, undefined)
  const checks = random.list(0, 3, (index) => {
    const { readable, ...about } = aboutAt(random, tables, places)
    const check = readable.make.condition(readable, random.whole(1, 4)).text
    return { id: `c${index}`, ...about, check, message: messageOf(random, readable) }
  })
  const outcomes = random.list(0, 3, (index) => {
    const { readable, ...about } = aboutAt(random, tables, places)
    return {
      id: `o${index}`,
      severity: random.pick(["info", "warning", "error"]),
      ...about,
      when: readable.make.condition(readable, random.whole(1, 3)).text,
      message: messageOf(random, readable)
    }
  })
  // A condition in a body may read any field.
  const isPrivate = places.some(({ field }) => field.internal === true)
  const effects = random.list(0, 2, (index) => ({
    id: `e${index}`,
    ...(isPrivate ? { internal: true } : {}),
    ...effectSettings(
      random,
      () => messageOf(random, whole, false),
      whole.make.condition(whole, random.whole(1, 3)).text
    ),
    ...(random.once(4) ? {} : { when: whole.make.condition(whole, random.whole(1, 3)).text })
  }))
  return { checks, outcomes, effects: attaching(effects) }
}

/** Some fields are in a group, which is called as no field is. */
const inGroup = (random: Random, slug: string): string =>
  random.once(2) ? `${random.pick(["home", "propertyIsEnumerable"])}.${slug}` : slug

/** A random form. In one of twenty, every field may read every other, which makes circles. */
export const definition = (random: Random): JsonObject => {
  const bare = random.shuffled(slugs).slice(0, random.whole(3, 11))
  const chosen = random.once(3) ? bare.map((slug) => inGroup(random, slug)) : bare
  const fields = chosen.map((slug, index) => formField(random, slug, index))
  const places = orderOf(random, fields)
  const named: Named = { tables: tablesOf(random), constants: constantsOf(random) }
  const isWild = random.once(20)
  places.forEach(({ field, list }, index) => {
    const bare = readableOf(random, named, isWild ? places : places.slice(0, index), list)
    const readable = list === undefined ? bare : { ...bare, self: field }
    addRules(readable, readableOf(random, named, places, list), field)
  })
  const rules = rulesOf(random, named, places)
  for (const { field, list } of places) {
    // A list's sentences see the form, as its own rules do.
    addSentences(random, field, () => messageOf(random, readableOf(random, named, places, list)))
  }
  const sections = sectionsOf(random, places, (count) =>
    conditionText(readableOf(random, named, isWild ? places : places.slice(0, count), undefined))
  )
  const form = { title: "A form", code: "T", tables: named.tables, fields: random.shuffled(fields), sections, ...rules }
  const json: JsonObject = JSON.parse(JSON.stringify(form))
  return withOptionTables(random, withConstants(named.constants, json))
}
