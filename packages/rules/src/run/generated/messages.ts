/** What generated code calls to say something: problems, outcomes, values in messages and in what is given back. */
import type { Outcome, Problem } from "../../Evaluation.ts"
import { fieldInRow, problem, rowLocation, type Location, locationOf } from "../payload/Location.ts"
import { forEachCounted } from "../../values/counted.ts"
import { type Signs, writtenIn } from "../../words/Signs.ts"
import { fixed, plainText } from "./runtime.ts"

/** What a message shows for a value that is missing. */
const NOTHING = "—"

/** A text in a message. */
export const shown = (text: string | undefined): string => (text === undefined ? NOTHING : text)

type Show = typeof shown

const shownBy = new WeakMap<Signs, Show>()

/** A number or a date in a message, as its language writes them; one function for each language. */
export const shownIn = (signs: Signs | undefined): Show => {
  if (signs === undefined) return shown
  const known = shownBy.get(signs) ?? ((text) => (text === undefined ? NOTHING : writtenIn(signs, text)))
  shownBy.set(signs, known)
  return known
}

export const fixedText = (value: number, scale: number): string | undefined =>
  value === value ? fixed(value, scale) : undefined

export const shortText = (value: number, scale: number): string | undefined =>
  value === value ? plainText(value, scale) : undefined

/** A choice in a message, by its option's label. */
export const labelOf =
  (labels: ReadonlyMap<string, string>) =>
  (value: string | undefined): string =>
    value === undefined ? NOTHING : (labels.get(value) ?? value)

export const labelsOf =
  (labels: ReadonlyMap<string, string>) =>
  (values: ReadonlyArray<string> | undefined): string =>
    values === undefined ? NOTHING : values.map((value) => labels.get(value) ?? value).join(", ")

const withRule = (problems: Array<Problem> | undefined, location: Location, message: string): Array<Problem> => {
  const one = problem(location, { code: "rule", message })
  if (problems === undefined) return [one]
  problems.push(one)
  return problems
}

/** The problems so far and that of a check. */
export const broken = (
  problems: Array<Problem> | undefined,
  field: string,
  pointer: string,
  message: string
): Array<Problem> => withRule(problems, { field, pointer }, message)

/** The same of a check of a row's field. */
export const brokenInRow = (
  problems: Array<Problem> | undefined,
  list: string,
  index: number,
  slug: string,
  message: string
): Array<Problem> => withRule(problems, fieldInRow(rowLocation(locationOf(list), index), slug), message)

export const raise = (outcomes: Array<Outcome>, id: string, message: string, severity: Outcome["severity"]): void => {
  outcomes.push({ id, message, severity })
}

/** The same at a field. */
export const raiseAt = (
  outcomes: Array<Outcome>,
  id: string,
  message: string,
  severity: Outcome["severity"],
  field: string,
  pointer: string
): void => {
  outcomes.push({ id, message, severity, field, pointer })
}

/** The same at a field of a row. */
export const raiseInRow = (
  outcomes: Array<Outcome>,
  id: string,
  message: string,
  severity: Outcome["severity"],
  list: string,
  index: number,
  slug: string
): void => {
  outcomes.push({ id, message, severity, ...fieldInRow(rowLocation(locationOf(list), index), slug) })
}

/** Values as JSON. */
export const amountJson = (value: number, decimals: number): string | null =>
  value === value ? fixed(value, decimals) : null
export const wholeJson = (value: number): number | null => (value === value ? value + 0 : null)
export const numberJson = (value: number, unit: number): number | null => (value === value ? value / unit + 0 : null)
export const countJson = forEachCounted(
  ({ format }) =>
    (count: number): string | null =>
      count === count ? format(count) : null
)
