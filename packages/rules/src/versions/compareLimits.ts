/** What changed in the limits of one field's values, and which of it refuses what was taken. */
import type { Field, NumberField, TemporalField, TextField } from "../Definition.ts"
import type { Json } from "../Json.ts"
import { parseDate, parseDatetime, parseTime } from "../values/civil.ts"
import { LARGEST, parse, powerOfTen, toText } from "../values/decimal.ts"
import { type Change, changed, type Pair, same } from "../Comparison.ts"

/** A bound that can be told from another by its rank. */
interface Bound {
  readonly written: string | number | undefined
  readonly rank: bigint | undefined
}

/** Numbers are ranked in units of the smallest decimal that there is, whatever their field's are. */
const FINEST = 15

const ofDecimal = (written: string | undefined): Bound => {
  const units = written === undefined ? "type" : parse(written, FINEST)
  return { written, rank: typeof units === "bigint" ? units : undefined }
}

const largest = ({ decimals }: NumberField): bigint => LARGEST * powerOfTen(FINEST - decimals)

const ofTemporal = ({ type }: TemporalField, written: string | undefined): Bound => {
  if (written === undefined) return { written, rank: undefined }
  if (type === "datetime") return { written, rank: parseDatetime(written)?.instant }
  const rank = type === "date" ? parseDate(written) : parseTime(written)
  return { written, rank: rank === null ? undefined : BigInt(rank) }
}

const ofCount = (written: number | undefined): Bound => ({
  written,
  rank: written === undefined ? undefined : BigInt(written)
})

/** Which values are left out that were not before, where any are. */
const lower = ({ after, before }: Pair<Bound>): boolean =>
  after.rank !== undefined && (before.rank === undefined || after.rank > before.rank)
const upper = ({ after, before }: Pair<Bound>): boolean =>
  after.rank !== undefined && (before.rank === undefined || after.rank < before.rank)

const bounds = (
  name: string,
  members: readonly [least: string, most: string],
  least: Pair<Bound>,
  most: Pair<Bound>,
  what: string
): ReadonlyArray<Change> => {
  const written = ({ after, before }: Pair<Bound>): Pair<Json | undefined> => ({
    before: before.written,
    after: after.written
  })
  const differ = ({ after, before }: Pair<Bound>): boolean => before.rank !== after.rank
  return [
    ...(differ(least)
      ? [
          changed(
            "field",
            name,
            members[0],
            written(least),
            lower(least) ? `${what} below ${least.after.written} are refused now.` : undefined
          )
        ]
      : []),
    ...(differ(most)
      ? [
          changed(
            "field",
            name,
            members[1],
            written(most),
            upper(most) ? `${what} above ${most.after.written} are refused now.` : undefined
          )
        ]
      : [])
  ]
}

const ofNumbers = (name: string, before: NumberField, after: NumberField): ReadonlyArray<Change> => {
  const changes = bounds(
    name,
    ["min", "max"],
    { before: ofDecimal(before.min), after: ofDecimal(after.min) },
    { before: ofDecimal(before.max), after: ofDecimal(after.max) },
    `Values of \`${name}\``
  )
  const currency = same(before.currency, after.currency)
    ? []
    : [
        changed(
          "field",
          name,
          "currency",
          { before: before.currency, after: after.currency },
          `An amount of \`${name}\` is one of another currency now.`
        )
      ]
  return [...changes, ...currency, ...ofDecimals(name, before, after)]
}

/** Fewer decimals refuse what has more; more of them leave fewer of the fifteen digits before the point. */
const ofDecimals = (name: string, before: NumberField, after: NumberField): ReadonlyArray<Change> => {
  if (before.decimals === after.decimals) return []
  const most = largest(after)
  const least = ofDecimal(before.min).rank
  const greatest = ofDecimal(before.max).rank
  const fits = least !== undefined && greatest !== undefined && least >= -most && greatest <= most
  const why =
    after.decimals < before.decimals
      ? `Values of \`${name}\` with more than ${after.decimals} decimals are refused now.`
      : fits
        ? undefined
        : `Values of \`${name}\` above ${toText(LARGEST, after.decimals)} are refused now: with more decimals there are fewer digits before the point.`
  return [changed("field", name, "decimals", { before: before.decimals, after: after.decimals }, why)]
}

