/** The oracle's reading of one value of a payload: its type and its static limits, straight from the manual. */
import type { ProblemCode } from "../../src/Evaluation.ts"
import type { Json } from "../../src/Json.ts"
import { isDate, momentOf, timeOf } from "./calendar.ts"
import { decimalsOf, type FormField } from "./Form.ts"
import { fits, type Fraction, order, whole, written } from "./Fraction.ts"
import { compare, isFraction, type Value } from "./Value.ts"

export interface Read {
  readonly value: Value
  readonly problems: ReadonlyArray<ProblemCode>
}

const LARGEST = whole(999_999_999_999_999)

/** A character that a database cannot keep: U+0000, or a surrogate without its partner. */
const isStorable = (text: string): boolean =>
  Array.from(text).every(
    (character) => character !== "\0" && !(character >= "\ud800" && character <= "\udfff" && character.length === 1)
  )

const readNumber = (field: FormField, sent: Json): Fraction | ProblemCode => {
  const isText = typeof sent === "string" && field.type === "money" && !sent.includes("e")
  if (!isText && typeof sent !== "number") return "type"
  const value = written(String(sent))
  return value === undefined ? "type" : fits(value, decimalsOf(field)) ? value : "decimals"
}

const readText = (field: FormField, text: string): Value => {
  switch (field.type) {
    case "date":
      return isDate(text) ? { is: "date", date: text } : null
    case "time": {
      const time = timeOf(text)
      return time === null ? null : { is: "time", time }
    }
    case "datetime":
      return momentOf(text)
    default:
      return text
  }
}

type Plain = { readonly value: Value } | { readonly problem: ProblemCode }

const readChoices = (sent: Json): Plain => {
  if (!Array.isArray(sent)) return { problem: "type" }
  for (const option of sent as ReadonlyArray<Json>) {
    if (typeof option !== "string") return { problem: "type" }
    if (!isStorable(option)) return { problem: "storable" }
  }
  return { value: { is: "choices", chosen: sent as ReadonlyArray<string> } }
}

/** What was sent, without the limits of the field. */
const readPlain = (field: FormField, sent: Exclude<Json, null>): Plain => {
  switch (field.type) {
    case "boolean":
      return typeof sent === "boolean" ? { value: sent } : { problem: "type" }
    case "integer":
    case "number":
    case "money": {
      const value = readNumber(field, sent)
      return typeof value === "string" ? { problem: value } : { value }
    }
    case "choices":
      return readChoices(sent)
    default: {
      if (typeof sent !== "string") return { problem: "type" }
      if (!isStorable(sent)) return { problem: "storable" }
      const value = readText(field, sent)
      return value === null ? { problem: "type" } : { value }
    }
  }
}

const LABEL = /^[\p{L}\p{N}-]{1,63}$/u
const isHost = (host: string): boolean =>
  host.length <= 253 &&
  host.split(".").every((label) => LABEL.test(label) && !label.startsWith("-") && !label.endsWith("-"))

const isEmail = (text: string): boolean => {
  const [local = "", domain = "", more] = text.split("@")
  const words = local.split(".")
  return (
    more === undefined &&
    text.length <= 254 &&
    local.length <= 64 &&
    words.every((word) => /^[\w!#$%&'*+/=?^`{|}~-]+$/.test(word)) &&
    domain.includes(".") &&
    isHost(domain)
  )
}

const isUrl = (text: string): boolean => {
  const match = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/([^/?#]*)(.*)$/su.exec(text)
  if (match === null || text.length > 2048) return false
  const [, authority = "", rest = ""] = match
  const [host = "", port = "0", more] = authority.split(":")
  if (more !== undefined || !/^\d{1,5}$/.test(port) || Number(port) > 65_535) return false
  return isHost(host) && !/[\s\p{Cc}<>"\\^`{|}]/u.test(rest)
}

const isPhone = (text: string): boolean => {
  const digits = text.replace(/\D/g, "").length
  return text.length <= 40 && digits >= 5 && digits <= 20 && /^[\d ().-]+$/.test(text.replace(/^\+/, ""))
}

const forms: { readonly [type: string]: (text: string) => boolean } = { email: isEmail, url: isUrl, phone: isPhone }

const limitsOfText = (field: FormField, text: string): ReadonlyArray<ProblemCode> => {
  const length = Array.from(text).length
  if (length > (field.maxLength ?? 20_000)) return ["max_length"]
  const form = forms[field.type]?.(text) ?? true
  const pattern = field.pattern === undefined || new RegExp(`^(?:${field.pattern})$`, "u").test(text)
  return [
    ...(length < (field.minLength ?? 0) ? (["min_length"] as const) : []),
    ...(form && pattern ? [] : (["pattern"] as const))
  ]
}

const bound = (field: FormField, limit: string | number | undefined): Value => {
  if (limit === undefined) return null
  return "decimals" in field || ["integer", "number", "money"].includes(field.type)
    ? written(String(limit))!
    : readText(field, String(limit))
}

const limitsOfRange = (field: FormField, value: Exclude<Value, null>): ReadonlyArray<ProblemCode> => {
  if (isFraction(value)) {
    const units = { ...value, top: value.top * 10n ** BigInt(decimalsOf(field)) }
    if (order(units, LARGEST) > 0 || order({ ...units, top: -units.top }, LARGEST) > 0) return ["too_large"]
  }
  const [min, max] = [bound(field, field.min), bound(field, field.max)]
  if (min !== null && compare(value, min) < 0) return ["min"]
  return max !== null && compare(value, max) > 0 ? ["max"] : []
}

const limitsOfChoices = (field: FormField, chosen: ReadonlyArray<string>): ReadonlyArray<ProblemCode> => {
  const options = field.options!.map(({ value }) => value)
  if (chosen.some((option) => !options.includes(option))) return ["choice"]
  return [
    ...(chosen.some((option, index) => chosen.indexOf(option) < index) ? (["unique"] as const) : []),
    ...(chosen.length > (field.maxItems ?? options.length) ? (["max_items"] as const) : []),
    ...(chosen.length < (field.minItems ?? 0) ? (["min_items"] as const) : [])
  ]
}

const limitsOf = (field: FormField, value: Exclude<Value, null>): ReadonlyArray<ProblemCode> => {
  if (typeof value === "boolean") return []
  if (typeof value !== "string")
    return value.is === "choices" ? limitsOfChoices(field, value.chosen) : limitsOfRange(field, value)
  if (field.type !== "choice") return limitsOfText(field, value)
  return field.options!.some((option) => option.value === value) ? [] : ["choice"]
}

/** A value, sent or computed, held to the limits of its field. */
export const held = (field: FormField, value: Value): Read => {
  const problems = value === null ? [] : limitsOf(field, value)
  const stays = problems.every((code) => code === "min_items" || code === "unique")
  return { value: stays ? value : null, problems }
}

/** A value as it was sent. */
export const read = (field: FormField, sent: Json | undefined): Read => {
  if (sent === undefined || sent === null) return { value: null, problems: [] }
  const plain = readPlain(field, sent)
  return "value" in plain ? held(field, plain.value) : { value: null, problems: [plain.problem] }
}
