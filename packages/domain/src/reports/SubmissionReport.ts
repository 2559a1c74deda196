/** A report on a form's submissions in a period. Decimals are exact, as text. */
import { Array as Arr, Schema } from "effect"
import type { Field } from "@formwork/rules/Definition"
import { divide, parse, toFixed, toText } from "@formwork/rules/decimal"
import { FormId } from "../forms/Form.ts"
import type { Tally, TalliedField } from "./Tally.ts"

const Counted = { count: Schema.Int }

/** Values from `from`, included, to `to`, excluded. A negative bucket extends away from zero: its `to` is below its `from`. */
const Bucket = Schema.Struct({ from: Schema.String, to: Schema.String, ...Counted })

const NumberReport = Schema.Struct({
  slug: Schema.String,
  ...Counted,
  sum: Schema.String,
  /** To two decimals more than the field has, half away from zero. */
  mean: Schema.String,
  min: Schema.String,
  max: Schema.String,
  distribution: Schema.Array(Bucket)
})
type NumberReport = typeof NumberReport.Type

const ChoiceReport = Schema.Struct({
  slug: Schema.String,
  /** Every option, in order, also one that was never chosen. */
  values: Schema.Array(Schema.Struct({ value: Schema.String, ...Counted })),
  /** Chosen values that are not options of this version. */
  others: Schema.Int
})
type ChoiceReport = typeof ChoiceReport.Type

export const SubmissionReport = Schema.Struct({
  formId: FormId,
  timeZone: Schema.String,
  from: Schema.NullOr(Schema.String),
  to: Schema.NullOr(Schema.String),
  total: Schema.Int,
  states: Schema.Array(Schema.Struct({ state: Schema.String, ...Counted })),
  days: Schema.Array(Schema.Struct({ day: Schema.String, state: Schema.String, ...Counted })),
  outcomes: Schema.Array(Schema.Struct({ id: Schema.String, ...Counted })),
  numbers: Schema.Array(NumberReport),
  choices: Schema.Array(ChoiceReport)
})
export type SubmissionReport = typeof SubmissionReport.Type

/** Options of a choice that a report counts: those of a large table are none that people compare. */
const MOST_COUNTED = 1_000

/** The fields of a form that a report covers. Fields in rows of lists are left out, and choices among very many options. */
export const talliedFields = (fields: ReadonlyArray<Field>): ReadonlyArray<TalliedField> =>
  fields.flatMap((field): ReadonlyArray<TalliedField> => {
    const { slug } = field
    const computed = field.formula !== undefined
    switch (field.type) {
      case "integer":
      case "number":
      case "money":
        return [{ slug, kind: "number", computed, options: [] }]
      case "boolean":
        return [{ slug, kind: "boolean", computed, options: ["true", "false"] }]
      case "choice":
      case "choices":
        return field.options.length > MOST_COUNTED
          ? []
          : [{ slug, kind: field.type, computed, options: field.options.map(({ value }) => value) }]
      default:
        return []
    }
  })

/** The tallies of one kind and name. A form may have hundreds of fields, and each thousands of tallies. */
const grouped = (tallies: ReadonlyArray<Tally>): ((what: Tally["what"], name: string) => ReadonlyArray<Tally>) => {
  const groups = Arr.groupBy(tallies, ({ name, what }) => `${what} ${name}`)
  return (what, name) => groups[`${what} ${name}`] ?? []
}

/** Puts the tallies of a period in order; pauses after each field. */
export function* reportOf(
  head: Pick<SubmissionReport, "formId" | "timeZone" | "from" | "to">,
  fields: ReadonlyArray<Field>,
  tallies: ReadonlyArray<Tally>
): Generator<undefined, SubmissionReport, undefined> {
  const days = tallies.filter(({ what }) => what === "day")
  const of = grouped(tallies)
  yield
  const numbers: Array<NumberReport> = []
  for (const field of fields) {
    if (!("decimals" in field)) continue
    numbers.push(...numberOf(field.slug, field.decimals, field.type === "money", of("number", field.slug)))
    yield
  }
  const states = [...new Set(days.map(({ name }) => name))].sort()
  const counted = (tally: Tally) => ({ count: tally.count })
  return {
    ...head,
    total: total(days),
    states: states.map((state) => ({ state, count: total(days.filter(({ name }) => name === state)) })),
    days: days
      .map((tally) => ({ day: tally.key ?? "", state: tally.name, ...counted(tally) }))
      .sort((a, b) => (a.day + a.state < b.day + b.state ? -1 : 1)),
    outcomes: tallies
      .filter(({ what }) => what === "outcome")
      .map((tally) => ({ id: tally.name, ...counted(tally) }))
      .sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1)),
    numbers,
    choices: talliedFields(fields)
      .filter(({ kind }) => kind !== "number")
      .map((field) => choiceOf(field, of("choice", field.slug)))
  }
}

