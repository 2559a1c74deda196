/** Reading a draft that may be full of faults, and the conditions for storing one (docs/decisions/0084). */
import { JsonPointer, Result } from "effect"
import { mergeFaults } from "@formwork/rules/check"
import { codePattern } from "@formwork/rules/Definition"
import type { Fault } from "@formwork/rules/Fault"
import { type Json, memberOf } from "@formwork/rules/Json"
import { isObject, LongNumber } from "@formwork/rules/LongNumber"
import type { Form } from "./Form.ts"

export interface Draft {
  readonly code: string
  /** Undefined where the draft has no title that can be shown. */
  readonly title: string | undefined
  /** Every fault; a draft with faults cannot be published. */
  readonly faults: ReadonlyArray<Fault>
}

/**
 * Reads a draft that is to be stored.
 * @param code the form's code; undefined for a new form.
 * @param found the faults of `checkDefinition`.
 * @returns the draft; or all its faults, as a failure, where it cannot be stored: it is not an object, its code is missing or
 * not the form's, or a number in it would be rounded.
 */
export const read = (
  definition: Json,
  code: string | undefined,
  found: ReadonlyArray<Fault>
): Result.Result<Draft, ReadonlyArray<Fault>> => {
  const given = memberOf(definition, "code")
  const whys = [...longNumbers(definition), ...(code === undefined || given === code ? [] : [codeChanged(code)])]
  const faults = mergeFaults(definition, whys, found)
  return typeof given === "string" && codePattern.test(given) && whys.length === 0
    ? Result.succeed({ code: given, title: titleOf(definition), faults })
    : Result.fail(faults)
}

/** The draft with another title, in the place of the old one. */
export const titled = ({ draft, draftRevision }: Form, title: string) => ({
  revision: draftRevision,
  title,
  definition: { ...(isObject(draft) ? draft : {}), title: retitled(draft, title) }
})

/** In a form with languages a title is one in its own language, and its translations stay. */
const retitled = (draft: Json, title: string): Json => {
  const written = memberOf(draft, "title")
  const language = ownLanguage(draft)
  return language === undefined || written === undefined || !isObject(written)
    ? title
    : { ...written, [language]: title }
}

const ownLanguage = (definition: Json): string | undefined => {
  const first = memberOf(memberOf(definition, "languages"), "0")
  return typeof first === "string" ? first : undefined
}

/** A title that a database can store, even if it has another fault; of a form with languages that in its own. */
const titleOf = (definition: Json): string | undefined => {
  const written = memberOf(definition, "title")
  const title = typeof written === "string" ? written : memberOf(written, ownLanguage(definition) ?? "")
  return typeof title === "string" && /^[^\0\p{Cs}]{1,200}$/u.test(title) ? title : undefined
}

/** Faults of one kind listed at most. */
const listed = 100

/** Faults for numbers that cannot be stored exactly (docs/decisions/0035). */
const longNumbers = (definition: Json): ReadonlyArray<Fault> => {
  const faults: Array<Fault> = []
  const look = (value: unknown, at: string): void => {
    if (faults.length >= listed || typeof value !== "object" || value === null) return
    if (value instanceof LongNumber) faults.push(tooLong(at, value.literal))
    else for (const [name, member] of Object.entries(value)) look(member, `${at}/${JsonPointer.escapeToken(name)}`)
  }
  look(definition, "")
  return faults
}

const tooLong = (pointer: string, literal: string): Fault => ({
  pointer,
  message: `The number ${literal.length > 40 ? `${literal.slice(0, 40)}…` : literal} has more digits than are kept: it would be rounded.`,
  expected: "a number of at most 15 digits"
})

const codeChanged = (code: string): Fault => ({
  pointer: "/code",
  message: `This form's code is "${code}" and stays so: the reference numbers it has given out begin with it.`,
  expected: `"${code}"`
})
