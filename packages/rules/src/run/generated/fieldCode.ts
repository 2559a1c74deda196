/** Each type of field as code: calls of what all forms share. A type without an entry here does not compile. */
import type { ChoiceField, FieldOf, NumberField, RowField, TemporalField, TextField } from "../../Definition.ts"
import { emailForm } from "../../fields/email.ts"
import { phoneForm } from "../../fields/phone.ts"
import type { TextForm } from "../../fields/texts.ts"
import { urlForm } from "../../fields/url.ts"
import type { CountedKind } from "../../values/counted.ts"
import { LARGEST } from "../../values/decimal.ts"
import { boundsOfField } from "./bounds.ts"
import * as plain from "./plain.ts"
import * as readers from "./readers.ts"
import { amountJson, countJson, numberJson, wholeJson } from "./said.ts"
import { numberLiteral, textLiteral, type Writer } from "./Writer.ts"

/** A field and where it stands: its book and address are the first operands of what reads it. */
interface Standing<F extends RowField> {
  readonly writer: Writer
  readonly field: F
  readonly book: string
  readonly address: number
}

/** What code does with the values of a type. Operands are names of variables. */
export interface FieldCode<F extends RowField> {
  /** An expression that gives the value from what was sent. */
  readonly sent: (standing: Standing<F>, sent: string) => string
  /** An expression that gives the value from what its formula gave, held to the field's limits. */
  readonly computed: (standing: Standing<F>, code: string) => string
  /** An expression that gives the value as JSON. */
  readonly json: (writer: Writer, field: F, value: string) => string
  /** A condition that is true where there is nothing to show for what was sent. */
  readonly isEmpty: (value: string) => string
}

type AnyStanding = Standing<RowField>

const call = ({ address, book, writer }: AnyStanding, f: unknown, ...operands: ReadonlyArray<string>): string =>
  `${writer.constant(f)}(${[book, String(address), ...operands].join(", ")})`

/** Reads anything, as the closures do: right for every type whose values are undefined where missing. */
const slowly = (standing: AnyStanding, sent: string): string => call(standing, readers.other, sent)

/** Holds to the limits whatever a formula gave, as the closures do. */
const limitSlowly = ({ address, book }: AnyStanding, code: string): string => `${book}.limit(${address}, ${code})`

const ifKnown = (code: string, known: string): string => `${code} === void 0 ? void 0 : ${known}`
const orNull = (value: string): string => `${value} === void 0 ? null : ${value}`
const isNaNCode = (value: string): string => `${value} !== ${value}`
const isFalsy = (value: string): string => `!${value}`

/** Calls what writes a number as JSON. */
const written = (writer: Writer, value: string, f: unknown, ...more: ReadonlyArray<number>): string =>
  `${writer.constant(f)}(${[value, ...more].join(", ")})`

const sentText = (standing: Standing<TextField>, sent: string, form: TextForm | undefined): string => {
  const { field, writer } = standing
  if (plain.isSlow(field)) return slowly(standing, sent)
  const { maxLength, minLength = 0 } = field
  const test = plain.testOf(field, form)
  const operands = [sent, String(minLength), String(maxLength)]
  return test === undefined
    ? call(standing, readers.readText, ...operands)
    : call(standing, readers.readFormed, ...operands, writer.constant(test.test, test.bytes))
}

const texts = (form?: TextForm): FieldCode<TextField> => ({
  sent: (standing, sent) => sentText(standing, sent, form),
  computed: (standing, code) => {
    const { field } = standing
    const otherwise = limitSlowly(standing, code)
    return ifKnown(
      code,
      plain.hasForm(field, form) ? otherwise : `${code}.length <= ${field.maxLength} ? ${code} : ${otherwise}`
    )
  },
  json: (_writer, _field, value) => orNull(value),
  isEmpty: isFalsy
})

const bounded = (field: NumberField): readonly [string, string] => {
  const { least, most } = boundsOfField(field)
  return [numberLiteral(least), numberLiteral(most)]
}

