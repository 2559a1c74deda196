/** Definitions that differ from a form by one small mistake: a number, an operator, a branch, a condition, a bound. Messages stay. */
import * as Result from "effect/Result"
import { inside } from "../../src/authoring/parts.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { parse } from "../../src/language/parse.ts"
import type { Syntax } from "../../src/language/Syntax.ts"
import { defaultLimits } from "../../src/Limits.ts"
import { isObject } from "../../src/LongNumber.ts"

export interface Mutant {
  /** What was changed: a pointer, and the text before and after. */
  readonly what: string
  readonly definition: JsonObject
}

type Change = readonly [start: number, end: number, text: string]

const operators: Readonly<Record<string, ReadonlyArray<string>>> = {
  "+": ["-"],
  "-": ["+"],
  "*": ["+"],
  "&&": ["||"],
  "||": ["&&"],
  "==": ["!="],
  "!=": ["=="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"]
}

const functions: Readonly<Record<string, ReadonlyArray<string>>> = {
  min: ["max"],
  max: ["min"],
  any: ["all"],
  all: ["any"],
  yearsBetween: ["monthsBetween"],
  addDays: ["addMonths"],
  contains: ["startsWith"]
}

/** A number one unit of its last digit away, ten times itself, and nothing. */
export const otherNumbers = (text: string): ReadonlyArray<string> => {
  const decimals = text.split(".")[1]?.length ?? 0
  const unit = 10 ** -decimals
  const written = (value: number): string => (value < 0 ? `-${(-value).toFixed(decimals)}` : value.toFixed(decimals))
  const value = Number(text)
  return [...new Set([written(value + unit), written(value - unit), written(value * 10), "0"])].filter(
    (other) => Number(other) !== value
  )
}

const changesOf = (source: string, syntax: Syntax, texts: ReadonlyArray<string>): ReadonlyArray<Change> => {
  const { end, start } = syntax.range
  const text = (part: Syntax): string => source.slice(part.range.start, part.range.end)
  switch (syntax.syntax) {
    case "number":
      return otherNumbers(syntax.text).map((other) => [start, end, other.startsWith("-") ? `(${other})` : other])
    case "boolean":
      return [[start, end, String(!syntax.value)]]
    case "text":
      return texts.filter((other) => other !== syntax.value).map((other) => [start, end, `'${other}'`])
    case "binary":
      return (operators[syntax.operator] ?? []).map((other) => [
        syntax.operatorRange.start,
        syntax.operatorRange.end,
        other
      ])
    case "unary":
      return [[start, end, text(syntax.operand)]]
    case "conditional":
      return [
        [start, end, `(${text(syntax.condition)}) ? (${text(syntax.whenFalse)}) : (${text(syntax.whenTrue)})`],
        [start, end, `(${text(syntax.whenTrue)})`],
        [start, end, `(${text(syntax.whenFalse)})`]
      ]
    case "call":
      return (functions[syntax.name] ?? []).map((other) => [syntax.nameRange.start, syntax.nameRange.end, other])
    default:
      return []
  }
}

/** Every part of an expression. */
const partsOf = (syntax: Syntax): ReadonlyArray<Syntax> => [syntax, ...inside(syntax).flatMap(partsOf)]

/** Every text that is an expression with one mistake in it. */
const mistakesIn = (source: string, texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const parsed = parse(source, defaultLimits)
  if (Result.isFailure(parsed)) throw new Error(`${source} cannot be parsed`)
  const changes = partsOf(parsed.success).flatMap((part) => changesOf(source, part, texts))
  return changes.map(([start, end, text]) => `${source.slice(0, start)}${text}${source.slice(end)}`)
}

const rules = new Set(["formula", "visibleWhen", "requiredWhen", "check", "when"])
const conditions = new Set(["visibleWhen", "requiredWhen"])
const bounds = new Set(["min", "max", "minLength", "maxLength", "minItems", "maxItems", "decimals"])

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

/** Texts that stand for an option somewhere in the form. */
const optionsIn = (value: Json): ReadonlyArray<string> => {
  if (isList(value)) return value.flatMap(optionsIn)
  if (!isObject(value)) return []
  const own = value["options"] ?? null
  const values = (isList(own) ? own : []).flatMap((option) =>
    isObject(option) && typeof option["value"] === "string" ? [option["value"]] : []
  )
  return [...values, ...Object.values(value).flatMap(optionsIn)]
}

/** What a member could be by mistake; undefined takes it away. */
const instead = (name: string, value: Json, texts: ReadonlyArray<string>): ReadonlyArray<Json | undefined> => {
  if (rules.has(name) && typeof value === "string")
    return [...mistakesIn(value, texts), ...(conditions.has(name) ? [undefined, `!(${value})`] : [])]
  if (bounds.has(name) && (typeof value === "number" || typeof value === "string")) {
    if (!/^-?\d+(\.\d+)?$/.test(String(value))) return [undefined]
    const others = otherNumbers(String(value)).map((other) => (typeof value === "number" ? Number(other) : other))
    return [...others, ...(name === "decimals" ? [] : [undefined])]
  }
  return name === "required" || name === "unique" ? [!(value === true)] : []
}

function* mutated(value: Json, at: string, texts: ReadonlyArray<string>): Generator<readonly [string, Json]> {
  if (isList(value)) {
    for (const [index, entry] of value.entries())
      for (const [what, other] of mutated(entry, `${at}/${index}`, texts))
        yield [what, value.map((one, place) => (place === index ? other : one))]
    return
  }
  if (!isObject(value)) return
  for (const [name, member] of Object.entries(value)) {
    const pointer = `${at}/${name}`
    for (const other of instead(name, member, texts)) {
      const { [name]: _, ...others } = value
      yield [
        `${pointer}: ${JSON.stringify(member)} is ${JSON.stringify(other) ?? "left out"}`,
        other === undefined ? others : { ...value, [name]: other }
      ]
    }
    for (const [what, other] of mutated(member, pointer, texts)) yield [what, { ...value, [name]: other }]
  }
}

/** Every definition with one mistake. Some have faults, and some mean the same. */
export const mutantsOf = (definition: JsonObject): ReadonlyArray<Mutant> => {
  const texts = [...new Set(optionsIn(definition["fields"] ?? []))]
  return [...mutated(definition, "", texts)].flatMap(([what, other]) =>
    isObject(other) ? [{ what, definition: other }] : []
  )
}
