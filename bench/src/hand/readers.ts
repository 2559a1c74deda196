/** Reads one value of the payload: returns it, or adds a problem and returns undefined. */
import type { Problem } from "@formwork/rules/Evaluation"
import type { Json } from "@formwork/rules/Json"
import { type Place, say } from "./Place.ts"
import { parseDate, parseDateOfDatetime, parseTime } from "./dates.ts"
import type { Range } from "./numbers.ts"
import { isLonger, isShorter, isStorable, shortened } from "./texts.ts"

type Sent = Json | undefined

export const isAbsent = (sent: Sent): sent is undefined | null => sent === undefined || sent === null

/** Absent, or an empty text, for fields in which an empty text counts as absent. */
export const isBlank = (sent: Sent): boolean => isAbsent(sent) || sent === ""

export const sayRequired = (problems: Array<Problem>, place: Place): void =>
  say(problems, place, "required", `${place.label} is required.`)

const string = (problems: Array<Problem>, place: Place, sent: Sent, wanted: string): string | undefined => {
  if (isAbsent(sent)) return undefined
  if (typeof sent !== "string") return say(problems, place, "type", `${place.label} has to be ${wanted}.`)
  if (!isStorable(sent))
    return say(problems, place, "storable", `${place.label} has a character that cannot be stored.`)
  return sent
}

/** The format of a text, and its message. */
interface Form {
  readonly test: (text: string) => boolean
  readonly fault: string
}

export const readText = (
  problems: Array<Problem>,
  place: Place,
  sent: Sent,
  least: number,
  most: number,
  form?: Form
): string | undefined => {
  const text = string(problems, place, sent, "a text")
  if (text === undefined) return undefined
  if (isLonger(text, most))
    return say(problems, place, "max_length", `${place.label} has more than ${most} characters.`)
  const long = !isShorter(text, least)
  if (!long) say(problems, place, "min_length", `${place.label} has fewer than ${least} characters.`)
  if (form !== undefined && !form.test(text)) return say(problems, place, "pattern", `${place.label} ${form.fault}`)
  return long ? text : undefined
}

export const readBoolean = (problems: Array<Problem>, place: Place, sent: Sent): boolean | undefined =>
  isAbsent(sent) || typeof sent === "boolean"
    ? (sent ?? undefined)
    : say(problems, place, "type", `${place.label} has to be true or false.`)

export const readChoice = <Option extends string>(
  problems: Array<Problem>,
  place: Place,
  sent: Sent,
  isOption: (text: string) => text is Option
): Option | undefined => {
  const text = string(problems, place, sent, "one of its options")
  if (text === undefined || isOption(text)) return text
  return say(problems, place, "choice", `${place.label} has no option “${shortened(text, 40)}”.`)
}

export const readDate = (
  problems: Array<Problem>,
  place: Place,
  sent: Sent,
  from?: { readonly least: number; readonly written: string }
): number | undefined => {
  const text = string(problems, place, sent, "a date written as 2024-12-31")
  if (text === undefined) return undefined
  const date = parseDate(text)
  if (date === undefined) return say(problems, place, "type", `${place.label} has to be a date written as 2024-12-31.`)
  if (from !== undefined && date < from.least)
    return say(problems, place, "min", `${place.label} is before ${from.written}.`)
  return date
}

export const readTime = (problems: Array<Problem>, place: Place, sent: Sent, { least, most, written }: Range): void => {
  const text = string(problems, place, sent, "a time written as 09:30")
  if (text === undefined) return
  const time = parseTime(text)
  if (time === undefined) say(problems, place, "type", `${place.label} has to be a time written as 09:30.`)
  else if (time < least) say(problems, place, "min", `${place.label} is before ${written[0]}.`)
  else if (time > most) say(problems, place, "max", `${place.label} is after ${written[1]}.`)
}

const DATETIME = "a date with a time and its offset, written as 2024-12-31T09:30:00Z"

export const readDateOfDatetime = (problems: Array<Problem>, place: Place, sent: Sent): number | undefined => {
  const text = string(problems, place, sent, DATETIME)
  if (text === undefined) return undefined
  return parseDateOfDatetime(text) ?? say(problems, place, "type", `${place.label} has to be ${DATETIME}.`)
}

/** A list of different options, all of them known: undefined where it cannot be read as one. */
export const readChoices = (
  problems: Array<Problem>,
  place: Place,
  sent: Sent,
  options: ReadonlySet<string>
): ReadonlyArray<string> | undefined => {
  if (isAbsent(sent)) return undefined
  const chosen = strings(problems, place, sent)
  if (chosen === undefined) return undefined
  const strange = chosen.find((option) => !options.has(option))
  if (strange !== undefined)
    return say(problems, place, "choice", `${place.label} has no option “${shortened(strange, 40)}”.`)
  const twice = chosen.some((option, index) => chosen.indexOf(option) < index)
  if (twice) say(problems, place, "unique", `${place.label} has an option twice.`)
  if (chosen.length > options.size)
    return say(problems, place, "max_items", `${place.label} has more than ${options.size} options chosen.`)
  if (chosen.length < 1) say(problems, place, "min_items", `${place.label} has fewer than 1 options chosen.`)
  return chosen
}

const strings = (problems: Array<Problem>, place: Place, sent: Json): ReadonlyArray<string> | undefined => {
  const wrong = `${place.label} has to be a list of options.`
  if (!Array.isArray(sent)) return say(problems, place, "type", wrong)
  const entries: ReadonlyArray<Json> = sent
  for (const entry of entries) {
    if (typeof entry !== "string") return say(problems, place, "type", wrong)
    if (!isStorable(entry))
      return say(problems, place, "storable", `${place.label} has a character that cannot be stored.`)
  }
  return entries.filter((entry) => typeof entry === "string")
}
