/** From a value that was sent to what rules see, for values that are plainly right; anything else goes to the book. */
import type { ChoiceField, NumberField, RowField, TemporalField, TextField } from "../Definition.ts"
import { boundsOfField } from "./bounds.ts"
import * as plain from "./plain.ts"
import { numberLiteral, textLiteral, type Writer } from "./Writer.ts"

/** Where a field's value is written and its parts are called. */
export interface Target {
  /** The variable or member that takes the value. */
  readonly value: string
  /** The variable of what was sent. */
  readonly sent: string
  /** An expression that gives the value of what is not plainly right. */
  readonly otherwise: string
}

const assigned = ({ value }: Target, code: string): string => `${value} = ${code};`

/** Between both bounds, which a number or a date has to be before it is anything else. */
const within = (code: string, least: string, most: string): string => `${code} >= ${least} && ${code} <= ${most}`

const numberSteps = (
  writer: Writer,
  field: NumberField,
  target: Target
): ReadonlyArray<readonly [test: string, then: string]> => {
  const { sent } = target
  const { least, most } = boundsOfField(field)
  const [low, high] = [numberLiteral(least), numberLiteral(most)]
  const scaled = writer.temp()
  const unit = numberLiteral(10n ** BigInt(field.decimals))
  // A number of at most 15 digits is exact in a double if and only if the double goes back to it.
  const fromNumber =
    field.decimals === 0
      ? `(${scaled} = ${sent} + 0) === Math.floor(${scaled})`
      : `(${scaled} = Math.round(${sent} * ${unit}) + 0) / ${unit} === ${sent}`
  const steps = [
    [`typeof ${sent} === "number" && ${fromNumber} && ${within(scaled, low, high)}`, assigned(target, scaled)] as const
  ]
  if (field.type !== "money") return steps
  const parse = `${writer.constant(plain.moneyReader(field.decimals))}(${sent})`
  return [
    [
      `typeof ${sent} === "string" && (${scaled} = ${parse}) === ${scaled} && ${within(scaled, low, high)}`,
      assigned(target, scaled)
    ],
    ...steps
  ]
}

const temporal = (writer: Writer, field: TemporalField, target: Target): ReadonlyArray<readonly [string, string]> => {
  if (field.type === "datetime") {
    if (field.min !== undefined || field.max !== undefined) return []
    const moment = writer.temp()
    const read = `(${moment} = ${writer.constant(plain.momentOf)}(${target.sent})) !== undefined`
    return [[`typeof ${target.sent} === "string" && ${read}`, assigned(target, moment)]]
  }
  const [read, limits] = [field.type === "date" ? plain.dateOf : plain.timeOf, plain.temporalBounds(field)]
  const count = writer.temp()
  const bounds = limits === undefined ? "" : ` && ${within(count, String(limits.least), String(limits.most))}`
  return [
    [
      `typeof ${target.sent} === "string" && (${count} = ${writer.constant(read)}(${target.sent})) === ${count}${bounds}`,
      assigned(target, count)
    ]
  ]
}

/** Few options are compared one after the other, many are looked up. */
const FEW = 8

const isOption = (writer: Writer, { options }: ChoiceField, code: string): string =>
  options.length <= FEW
    ? `(${options.map(({ value }) => `${code} === ${textLiteral(value)}`).join(" || ")})`
    : `${writer.constant(new Set(options.map(({ value }) => value)))}.has(${code})`

const textTest = (writer: Writer, field: TextField, code: string): string => {
  const { maxLength, minLength = 0 } = field
  const tests = [`${code}.length <= ${maxLength}`]
  if (minLength > 0) tests.push(`${code}.length >= ${minLength}`)
  // Without surrogates a text has as many characters as units, and nothing that cannot be stored but U+0000.
  tests.push(`!${writer.constant(plain.isUnusual)}.test(${code})`)
  const form = plain.formOf(field)
  if (form !== undefined) tests.push(`${writer.constant(form)}(${code})`)
  return tests.join(" && ")
}

/** Tests in turn, each with what it lets through. */
const steps = (
  writer: Writer,
  field: RowField,
  target: Target
): ReadonlyArray<readonly [test: string, then: string]> => {
  const { sent } = target
  switch (field.type) {
    case "integer":
    case "number":
    case "money":
      return numberSteps(writer, field, target)
    case "boolean":
      return [[`${sent} === true || ${sent} === false`, assigned(target, sent)]]
    case "date":
    case "time":
    case "datetime":
      return temporal(writer, field, target)
    case "choice":
      return [[isOption(writer, field, sent), assigned(target, sent)]]
    case "choices":
      return [[`${writer.constant(plain.choicesTest(field))}(${sent})`, assigned(target, sent)]]
    default:
      if (plain.isSlow(field)) return []
      return [[`typeof ${sent} === "string" && ${textTest(writer, field, sent)}`, assigned(target, sent)]]
  }
}

/** Writes how a value that was sent becomes the field's. */
export const writeSent = (writer: Writer, field: RowField, target: Target): void => {
  const all = steps(writer, field, target)
  const last = `if (${target.sent} !== undefined && ${target.sent} !== null) ${assigned(target, target.otherwise)}`
  writer.line([...all.map(([test, then]) => `if (${test}) ${then}`), last].join(" else "))
}

/** Writes how a computed value, held in `code`, becomes the field's. `otherwise` is for one that may be beyond a limit. */
export const writeComputed = (writer: Writer, field: RowField, code: string, target: Target): void => {
  const { otherwise } = target
  switch (field.type) {
    case "integer":
    case "number":
    case "money": {
      const { least, most } = boundsOfField(field)
      const inside = within(code, numberLiteral(least), numberLiteral(most))
      writer.line(
        `if (${inside}) ${assigned(target, code)} else if (${code} === ${code}) ${assigned(target, otherwise)}`
      )
      return
    }
    case "boolean":
      writer.line(assigned(target, code))
      return
    case "date":
    case "time": {
      const limits = plain.temporalBounds(field)
      const inside = limits === undefined ? "true" : within(code, String(limits.least), String(limits.most))
      writer.line(
        `if (${code} === ${code}) { if (${inside}) ${assigned(target, code)} else ${assigned(target, otherwise)} }`
      )
      return
    }
    case "choice":
      writer.line(
        `if (${code} !== undefined) { if (${isOption(writer, field, code)}) ${assigned(target, code)} else ${assigned(target, otherwise)} }`
      )
      return
    case "datetime":
    case "choices":
      writer.line(`if (${code} !== undefined) ${assigned(target, otherwise)}`)
      return
    default: {
      const short = plain.hasForm(field) ? "false" : `${code}.length <= ${field.maxLength}`
      writer.line(
        `if (${code} !== undefined) { if (${short}) ${assigned(target, code)} else ${assigned(target, otherwise)} }`
      )
    }
  }
}