type Choices = Field & { readonly type: "choice" | "choices" }
type Lists = Field & { readonly type: "list" }

const isNumber = (field: Field): field is NumberField => "decimals" in field
const isTemporal = (field: Field): field is TemporalField =>
  field.type === "date" || field.type === "time" || field.type === "datetime"
const isText = (field: Field): field is TextField => "maxLength" in field
const isChoice = (field: Field): field is Choices => field.type === "choice" || field.type === "choices"
const isList = (field: Field): field is Lists => field.type === "list"

const ofTexts = (name: string, before: TextField, after: TextField): ReadonlyArray<Change> => [
  ...bounds(
    name,
    ["minLength", "maxLength"],
    { before: ofCount(before.minLength ?? 0), after: ofCount(after.minLength ?? 0) },
    { before: ofCount(before.maxLength), after: ofCount(after.maxLength) },
    `Lengths of \`${name}\``
  ),
  ...ofPatterns(name, before, after)
]

const ofPatterns = (name: string, before: TextField, after: TextField): ReadonlyArray<Change> =>
  same(before.pattern, after.pattern)
    ? []
    : [
        changed(
          "field",
          name,
          "pattern",
          { before: before.pattern, after: after.pattern },
          after.pattern === undefined
            ? undefined
            : `TextField of \`${name}\` that do not match the new pattern are refused now.`
        )
      ]

const ofChoices = (name: string, before: Choices, after: Choices): ReadonlyArray<Change> => {
  const values = (field: Choices): ReadonlyArray<string> => field.options.map(({ value }) => value)
  const gone = values(before).filter((value) => !values(after).includes(value))
  const come = values(after).filter((value) => !values(before).includes(value))
  const labels = (field: Choices): ReadonlyArray<string> =>
    field.options.map(({ label, value }) => `${value} ${label}`).toSorted()
  const isRelabelled = gone.length + come.length === 0 && !same(labels(before), labels(after))
  const why =
    gone.length > 0
      ? `\`${name}\` has no option ${gone.map((value) => `“${value}”`).join(", ")} any longer.`
      : come.length > 0 && after.formula !== undefined
        ? `Who reads \`${name}\` may get ${come.map((value) => `“${value}”`).join(", ")}, which there was not before.`
        : undefined
  const pair = { before: values(before), after: values(after) }
  const written = ({ options }: Choices): Json => options.map(({ label, value }) => ({ value, label }))
  return [
    ...(gone.length + come.length > 0 ? [changed("field", name, "options", pair, why)] : []),
    ...(isRelabelled ? [changed("field", name, "options", { before: written(before), after: written(after) })] : []),
    ...ofItems(name, before, after, ({ maxItems, options }) => maxItems ?? options.length)
  ]
}

const ofItems = <F extends Choices | Lists>(
  name: string,
  before: F,
  after: F,
  most: (field: F) => number
): ReadonlyArray<Change> => {
  const isDefault = before.maxItems === undefined && after.maxItems === undefined
  return bounds(
    name,
    ["minItems", "maxItems"],
    { before: ofCount(before.minItems ?? 0), after: ofCount(after.minItems ?? 0) },
    isDefault
      ? { before: ofCount(undefined), after: ofCount(undefined) }
      : { before: ofCount(most(before)), after: ofCount(most(after)) },
    `Numbers of entries of \`${name}\``
  )
}

/** Changes of the limits of a field whose values are of one kind. */
export const compareLimits = (name: string, before: Field, after: Field): ReadonlyArray<Change> => {
  if (isNumber(before) && isNumber(after)) return ofNumbers(name, before, after)
  if (isText(before) && isText(after)) return ofTexts(name, before, after)
  if (isChoice(before) && isChoice(after)) return ofChoices(name, before, after)
  if (isList(before) && isList(after)) return ofItems(name, before, after, ({ maxItems }) => maxItems)
  if (isTemporal(before) && isTemporal(after)) {
    return bounds(
      name,
      ["min", "max"],
      { before: ofTemporal(before, before.min), after: ofTemporal(after, after.min) },
      { before: ofTemporal(before, before.max), after: ofTemporal(after, after.max) },
      `Values of \`${name}\``
    )
  }
  return []
}
