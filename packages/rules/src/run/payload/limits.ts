/** The static limits of a field, held against its value, whether sent or computed. */
import type { ChoiceField, NumberField, RowField, TemporalField, TextField } from "../../Definition.ts"
import { parseDate, parseDatetime, parseTime } from "../../values/civil.ts"
import { LARGEST, parse, toFixed } from "../../values/decimal.ts"
import { patternOf } from "../../patterns/pattern.ts"
import { codePoints, isEmail, isPhone, isUrl, shortened } from "../../values/text.ts"
import type { Value } from "../../values/Value.ts"
import type { Trouble } from "./Trouble.ts"

export type Limit = (value: Exclude<Value, null>) => ReadonlyArray<Trouble>

const none: ReadonlyArray<Trouble> = []

const builtIn: { readonly [T in TextField["type"]]?: readonly [test: (text: string) => boolean, wanted: string] } = {
  email: [isEmail, "an e-mail address, such as name@example.com"],
  url: [isUrl, "a web address that starts with http:// or https://"],
  phone: [isPhone, "a phone number of 5 to 20 digits"]
}

const textLimit = (field: TextField): Limit => {
  const { label, maxLength, minLength = 0 } = field
  const form = builtIn[field.type]
  const pattern = patternOf(field)
  return (value) => {
    if (typeof value !== "string") return none
    // A text has at most two UTF-16 units a character: a longer one need not be counted, however long it is.
    const length = value.length > maxLength * 2 ? value.length : codePoints(value)
    if (length > maxLength) return [{ code: "max_length", message: `${label} has more than ${maxLength} characters.` }]
    const troubles: Array<Trouble> = []
    if (length < minLength)
      troubles.push({ code: "min_length", message: `${label} has fewer than ${minLength} characters.` })
    if (form !== undefined && !form[0](value))
      troubles.push({ code: "pattern", message: `${label} is not ${form[1]}.` })
    else if (pattern !== undefined && !pattern.test(value))
      troubles.push({ code: "pattern", message: `${label} does not have the form that is asked for.` })
    return troubles
  }
}

const numberLimit = ({ decimals, label, max, min }: NumberField): Limit => {
  const bound = (literal: string | undefined): bigint | undefined => {
    const value = literal === undefined ? undefined : parse(literal, decimals)
    return typeof value === "bigint" ? value : undefined
  }
  const [least, most] = [bound(min), bound(max)]
  return (value) => {
    if (typeof value !== "bigint") return none
    if (value > LARGEST || value < -LARGEST) {
      return [{ code: "too_large", message: `${label} is too large: the most is ${toFixed(LARGEST, decimals)}.` }]
    }
    if (least !== undefined && value < least) return [{ code: "min", message: `${label} is less than ${min}.` }]
    if (most !== undefined && value > most) return [{ code: "max", message: `${label} is more than ${max}.` }]
    return none
  }
}

const rankOf = (type: TemporalField["type"], value: Value): bigint | number | null => {
  if (typeof value === "string") {
    return type === "date"
      ? parseDate(value)
      : type === "time"
        ? parseTime(value)
        : (parseDatetime(value)?.instant ?? null)
  }
  if (typeof value === "number") return value
  return typeof value === "object" && value !== null && "instant" in value ? value.instant : null
}

const temporalLimit = ({ label, max, min, type }: TemporalField): Limit => {
  const least = min === undefined ? null : rankOf(type, min)
  const most = max === undefined ? null : rankOf(type, max)
  return (value) => {
    const rank = rankOf(type, value)
    if (rank === null) return none
    if (least !== null && rank < least) return [{ code: "min", message: `${label} is before ${min}.` }]
    if (most !== null && rank > most) return [{ code: "max", message: `${label} is after ${max}.` }]
    return none
  }
}

const choiceLimit = ({ label, options }: ChoiceField): Limit => {
  const known = new Set(options.map(({ value }) => value))
  return (value) =>
    typeof value === "string" && !known.has(value)
      ? [{ code: "choice", message: `${label} has no option “${shortened(value, 40)}”.` }]
      : none
}

const choicesLimit = (field: ChoiceField): Limit => {
  const { label, maxItems = field.options.length, minItems = 0, options } = field
  const known = new Set(options.map(({ value }) => value))
  return (value) => {
    if (typeof value !== "object" || !("length" in value)) return none
    const strange = value.find((option) => !known.has(option))
    if (strange !== undefined)
      return [{ code: "choice", message: `${label} has no option “${shortened(strange, 40)}”.` }]
    const troubles: Array<Trouble> = []
    if (new Set(value).size < value.length) troubles.push({ code: "unique", message: `${label} has an option twice.` })
    if (value.length > maxItems)
      troubles.push({ code: "max_items", message: `${label} has more than ${maxItems} options chosen.` })
    if (value.length < minItems)
      troubles.push({ code: "min_items", message: `${label} has fewer than ${minItems} options chosen.` })
    return troubles
  }
}

/** The limits of a field, as one function of its value. */
export const limitsOf = (field: RowField): Limit => {
  switch (field.type) {
    case "boolean":
      return () => none
    case "integer":
    case "number":
    case "money":
      return numberLimit(field)
    case "date":
    case "time":
    case "datetime":
      return temporalLimit(field)
    case "choice":
      return choiceLimit(field)
    case "choices":
      return choicesLimit(field)
    default:
      return textLimit(field)
  }
}

/** Whether rules still see a value that has this trouble; any other makes it missing. */
export const spares = ({ code }: Trouble): boolean => code === "min_items" || code === "unique"