const total = (tallies: ReadonlyArray<{ readonly count: number }>): number =>
  tallies.reduce((sum, { count }) => sum + count, 0)

const choiceOf = ({ options, slug }: TalliedField, tallies: ReadonlyArray<Tally>): ChoiceReport => {
  const counts = new Map(tallies.map(({ count, key }) => [key, count]))
  return {
    slug,
    values: options.map((value) => ({ value, count: counts.get(value) ?? 0 })),
    others: counts.get(null) ?? 0
  }
}

/** Digits after the point in all sums: a value of an earlier version may have more than the field has now. */
const scale = 40

const units = (text: string | null): bigint => {
  const read = parse(text ?? "0", scale)
  return typeof read === "bigint" ? read : 0n
}

const numberOf = (
  slug: string,
  decimals: number,
  isMoney: boolean,
  tallies: ReadonlyArray<Tally>
): ReadonlyArray<NumberReport> => {
  const count = total(tallies)
  if (count === 0) return []
  const written = (value: bigint): string => {
    const text = toText(value, scale)
    return isMoney && (text.split(".")[1]?.length ?? 0) <= decimals
      ? toFixed(value / 10n ** BigInt(scale - decimals), decimals)
      : text
  }
  const [mins, maxes] = [tallies.map(({ min }) => units(min)), tallies.map(({ max }) => units(max))]
  const sum = tallies.reduce((all, tally) => all + units(tally.sum), 0n)
  const mean = divide(sum, BigInt(count) * 10n ** BigInt(scale - decimals - 2), "away")
  return [
    {
      slug,
      count,
      sum: written(sum),
      mean: isMoney ? toFixed(mean, decimals + 2) : toText(mean, decimals + 2),
      min: written(mins.reduce((a, b) => (b < a ? b : a))),
      max: written(maxes.reduce((a, b) => (b > a ? b : a))),
      distribution: distributionOf(tallies, decimals).map(({ from, to, ...rest }) => ({
        from: written(from),
        to: written(to),
        ...rest
      }))
    }
  ]
}

const maxBuckets = 30

interface Counted {
  readonly from: bigint
  readonly to: bigint
  readonly count: number
}

/** Buckets by the first two digits; by the first digit, or by the power of ten, where that makes too many buckets. */
const distributionOf = (tallies: ReadonlyArray<Tally>, decimals: number): ReadonlyArray<Counted> => {
  const smallest = 10n ** BigInt(scale - decimals)
  const finest = [2, 1, 0].map((digits) => merged(tallies, digits, smallest))
  return finest.find((buckets) => buckets.length <= maxBuckets) ?? finest.at(-1) ?? []
}

const merged = (tallies: ReadonlyArray<Tally>, digits: number, smallest: bigint): ReadonlyArray<Counted> => {
  const buckets = new Map<bigint, Counted>()
  for (const { count, key } of tallies) {
    const value = units(key)
    const from = floor(value, digits)
    const known = buckets.get(from.from)
    const step = from.step < smallest ? smallest : from.step
    const to = value === 0n ? 0n : value < 0n ? from.from - step : from.from + step
    buckets.set(from.from, { from: from.from, to, count: count + (known?.count ?? 0) })
  }
  return [...buckets.values()].sort((a, b) => (a.from < b.from ? -1 : 1))
}

/** The value cut to its first `digits` significant digits, and one unit of the last of them; with 0 digits, the power of ten below it. */
const floor = (value: bigint, digits: number): { readonly from: bigint; readonly step: bigint } => {
  if (value === 0n) return { from: 0n, step: 0n }
  const text = String(value < 0n ? -value : value)
  const power = 10n ** BigInt(text.length - 1)
  const sign = value < 0n ? -1n : 1n
  if (digits === 0) return { from: sign * power, step: 9n * power }
  const unit = 10n ** BigInt(Math.max(0, text.length - digits))
  return { from: (value / unit) * unit, step: unit }
}
