/** What the types of numbers share: exact decimals with a fixed number of them. */
import { type Change, changed, same } from "../Comparison.ts"
import type { Field, FieldOf, FieldType, NumberField } from "../Definition.ts"
import type { JsonObject } from "../Json.ts"
import { fault, found, type Member, type Read, addTypeFault } from "../reading/Reader.ts"
import { LARGEST, parse, plain, powerOfTen, toFixed, toText } from "../values/decimal.ts"
import { type Bound, compareBounds, type ReadBound, readBounds } from "./bounds.ts"
import {
  authored,
  type Building,
  type Described,
  type Direction,
  type FieldRead,
  type Literals,
  type RowKind
} from "./FieldKind.ts"
import { rangeMembers } from "./members.ts"
import type { RunningKind } from "./running/RunningKind.ts"
import { STEPS_A_PROBLEM } from "./steps.ts"

type NumberType = NumberField["type"]

type NumberMembers = typeof rangeMembers & {
  readonly decimals?: Member<number>
  readonly currency?: Member<string>
}

/** What differs between the types of numbers. */
export interface OwnNumber {
  readonly takes: ReadonlyArray<FieldType>
  readonly members: Omit<NumberMembers, keyof typeof rangeMembers>
  /** How many decimals the field has, and its currency if it has one. */
  readonly unit: (building: Building<NumberMembers>) => Pick<NumberField, "currency" | "decimals">
  readonly word?: string
  readonly read: (field: NumberField) => Omit<FieldRead, "tree">
  readonly show: (field: NumberField, value: bigint) => string
  /** `number` has the keywords of a JSON number. */
  readonly schema: (field: NumberField, direction: Direction, number: JsonObject) => Described
}

const isNumber = (field: Field): field is NumberField => "decimals" in field

const boundOf =
  (decimals: number): Read<ReadBound> =>
  (reading, value, at) => {
    const literal = typeof value === "number" && Number.isFinite(value) ? plain(value) : value
    const rank = typeof literal === "string" ? parse(literal, decimals) : "type"
    if (typeof literal === "string" && typeof rank === "bigint" && rank <= LARGEST && rank >= -LARGEST)
      return { kept: literal, rank }
    if (rank === "type") return addTypeFault(reading, value, at, 'a number such as `100` or `"99.95"`')
    if (rank === "decimals") {
      return fault(
        reading,
        at,
        `${found(value).replace(/^the/, "The")} has more decimals than its field, which has ${decimals === 0 ? "none" : decimals}.`
      )
    }
    return fault(reading, at, `${found(value).replace(/^the/, "The")} is larger than a field can hold.`)
  }

const rangeOf = ({ decimals, max, min }: NumberField): JsonObject => {
  const largest = toFixed(LARGEST, decimals)
  // `multipleOf` is left out: for a validator that divides doubles, 0.3 is not a multiple of 0.1.
  return {
    type: decimals === 0 ? "integer" : "number",
    minimum: Number(min ?? `-${largest}`),
    maximum: Number(max ?? largest)
  }
}

const worthTrying = "1 2 3 5 10 20 50 100 500 1000 10000 100000 0 0.5 -1 -10 -1000 1000000".split(" ")

const candidates = ({ decimals, max, min }: NumberField, literals: Literals): ReadonlyArray<bigint> => {
  const units = (literal: string | undefined): ReadonlyArray<bigint> => {
    const read = literal === undefined ? "type" : parse(literal, decimals)
    return typeof read === "bigint" ? [read] : []
  }
  const one = powerOfTen(decimals)
  const near = [...literals.number].flatMap((literal) => [
    ...units(literal).flatMap((at) => [at, at + 1n, at - 1n, at + one, at - one]),
    ...units(`-${literal}`)
  ])
  const bounds = [...units(min), ...units(max)]
  const between = bounds.length === 2 ? [((bounds[0] ?? 0n) + (bounds[1] ?? 0n)) / 2n] : []
  return [...worthTrying.flatMap(units), ...bounds, ...between, ...near, 1n, -1n, LARGEST, -LARGEST]
}

/** Numbers of all fields are ranked in units of the smallest decimal that a field can have. */
const FINEST = 15

const ranked = (written: string | undefined): Bound => {
  const units = written === undefined ? "type" : parse(written, FINEST)
  return { written, rank: typeof units === "bigint" ? units : undefined }
}

/** Fewer decimals refuse values with more; more decimals leave fewer of the fifteen digits before the point. */
const compareDecimals = (name: string, before: NumberField, after: NumberField): ReadonlyArray<Change> => {
  if (before.decimals === after.decimals) return []
  const most = LARGEST * powerOfTen(FINEST - after.decimals)
  const least = ranked(before.min).rank
  const greatest = ranked(before.max).rank
  const fits = least !== undefined && greatest !== undefined && least >= -most && greatest <= most
  const why =
    after.decimals < before.decimals
      ? `Values of \`${name}\` with more than ${after.decimals} decimals are refused now.`
      : fits
        ? undefined
        : `Values of \`${name}\` above ${toText(LARGEST, after.decimals)} are refused now: with more decimals there are fewer digits before the point.`
  return [changed("field", name, "decimals", { before: before.decimals, after: after.decimals }, why)]
}

const compare = (name: string, before: Field, after: NumberField): ReadonlyArray<Change> => {
  if (!isNumber(before)) return []
  const bounds = compareBounds(
    name,
    ["min", "max"],
    { before: ranked(before.min), after: ranked(after.min) },
    { before: ranked(before.max), after: ranked(after.max) },
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
  return [...bounds, ...currency, ...compareDecimals(name, before, after)]
}

/** A type of numbers. */
export const numberType = <T extends NumberType>(
  type: T,
  running: RunningKind<NumberField, "number">,
  own: OwnNumber
): RowKind<FieldOf<T> & NumberField, "number"> => ({
  ...running,
  ...authored(
    (): NumberMembers => ({ ...own.members, ...rangeMembers }),
    (building) => {
      const unit = own.unit(building)
      const { at, base, given, reading } = building
      return {
        ...base,
        type,
        ...unit,
        unique: given.unique ?? false,
        ...readBounds(reading, boundOf(unit.decimals), given, at)
      }
    }
  ),
  kind: "number",
  ...(own.word === undefined ? {} : { word: own.word, formulaWord: own.word }),
  takes: own.takes,
  mayBreakConstraints: ({ max, min }) => min !== undefined || max !== undefined,
  compare,
  read: (field, place) => ({
    tree: { kind: "number", scale: field.decimals, node: "field", place },
    ...own.read(field)
  }),
  constraintSteps: () => STEPS_A_PROBLEM,
  show: own.show,
  schema: (field, direction) => own.schema(field, direction, rangeOf(field)),
  candidates: (field, _, literals) => candidates(field, literals).map((value) => running.encode(field, value))
})
