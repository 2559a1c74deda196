/** What the types of texts share. A type with a built-in form has it in its own file. */
import * as Result from "effect/Result"
import { type Change, changed, same } from "../Comparison.ts"
import type { Field, FieldOf, FieldType, TextField } from "../Definition.ts"
import type { Json } from "../Json.ts"
import { defaultLimits } from "../Limits.ts"
import { beginExpression } from "../values/CheckBudget.ts"
import { EXAMPLE, patternOf, read as readPattern } from "../patterns/pattern.ts"
import { fault } from "../reading/Reader.ts"
import { below } from "../values/pointer.ts"
import { compareBounds, ofCount } from "./bounds.ts"
import { authored, type Building, type Described, type Literals, type PatternWork, type RowKind } from "./FieldKind.ts"
import { given } from "./given.ts"
import { ordered, textMembers } from "./members.ts"
import type { RunningKind } from "./running/RunningKind.ts"
import { CHARACTERS_A_STEP, COUNTED_A_STEP, matching, STEPS_A_PROBLEM } from "./steps.ts"

/** The built-in form of a type. */
export interface TextForm {
  /** The part of the form that every dialect of regular expressions can express. */
  readonly pattern: string
  readonly maxLength: number
  readonly examples: ReadonlyArray<string>
}

type TextType = TextField["type"]

const isText = (field: Field): field is TextField => "maxLength" in field

const build = <T extends TextType>(
  type: T,
  { at, base, given: own, reading }: Building<ReturnType<typeof textMembers>>
): FieldOf<T> & TextField => {
  if (own.pattern !== undefined) {
    beginExpression()
    const pattern = readPattern(own.pattern)
    if (Result.isFailure(pattern))
      fault(reading, below(at, "pattern"), `This pattern cannot be used: ${pattern.failure}.`, EXAMPLE)
  }
  const maxLength = own.maxLength ?? reading.limits.characters
  ordered(reading, own.minLength, maxLength, "Length", at)
  return {
    ...base,
    type,
    maxLength,
    unique: own.unique ?? false,
    ...(own.minLength === undefined ? {} : { minLength: own.minLength }),
    ...(own.pattern === undefined ? {} : { pattern: own.pattern })
  }
}

const constraintSteps = (field: TextField, most: number, form: TextForm | undefined): number => {
  // A text of twice as many units may still have few enough characters.
  const characters = Math.min(field.maxLength * 2, most)
  const pattern = patternOf(field)
  return (
    STEPS_A_PROBLEM +
    Math.ceil(characters / COUNTED_A_STEP) +
    (form === undefined ? 0 : Math.ceil(characters / CHARACTERS_A_STEP)) +
    (pattern === undefined ? 0 : matching(pattern, characters))
  )
}

const schemaOf = (
  field: TextField,
  form: TextForm | undefined,
  { ecmaPattern }: Pick<PatternWork, "ecmaPattern">
): Described => {
  const own = field.pattern === undefined ? undefined : ecmaPattern(field.pattern)
  const patterns = [form?.pattern, own].filter((pattern) => pattern !== undefined)
  const isSmall = form === undefined || field.maxLength < form.maxLength
  return {
    keywords: given({
      type: "string",
      minLength: field.minLength === 0 ? undefined : field.minLength,
      maxLength: isSmall ? field.maxLength : form.maxLength,
      pattern: patterns.length === 1 ? patterns[0] : undefined,
      allOf: patterns.length > 1 ? patterns.map((pattern) => ({ pattern })) : undefined
    }),
    besides: given({ re2: own === undefined ? field.pattern : undefined })
  }
}

/** Different texts made for one pattern. */
const TEXTS_A_PATTERN = 4

const padded = (text: string, least: number): string =>
  (text === "" ? "a" : text).repeat(least + 1).slice(0, Math.max(text.length, least))

const words = ["Example", "Another", "a", "b", "c", "1", "2", "10", "2024-02-29", "09:30", ""]

const candidates = (
  field: TextField,
  literals: Literals,
  form: TextForm | undefined,
  { shortestMatch }: Pick<PatternWork, "shortestMatch">
): ReadonlyArray<Json> => {
  const { label, maxLength, minLength = 0 } = field
  const own = patternOf(field)
  const matches = [...(own === undefined ? [] : [own]), ...literals.patterns].flatMap((pattern) =>
    Array.from({ length: TEXTS_A_PATTERN }, (_, variant) => shortestMatch(pattern, minLength, maxLength, variant))
  )
  const made = matches.filter((text) => text !== undefined)
  const fitting = [label, ...literals.text, ...words].map((word) =>
    padded(Array.from(word).slice(0, maxLength).join(""), minLength)
  )
  const longest = maxLength <= 200 ? ["a".repeat(maxLength)] : []
  return [...(own === undefined ? [] : made), ...(form?.examples ?? []), ...fitting, ...made, ...longest]
}

const comparePatterns = (name: string, before: TextField, after: TextField): ReadonlyArray<Change> =>
  same(before.pattern, after.pattern)
    ? []
    : [
        changed(
          "field",
          name,
          "pattern",
          { before: before.pattern, after: after.pattern },
          after.pattern === undefined
            ? undefined
            : `Texts of \`${name}\` that do not match the new pattern are refused now.`
        )
      ]

const compare = (name: string, before: Field, after: TextField): ReadonlyArray<Change> =>
  isText(before)
    ? [
        ...compareBounds(
          name,
          ["minLength", "maxLength"],
          { before: ofCount(before.minLength ?? 0), after: ofCount(after.minLength ?? 0) },
          { before: ofCount(before.maxLength), after: ofCount(after.maxLength) },
          `Lengths of \`${name}\``
        ),
        ...comparePatterns(name, before, after)
      ]
    : []

/** A type of texts, with its built-in form where it has one. */
export const textType = <T extends TextType>(
  type: T,
  running: RunningKind<TextField, "text">,
  takes: ReadonlyArray<FieldType>,
  form?: TextForm
): RowKind<FieldOf<T> & TextField, "text"> => ({
  ...running,
  ...authored(textMembers, (building) => build(type, building)),
  kind: "text",
  takes,
  mayBreakConstraints: (field) =>
    form !== undefined ||
    (field.minLength ?? 0) > 0 ||
    field.pattern !== undefined ||
    field.maxLength < defaultLimits.characters,
  compare,
  read: (field, place) => ({ tree: { kind: "text", most: field.maxLength, node: "field", place } }),
  constraintSteps: (field, most) => constraintSteps(field, most, form),
  show: (_, value) => value,
  schema: (field, _, work) => schemaOf(field, form, work),
  candidates: (field, _, literals, work) => candidates(field, literals, form, work)
})
