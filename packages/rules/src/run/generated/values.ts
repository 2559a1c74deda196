/** From a value that was sent, or computed, to what rules see, as code: calls of what all forms share. */
import type { ChoiceField, RowField, TextField } from "../../Definition.ts"
import { LARGEST } from "../../values/decimal.ts"
import { boundsOfField } from "./bounds.ts"
import * as plain from "./plain.ts"
import * as readers from "./readers.ts"
import { numberLiteral, textLiteral, type Writer } from "./Writer.ts"

/** Where a field stands: its book and address, as the first operands of what reads it. */
export interface Standing {
  readonly book: string
  readonly address: number
}

const call = (writer: Writer, f: unknown, { address, book }: Standing, ...operands: ReadonlyArray<string>): string =>
  `${writer.constant(f)}(${[book, String(address), ...operands].join(", ")})`

/** Few options are compared one after the other, many are looked up. */
const FEW = 8

const isOption = (writer: Writer, { options }: ChoiceField, code: string): string =>
  options.length <= FEW
    ? options.map(({ value }) => `${code} === ${textLiteral(value)}`).join(" || ")
    : `${writer.constant(new Set(options.map(({ value }) => value)))}.has(${code})`

const bounded = (field: RowField): readonly [string, string] => {
  const { least, most } = boundsOfField(field)
  return [numberLiteral(least), numberLiteral(most)]
}

const readText = (writer: Writer, field: TextField, standing: Standing, sent: string): string => {
  const { maxLength, minLength = 0 } = field
  const form = plain.formOf(field)
  const operands = [sent, String(minLength), String(maxLength)]
  return form === undefined
    ? call(writer, readers.readText, standing, ...operands)
    : call(writer, readers.readFormed, standing, ...operands, writer.constant(form.test, form.bytes))
}

/** An expression that gives a field's value from what was sent; `sent` is the name of a variable. */
export const sentCode = (writer: Writer, field: RowField, standing: Standing, sent: string): string => {
  switch (field.type) {
    case "integer":
      return call(writer, readers.readWhole, standing, sent, ...bounded(field))
    case "number":
      return call(writer, readers.readDecimal, standing, sent, String(10 ** field.decimals), ...bounded(field))
    case "money":
      return call(writer, readers.readAmount, standing, sent, String(field.decimals), ...bounded(field))
    case "boolean":
      return call(writer, readers.readBoolean, standing, sent)
    case "date":
    case "time": {
      const { least, most } = plain.temporalBounds(field)
      const read = field.type === "date" ? readers.readDate : readers.readTime
      return call(writer, read, standing, sent, numberLiteral(least), numberLiteral(most))
    }
    case "datetime":
      return field.min === undefined && field.max === undefined
        ? call(writer, readers.readMoment, standing, sent)
        : call(writer, readers.other, standing, sent)
    case "choice":
      return `${isOption(writer, field, sent)} ? ${sent} : ${call(writer, readers.other, standing, sent)}`
    case "choices":
      return call(writer, readers.readChoices, standing, sent, writer.constant(plain.choicesTest(field)))
    default:
      return plain.isSlow(field) ? call(writer, readers.other, standing, sent) : readText(writer, field, standing, sent)
  }
}

/** An expression that gives a computed field's value from what its formula gave, held in the variable `code`. */
export const computedCode = (writer: Writer, field: RowField, standing: Standing, code: string): string => {
  const otherwise = `${standing.book}.limit(${standing.address}, ${code})`
  const missingOr = (known: string) => `${code} === void 0 ? void 0 : ${known}`
  switch (field.type) {
    case "integer":
    case "number":
    case "money": {
      const { least, most } = boundsOfField(field)
      return least === -LARGEST && most === LARGEST
        ? call(writer, readers.limitedAmount, standing, code)
        : call(writer, readers.limited, standing, code, ...bounded(field))
    }
    case "boolean":
      return code
    case "date":
    case "time": {
      const { least, most } = plain.temporalBounds(field)
      return call(writer, readers.limited, standing, code, numberLiteral(least), numberLiteral(most))
    }
    case "choice":
      return missingOr(`${isOption(writer, field, code)} ? ${code} : ${otherwise}`)
    case "datetime":
    case "choices":
      return missingOr(otherwise)
    default:
      return plain.hasForm(field)
        ? missingOr(otherwise)
        : missingOr(`${code}.length <= ${field.maxLength} ? ${code} : ${otherwise}`)
  }
}
