/** Each type of field as code: calls of what all forms share. A type without an entry here does not compile. */
import type { ChoiceField, FieldOf, NumberField, RowField, TemporalField, TextField } from "../../Definition.ts"
import { valuesOf } from "../../values/choices.ts"
import { emailForm, phoneForm, type RunningForm, urlForm } from "../../fields/running/texts.ts"
import type { CountedKind } from "../../values/counted.ts"
import { LARGEST } from "../../values/decimal.ts"
import { FILE_ID_LENGTH, isFileId } from "../../values/files.ts"
import { intervalOfField } from "./intervals.ts"
import * as fastRead from "./fastRead.ts"
import * as readers from "./fieldReaders.ts"
import { amountJson, countJson, numberJson, wholeJson } from "./messages.ts"
import { numberLiteral, textLiteral, type Writer } from "./Writer.ts"

/** A field and its place. The evaluation context and the address are the first operands of every reader. */
interface ReaderOperands<F extends RowField> {
  readonly writer: Writer
  readonly field: F
  readonly context: string
  readonly address: number
}

/** The code for the values of a type. Parameters called `sent` and `value` are names of variables. */
export interface FieldCode<F extends RowField> {
  /** An expression that gives the value from what was sent. */
  readonly sent: (operands: ReaderOperands<F>, sent: string) => string
  /** An expression that checks a formula's result against the field's constraints and gives the value. */
  readonly computed: (operands: ReaderOperands<F>, code: string) => string
  /** An expression that gives the value as JSON. */
  readonly json: (writer: Writer, field: F, value: string) => string
  /** A condition that is true where the variable holds an empty or a missing value. */
  readonly isEmpty: (value: string) => string
}

type AnyOperands = ReaderOperands<RowField>

const call = ({ address, context, writer }: AnyOperands, f: unknown, ...more: ReadonlyArray<string>): string =>
  `${writer.constant(f)}(${[context, String(address), ...more].join(", ")})`

/** Reads on the slow path, for every type whose values are undefined where missing. */
const slowly = (operands: AnyOperands, sent: string): string => call(operands, readers.other, sent)

/** Checks a formula's result on the slow path. */
const constrainSlowly = ({ address, context }: AnyOperands, code: string): string =>
  `${context}.constrain(${address}, ${code})`

const ifKnown = (code: string, known: string): string => `${code} === void 0 ? void 0 : ${known}`
const orNull = (value: string): string => `${value} === void 0 ? null : ${value}`
const isNaNCode = (value: string): string => `${value} !== ${value}`
const isFalsy = (value: string): string => `!${value}`

/** Calls what writes a number as JSON. */
const written = (writer: Writer, value: string, f: unknown, ...more: ReadonlyArray<number>): string =>
  `${writer.constant(f)}(${[value, ...more].join(", ")})`

const sentText = (operands: ReaderOperands<TextField>, sent: string, form: RunningForm | undefined): string => {
  const { field, writer } = operands
  if (fastRead.isSlow(field)) return slowly(operands, sent)
  const { maxLength, minLength = 0 } = field
  const test = fastRead.testOf(field, form)
  const bounds = [sent, String(minLength), String(maxLength)]
  return test === undefined
    ? call(operands, readers.readText, ...bounds)
    : call(operands, readers.readFormed, ...bounds, writer.constant(test.test, test.bytes))
}

const texts = (form?: RunningForm): FieldCode<TextField> => ({
  sent: (operands, sent) => sentText(operands, sent, form),
  computed: (operands, code) => {
    const { field } = operands
    const otherwise = constrainSlowly(operands, code)
    return ifKnown(
      code,
      fastRead.hasForm(field, form) ? otherwise : `${code}.length <= ${field.maxLength} ? ${code} : ${otherwise}`
    )
  },
  json: (_writer, _field, value) => orNull(value),
  isEmpty: isFalsy
})

const bounded = (field: NumberField): readonly [string, string] => {
  const { least, most } = intervalOfField(field)
  return [numberLiteral(least), numberLiteral(most)]
}

const numbers = (
  sent: (operands: ReaderOperands<NumberField>, sent: string, interval: readonly [string, string]) => string,
  json: FieldCode<NumberField>["json"]
): FieldCode<NumberField> => ({
  sent: (operands, name) => sent(operands, name, bounded(operands.field)),
  computed: (operands, code) => {
    const { least, most } = intervalOfField(operands.field)
    return least === -LARGEST && most === LARGEST
      ? call(operands, readers.constrainedAmount, code)
      : call(operands, readers.constrained, code, ...bounded(operands.field))
  },
  json,
  isEmpty: isNaNCode
})

