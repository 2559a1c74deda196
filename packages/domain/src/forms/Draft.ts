/** What a draft must be to be kept, and what is read of one that may be full of faults (docs/decisions/0084). */
import { JsonPointer, Result } from "effect"
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import { mergeFaults } from "@formwork/rules/check"
import { codePattern } from "@formwork/rules/Definition"
import type { Fault } from "@formwork/rules/Fault"
import { type Json, memberOf } from "@formwork/rules/Json"
import type { Limits } from "@formwork/rules/Limits"
import { isObject, LongNumber } from "@formwork/rules/LongNumber"
import { checkDefinition } from "./checkDefinition.ts"
import type { Form } from "./Form.ts"

export interface Draft {
  readonly code: string
  /** Undefined where the draft has none that can be shown. */
  readonly title: string | undefined
  /** Everything that keeps it from being published. */
  readonly faults: ReadonlyArray<Fault>
}

/**
 * Reads a draft that somebody wants to keep.
 * @param code the form's own; undefined for a form that is about to be made.
 * @returns every fault as a failure where one of them keeps it from being kept: it is no object, it has no code or another than
 * the form's, or a number in it would be rounded.
 */
export const read = (
  definition: Json,
  code: string | undefined,
  limits: Partial<Limits>
): Result.Result<Draft, ReadonlyArray<Fault>> => {
  const given = memberOf(definition, "code")
  const whys = [...longNumbers(definition), ...(code === undefined || given === code ? [] : [codeChanged(code)])]
  const faults = mergeFaults(definition, whys, faultsOf(checkDefinition(definition, limits)))
  return typeof given === "string" && codePattern.test(given) && whys.length === 0
    ? Result.succeed({ code: given, title: titleOf(memberOf(definition, "title")), faults })
    : Result.fail(faults)
}

/** Every fault that a draft would have. @param code as for `read`. */
export const faults = (definition: Json, code: string | undefined, limits: Partial<Limits>): ReadonlyArray<Fault> =>
  Result.match(read(definition, code, limits), { onSuccess: ({ faults }) => faults, onFailure: (faults) => faults })

/** The draft with another title, which stands where the old one did. */
export const titled = ({ draft, draftRevision }: Form, title: string) => ({
  revision: draftRevision,
  title,
  definition: { ...(isObject(draft) ? draft : {}), title }
})

const faultsOf = (checked: Result.Result<CheckedForm, ReadonlyArray<Fault>>): ReadonlyArray<Fault> =>
  Result.isFailure(checked) ? checked.failure : []

/** One that a database keeps, whatever else may be wrong with it. */
const titleOf = (title: Json | undefined): string | undefined =>
  typeof title === "string" && /^[^\0\p{Cs}]{1,200}$/u.test(title) ? title : undefined

/** As many faults of one kind as anybody reads. */
const listed = 100

/** Nothing here writes them down again as they were sent: docs/decisions/0035. */
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
