/** What a form's rules compare with: values near those are where a payload turns from valid to invalid. */
import type { CheckedField, CheckedForm } from "../tree/CheckedForm.ts"
import { formatDate, formatTime } from "../values/civil.ts"
import { toText } from "../values/decimal.ts"
import type { Pattern } from "../patterns/pattern.ts"

export interface Literals {
  /** Decimal literals. */
  readonly numbers: ReadonlySet<string>
  readonly texts: ReadonlySet<string>
  readonly dates: ReadonlySet<string>
  readonly times: ReadonlySet<string>
  readonly datetimes: ReadonlySet<string>
  readonly patterns: ReadonlySet<Pattern>
}

/** Of each kind, so that a form of long lists does not make the search long. */
const MOST = 40

type Found = { readonly [K in keyof Literals]: Set<Literals[K] extends ReadonlySet<infer A> ? A : never> }

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null

const isMoment = (value: unknown): value is { readonly written: string } =>
  isObject(value) && typeof value["written"] === "string"

const isPattern = (value: unknown): value is Pattern => isObject(value) && typeof value["test"] === "function"

const collect = (tree: unknown, found: Found): void => {
  if (!isObject(tree)) return
  const { days, moment, node, pattern, scale, seconds, value } = tree
  if (node === "literal") {
    if (typeof value === "bigint" && typeof scale === "number") found.numbers.add(toText(value, scale))
    if (typeof value === "string") found.texts.add(value)
    if (typeof days === "number") found.dates.add(formatDate(days))
    if (typeof seconds === "number") found.times.add(formatTime(seconds))
    if (isMoment(moment)) found.datetimes.add(moment.written)
    return
  }
  if (node === "matches" && isPattern(pattern)) found.patterns.add(pattern)
  for (const part of Object.values(tree)) collect(part, found)
}

const rulesOf = ({ formula, requiredWhen, rows, visibleWhen }: CheckedField): ReadonlyArray<unknown> => [
  formula,
  visibleWhen,
  requiredWhen,
  ...rows.flatMap(rulesOf)
]

const few = <A>(all: ReadonlySet<A>): ReadonlySet<A> => new Set([...all].slice(0, MOST))

/** The literals of all rules that can make a payload invalid, in the order of the document. */
export const literalsOf = ({ checks, fields }: CheckedForm): Literals => {
  const found: Found = {
    numbers: new Set(),
    texts: new Set(),
    dates: new Set(),
    times: new Set(),
    datetimes: new Set(),
    patterns: new Set()
  }
  for (const rule of [...fields.flatMap(rulesOf), ...checks.map(({ check }) => check)]) collect(rule, found)
  return {
    numbers: few(found.numbers),
    texts: few(found.texts),
    dates: few(found.dates),
    times: few(found.times),
    datetimes: few(found.datetimes),
    patterns: few(found.patterns)
  }
}
