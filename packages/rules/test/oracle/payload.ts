/** The oracle's reading of one value of a payload: its type and its static limits, straight from the manual. */
import type { ProblemCode } from "../../src/Evaluation.ts"
import type { FieldType } from "../../src/Definition.ts"
import type { Json } from "../../src/Json.ts"
import { isDate, momentOf, timeOf } from "./calendar.ts"
import { decimalsOf, type FormField } from "./Form.ts"
import { fits, type Fraction, order, whole, written } from "./Fraction.ts"
import { chosenIn, textIn } from "./functions.ts"
import { compare, isFraction, type Value } from "./Value.ts"
import { present } from "../present.ts"

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

type Plain = { readonly value: Value } | { readonly problem: ProblemCode }

/** A text that can be kept, and says something. */
const readText = (sent: Json, valueOf: (text: string) => Value): Plain => {
  if (typeof sent !== "string") return { problem: "type" }
  if (!isStorable(sent)) return { problem: "storable" }
  const value = valueOf(sent)
  return value === null ? { problem: "type" } : { value }
}

const readChoices = (sent: Json): Plain => {
  if (!Array.isArray(sent)) return { problem: "type" }
  const entries: ReadonlyArray<Json> = sent
  const chosen: Array<string> = []
  for (const option of entries) {
    if (typeof option !== "string") return { problem: "type" }
    if (!isStorable(option)) return { problem: "storable" }
    chosen.push(option)
  }
  return { value: { is: "choices", chosen } }
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

const limitsOfText = (field: FormField, text: string, isForm: boolean): ReadonlyArray<ProblemCode> => {
  const length = Array.from(text).length
  if (length > (field.maxLength ?? 20_000)) return ["max_length"]
  const pattern = field.pattern === undefined || new RegExp(`^(?:${field.pattern})$`, "u").test(text)
  return [
    ...(length < (field.minLength ?? 0) ? (["min_length"] as const) : []),
    ...(isForm && pattern ? [] : (["pattern"] as const))
  ]
}

const isTooLarge = (field: FormField, value: Fraction): boolean => {
  const units = { ...value, top: value.top * 10n ** BigInt(decimalsOf(field)) }
  return order(units, LARGEST) > 0 || order({ ...units, top: -units.top }, LARGEST) > 0
}

const limitsOfRange = (
  field: FormField,
  value: Value,
  valueOf: (text: string) => Value
): ReadonlyArray<ProblemCode> => {
  if (isFraction(value) && isTooLarge(field, value)) return ["too_large"]
  const bound = (limit: string | number | undefined): Value => (limit === undefined ? null : valueOf(String(limit)))
  const [min, max] = [bound(field.min), bound(field.max)]
  if (min !== null && compare(value, min) < 0) return ["min"]
  return max !== null && compare(value, max) > 0 ? ["max"] : []
}

const limitsOfChoices = (field: FormField, chosen: ReadonlyArray<string>): ReadonlyArray<ProblemCode> => {
  const options = present(field.options).map(({ value }) => value)
  if (chosen.some((option) => !options.includes(option))) return ["choice"]
  return [
    ...(chosen.some((option, index) => chosen.indexOf(option) < index) ? (["unique"] as const) : []),
    ...(chosen.length > (field.maxItems ?? options.length) ? (["max_items"] as const) : []),
    ...(chosen.length < (field.minItems ?? 0) ? (["min_items"] as const) : [])
  ]
}

/** Small letters and digits in groups of 8, 4, 4, 4 and 12. */
const isUuid = (text: string): boolean =>
  text
    .split("-")
    .map((part) => part.length)
    .join() === "8,4,4,4,12" &&
  Array.from(text.replaceAll("-", "")).every((character) => "0123456789abcdef".includes(character))

/** A type of field: what is sent for it, without its limits, and which limits a value breaks. */
interface FieldKind {
  readonly read: (field: FormField, sent: Exclude<Json, null>) => Plain
  readonly limits: (field: FormField, value: Exclude<Value, null>) => ReadonlyArray<ProblemCode>
}

const texts = (isForm: (text: string) => boolean = () => true): FieldKind => ({
  read: (_, sent) => readText(sent, (text) => text),
  limits: (field, value) => limitsOfText(field, textIn(value), isForm(textIn(value)))
})

const numbers: FieldKind = {
  read: (field, sent) => {
    const value = readNumber(field, sent)
    return typeof value === "string" ? { problem: value } : { value }
  },
  limits: (field, value) => limitsOfRange(field, value, (text) => present(written(text)))
}

const temporals = (valueOf: (text: string) => Value): FieldKind => ({
  read: (_, sent) => readText(sent, valueOf),
  limits: (field, value) => limitsOfRange(field, value, valueOf)
})

const fieldKinds: { readonly [T in Exclude<FieldType, "list">]: FieldKind } = {
  text: texts(),
  longText: texts(),
  email: texts(isEmail),
  url: texts(isUrl),
  phone: texts(isPhone),
  integer: numbers,
  number: numbers,
  money: numbers,
  boolean: {
    read: (_, sent) => (typeof sent === "boolean" ? { value: sent } : { problem: "type" }),
    limits: () => []
  },
  date: temporals((text) => (isDate(text) ? { is: "date", date: text } : null)),
  time: temporals((text) => {
    const time = timeOf(text)
    return time === null ? null : { is: "time", time }
  }),
  datetime: temporals(momentOf),
  choice: {
    read: (_, sent) => readText(sent, (text) => text),
    limits: ({ options }, value) => (present(options).some((option) => option.value === value) ? [] : ["choice"])
  },
  choices: {
    read: (_, sent) => readChoices(sent),
    limits: (field, value) => limitsOfChoices(field, chosenIn(value))
  },
  file: {
    read: (_, sent) => (typeof sent === "string" && isUuid(sent) ? { value: sent } : { problem: "type" }),
    limits: () => []
  }
}

const kindOf = ({ type }: FormField): FieldKind => {
  if (type === "list") throw new Error("a list has rows, and no value")
  return fieldKinds[type]
}

/** A value, sent or computed, checked against its field's constraints. */
export const held = (field: FormField, value: Value): Read => {
  const problems = value === null ? [] : kindOf(field).limits(field, value)
  const stays = problems.every((code) => code === "min_items" || code === "unique")
  return { value: stays ? value : null, problems }
}

/** A value as it was sent. */
export const read = (field: FormField, sent: Json | undefined): Read => {
  if (sent === undefined || sent === null) return { value: null, problems: [] }
  const plain = kindOf(field).read(field, sent)
  return "value" in plain ? held(field, plain.value) : { value: null, problems: [plain.problem] }
}
