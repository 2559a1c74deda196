/** Running texts, with and without a built-in form. */
import type { TextField } from "../../Definition.ts"
import { patternToRun } from "../../patterns/knownPatterns.ts"
import { codePoints, isEmail, isPhone, isUrl } from "../../values/text.ts"
import { decodeText, none } from "./decoding.ts"
import { unplaced, type UnplacedProblem } from "../../words/UnplacedProblem.ts"
import type { Constraint, RunningKind } from "./RunningKind.ts"

export interface RunningForm {
  readonly test: (text: string) => boolean
  /** What is said of a text that does not have it. */
  readonly wrong: "pattern/email" | "pattern/url" | "pattern/phone"
}

const constraintOf = (field: TextField, form: RunningForm | undefined): Constraint<string> => {
  const { label, maxLength, minLength = 0 } = field
  const pattern = patternToRun(field)
  return (value) => {
    // A text has at most two UTF-16 units a character: a text with more units is too long without counting its characters.
    const length = value.length > maxLength * 2 ? value.length : codePoints(value)
    if (length > maxLength) return [unplaced("max_length", { label, limit: maxLength })]
    if (length >= minLength && form === undefined && pattern === undefined) return none
    const problems: Array<UnplacedProblem> = []
    if (length < minLength) problems.push(unplaced("min_length", { label, limit: minLength }))
    if (form !== undefined && !form.test(value)) problems.push(unplaced(form.wrong, { label }))
    else if (pattern !== undefined && !pattern.test(value)) problems.push(unplaced("pattern", { label }))
    return problems
  }
}

const runningText = (form?: RunningForm): RunningKind<TextField, "text"> => ({
  unique: "rows",
  decoder: ({ label }) => decodeText(label, "type/text", (text) => text),
  constraint: (field) => constraintOf(field, form),
  encode: (_, value) => value,
  identity: (_, value) => value
})

export const emailForm: RunningForm = { test: isEmail, wrong: "pattern/email" }
export const urlForm: RunningForm = { test: isUrl, wrong: "pattern/url" }
export const phoneForm: RunningForm = { test: isPhone, wrong: "pattern/phone" }

export const text = runningText()
export const email = runningText(emailForm)
export const url = runningText(urlForm)
export const phone = runningText(phoneForm)