const jsonNumber: FieldCode<NumberField>["json"] = (writer, { decimals }, value) =>
  decimals === 0 ? written(writer, value, wholeJson) : written(writer, value, numberJson, 10 ** decimals)

/** Code of a type whose kind is counted. `read` is its reader on the fast path; without it, all are read on the slow path. */
const counts = (kind: CountedKind, read: unknown = readers.otherNumber): FieldCode<TemporalField> => {
  const between = (field: TemporalField): ReadonlyArray<string> => {
    const { least, most } = fastRead.countBounds(kind, field)
    return [numberLiteral(least), numberLiteral(most)]
  }
  return {
    sent: (operands, sent) => call(operands, read, sent, ...between(operands.field)),
    computed: (operands, code) => call(operands, readers.constrained, code, ...between(operands.field)),
    json: (writer, _, value) => written(writer, value, countJson[kind]),
    isEmpty: isNaNCode
  }
}

/** Few options are compared one after the other, many are looked up. */
const FEW = 8

const isOption = (writer: Writer, { options }: ChoiceField, code: string): string =>
  options.length <= FEW
    ? options.map(({ value }) => `${code} === ${textLiteral(value)}`).join(" || ")
    : `${writer.constant(valuesOf(options))}.has(${code})`

const fieldCodes: { readonly [T in RowField["type"]]: FieldCode<FieldOf<T> & RowField> } = {
  text: texts(),
  longText: texts(),
  email: texts(emailForm),
  url: texts(urlForm),
  phone: texts(phoneForm),
  integer: numbers((operands, sent, interval) => call(operands, readers.readWhole, sent, ...interval), jsonNumber),
  number: numbers(
    (operands, sent, interval) =>
      call(operands, readers.readDecimal, sent, String(10 ** operands.field.decimals), ...interval),
    jsonNumber
  ),
  money: numbers(
    (operands, sent, interval) =>
      call(operands, readers.readAmount, sent, String(operands.field.decimals), ...interval),
    (writer, { decimals }, value) => written(writer, value, amountJson, decimals)
  ),
  boolean: {
    sent: (operands, sent) => call(operands, readers.readBoolean, sent),
    computed: (_, code) => code,
    json: (_writer, _field, value) => orNull(value),
    isEmpty: (value) => `${value} === void 0`
  },
  date: counts("date", readers.readDate),
  time: counts("time", readers.readTime),
  datetime: {
    sent: (operands, sent) =>
      operands.field.min === undefined && operands.field.max === undefined
        ? call(operands, readers.readMoment, sent)
        : slowly(operands, sent),
    computed: (operands, code) => ifKnown(code, constrainSlowly(operands, code)),
    json: (_writer, _field, value) => `${value} === void 0 ? null : ${value}.written`,
    isEmpty: isFalsy
  },
  choice: {
    sent: (operands, sent) =>
      `${isOption(operands.writer, operands.field, sent)} ? ${sent} : ${slowly(operands, sent)}`,
    computed: (operands, code) =>
      ifKnown(
        code,
        `${isOption(operands.writer, operands.field, code)} ? ${code} : ${constrainSlowly(operands, code)}`
      ),
    json: (_writer, _field, value) => orNull(value),
    isEmpty: isFalsy
  },
  choices: {
    sent: (operands, sent) =>
      call(operands, readers.readChoices, sent, operands.writer.constant(fastRead.choicesTest(operands.field))),
    computed: (operands, code) => ifKnown(code, constrainSlowly(operands, code)),
    json: (_writer, _field, value) => orNull(value),
    isEmpty: (value) => `(${value} === void 0 || ${value}.length === 0)`
  },
  file: {
    sent: (operands, sent) =>
      call(
        operands,
        readers.readFormed,
        sent,
        String(FILE_ID_LENGTH),
        String(FILE_ID_LENGTH),
        operands.writer.constant(isFileId)
      ),
    computed: (_, code) => code,
    json: (_writer, _field, value) => orNull(value),
    isEmpty: isFalsy
  }
}

/** The code of a field. INVARIANT: it is called with this field. */
export const fieldCodeOf = ({ type }: RowField): FieldCode<RowField> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the invariant above: each entry takes the fields of its own type
  fieldCodes[type] as FieldCode<RowField>
