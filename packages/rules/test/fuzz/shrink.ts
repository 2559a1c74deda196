/** Shrinks a failing pair: removes every part without which the difference remains. Greedy, and bounded. */
import * as Result from "effect/Result"
import { check } from "../../src/check.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { type Node, parse } from "../oracle/parse.ts"
import { type BackEnds, compiledBy, type Difference, differenceIn } from "./compare.ts"
import type { Input } from "./pairs.ts"

export interface Case {
  readonly definition: JsonObject
  readonly input: Input
}

/** Runs of the pair that shrinking may take. */
const MAX_TRIES = 4000

/** The difference that a pair makes; nothing where its form is refused. */
export const differenceOf = (ends: BackEnds, { definition, input }: Case): Difference | undefined => {
  const checked = check(definition)
  return Result.isFailure(checked) ? undefined : differenceIn(compiledBy(ends, checked.success), definition, input)
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Members that hold expressions. */
const rules = new Set(["formula", "visibleWhen", "requiredWhen", "check", "when"])

const parts = (node: Node): ReadonlyArray<Node> => [node, ...node.args.flatMap(parts)]

/** An expression with one part of it replaced by a part of that, or by something plain. */
const smallerRules = function* (source: string): Generator<string> {
  const node = parse(source, new Set())
  const plain = ["true", "false", "1", "0", "''", "today"]
  const text = (part: Node): string => source.slice(part.start, part.end)
  yield* plain.filter((one) => one.length < source.length)
  for (const part of parts(node)) {
    const replacements = [...part.args.map((arg) => `(${text(arg)})`), ...part.args.map(text), ...plain]
    for (const replacement of replacements) {
      const smaller = source.slice(0, part.start) + replacement + source.slice(part.end)
      if (smaller.length < source.length) yield smaller
    }
  }
}

const simpler: ReadonlyArray<Json> = [1, true, "a", []]

/** A value with one thing less in it, the largest things first; `isForm` where it is a definition. */
const smaller = function* (value: Json, isForm: boolean, name = ""): Generator<Json> {
  if (isForm && rules.has(name) && typeof value === "string") yield* smallerRules(value)
  else if (typeof value === "string" && value.length > 1 && (!isForm || name === "message")) yield value.slice(0, 1)
  if (Array.isArray(value)) {
    const entries: ReadonlyArray<Json> = value
    for (let at = 0; at < entries.length; at += 1) yield entries.toSpliced(at, 1)
    for (const [at, entry] of entries.entries()) for (const less of smaller(entry, isForm)) yield entries.with(at, less)
  } else if (isObject(value)) {
    const entries = Object.entries(value)
    for (let at = 0; at < entries.length; at += 1) yield Object.fromEntries(entries.toSpliced(at, 1))
    for (const [at, [member, entry]] of entries.entries())
      for (const less of smaller(entry, isForm, member)) yield Object.fromEntries(entries.with(at, [member, less]))
  } else if (!isForm && !simpler.includes(value)) yield* simpler
}

const smallerCases = function* ({ definition, input }: Case): Generator<Case> {
  for (const less of smaller(input.data, false))
    if (isObject(less)) yield { definition, input: { ...input, data: less } }
  for (const less of smaller(definition, true)) if (isObject(less)) yield { definition: less, input }
}

/** The smallest case that was found with a difference between the same two. */
export const shrink = (ends: BackEnds, found: Case, between: string): Case => {
  let best = found
  let tries = 0
  for (let again = true; again;) {
    again = false
    for (const smallerCase of smallerCases(best)) {
      tries += 1
      if (tries > MAX_TRIES) return best
      if (differenceOf(ends, smallerCase)?.between !== between) continue
      best = smallerCase
      again = true
      break
    }
  }
  return best
}