const numbers = (
  sent: (standing: Standing<NumberField>, sent: string, bounds: readonly [string, string]) => string,
  json: FieldCode<NumberField>["json"]
): FieldCode<NumberField> => ({
  sent: (standing, name) => sent(standing, name, bounded(standing.field)),
  computed: (standing, code) => {
    const { least, most } = boundsOfField(standing.field)
    return least === -LARGEST && most === LARGEST
      ? call(standing, readers.limitedAmount, code)
      : call(standing, readers.limited, code, ...bounded(standing.field))
  },
  json,
  isEmpty: isNaNCode
})

const jsonNumber: FieldCode<NumberField>["json"] = (writer, { decimals }, value) =>
  decimals === 0 ? written(writer, value, wholeJson) : written(writer, value, numberJson, 10 ** decimals)

/** Of a type whose kind is counted. `read` reads a text that is plainly right; without it, the closures read all of them. */
const counts = (kind: CountedKind, read: unknown = readers.otherNumber): FieldCode<TemporalField> => {
  const between = (field: TemporalField): ReadonlyArray<string> => {
    const { least, most } = plain.countBounds(kind, field)
    return [numberLiteral(least), numberLiteral(most)]
  }
  return {
    sent: (standing, sent) => call(standing, read, sent, ...between(standing.field)),
    computed: (standing, code) => call(standing, readers.limited, code, ...between(standing.field)),
    json: (writer, _, value) => written(writer, value, countJson[kind]),
    isEmpty: isNaNCode
  }
}

/** Few options are compared one after the other, many are looked up. */
const FEW = 8

const isOption = (writer: Writer, { options }: ChoiceField, code: string): string =>
  options.length <= FEW
    ? options.map(({ value }) => `${code} === ${textLiteral(value)}`).join(" || ")
    : `${writer.constant(new Set(options.map(({ value }) => value)))}.has(${code})`

const fieldCodes: { readonly [T in RowField["type"]]: FieldCode<FieldOf<T> & RowField> } = {
  text: texts(),
  longText: texts(),
  email: texts(emailForm),
  url: texts(urlForm),
  phone: texts(phoneForm),
  integer: numbers((standing, sent, bounds) => call(standing, readers.readWhole, sent, ...bounds), jsonNumber),
  number: numbers(
    (standing, sent, bounds) =>
      call(standing, readers.readDecimal, sent, String(10 ** standing.field.decimals), ...bounds),
    jsonNumber
  ),
  money: numbers(
    (standing, sent, bounds) => call(standing, readers.readAmount, sent, String(standing.field.decimals), ...bounds),
    (writer, { decimals }, value) => written(writer, value, amountJson, decimals)
  ),
  boolean: {
    sent: (standing, sent) => call(standing, readers.readBoolean, sent),
    computed: (_, code) => code,
    json: (_writer, _field, value) => orNull(value),
    isEmpty: (value) => `${value} === void 0`
  },
  date: counts("date", readers.readDate),
  time: counts("time", readers.readTime),
  datetime: {
    sent: (standing, sent) =>
      standing.field.min === undefined && standing.field.max === undefined
        ? call(standing, readers.readMoment, sent)
        : slowly(standing, sent),
    computed: (standing, code) => ifKnown(code, limitSlowly(standing, code)),
    json: (_writer, _field, value) => `${value} === void 0 ? null : ${value}.written`,
    isEmpty: isFalsy
  },
  choice: {
    sent: (standing, sent) =>
      `${isOption(standing.writer, standing.field, sent)} ? ${sent} : ${slowly(standing, sent)}`,
    computed: (standing, code) =>
      ifKnown(code, `${isOption(standing.writer, standing.field, code)} ? ${code} : ${limitSlowly(standing, code)}`),
    json: (_writer, _field, value) => orNull(value),
    isEmpty: isFalsy
  },
  choices: {
    sent: (standing, sent) =>
      call(standing, readers.readChoices, sent, standing.writer.constant(plain.choicesTest(standing.field))),
    computed: (standing, code) => ifKnown(code, limitSlowly(standing, code)),
    json: (_writer, _field, value) => orNull(value),
    isEmpty: (value) => `(${value} === void 0 || ${value}.length === 0)`
  }
}

/** What code does with a field. INVARIANT: it is given this field. */
export const fieldCodeOf = ({ type }: RowField): FieldCode<RowField> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the invariant above: each entry takes the fields of its own type
  fieldCodes[type] as FieldCode<RowField>
