/** Running texts, with and without a built-in form. */
import type { TextField } from "../../Definition.ts"
import { patternToRun } from "../../patterns/knownPatterns.ts"
import { codePoints, isEmail, isPhone, isUrl } from "../../values/text.ts"
import { decodeText, none } from "./decoding.ts"
import type { Constraint, RunningKind, UnplacedProblem } from "./RunningKind.ts"

export interface RunningForm {
  readonly test: (text: string) => boolean
  /** Ends the sentence “Contact is not …”. */
  readonly wanted: string
}

const constraintOf = (field: TextField, form: RunningForm | undefined): Constraint<string> => {
  const { label, maxLength, minLength = 0 } = field
  const pattern = patternToRun(field)
  return (value) => {
    // A text has at most two UTF-16 units a character: a text with more units is too long without counting its characters.
    const length = value.length > maxLength * 2 ? value.length : codePoints(value)
    if (length > maxLength) return [{ code: "max_length", message: `${label} has more than ${maxLength} characters.` }]
    if (length >= minLength && form === undefined && pattern === undefined) return none
    const problems: Array<UnplacedProblem> = []
    if (length < minLength)
      problems.push({ code: "min_length", message: `${label} has fewer than ${minLength} characters.` })
    if (form !== undefined && !form.test(value))
      problems.push({ code: "pattern", message: `${label} is not ${form.wanted}.` })
    else if (pattern !== undefined && !pattern.test(value))
      problems.push({ code: "pattern", message: `${label} does not have the form that is asked for.` })
    return problems
  }
}

const runningText = (form?: RunningForm): RunningKind<TextField, "text"> => ({
  unique: "rows",
  decoder: ({ label }) => decodeText(label, "a text", (text) => text),
  constraint: (field) => constraintOf(field, form),
  encode: (_, value) => value,
  identity: (_, value) => value
})

export const emailForm: RunningForm = { test: isEmail, wanted: "an e-mail address, such as name@example.com" }
export const urlForm: RunningForm = { test: isUrl, wanted: "a web address that starts with http:// or https://" }
export const phoneForm: RunningForm = { test: isPhone, wanted: "a phone number of 5 to 20 digits" }

export const text = runningText()
export const email = runningText(emailForm)
export const url = runningText(urlForm)
export const phone = runningText(phoneForm)
