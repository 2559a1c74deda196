/** What a keystroke changed in a trace. */
import type { RanRule } from "../engine/Protocol.ts"
import type { Json } from "@formwork/rules/Json"

export interface TracedRule {
  readonly rule: RanRule
  /** Whether it gave something else before, or did not run. */
  readonly isChanged: boolean
  /** What it gave before, where that was something else. */
  readonly before?: Json
}

const keyOf = ({ pointer, row }: RanRule): string => `${pointer} ${row ?? ""}`

const same = (a: Json, b: Json): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

interface Compared {
  readonly before: ReadonlyArray<RanRule> | undefined
  readonly traced: ReadonlyArray<TracedRule>
}

/** Compared once for an evaluation, for all that show it. */
const known = new WeakMap<ReadonlyArray<RanRule>, Compared>()

/** @param before the trace of the evaluation before; undefined for the first one, in which nothing has changed. */
export const tracedRules = (
  now: ReadonlyArray<RanRule>,
  before: ReadonlyArray<RanRule> | undefined
): ReadonlyArray<TracedRule> => {
  const last = known.get(now)
  if (last !== undefined && last.before === before) return last.traced
  const traced = compared(now, before)
  known.set(now, { before, traced })
  return traced
}

const compared = (
  now: ReadonlyArray<RanRule>,
  before: ReadonlyArray<RanRule> | undefined
): ReadonlyArray<TracedRule> => {
  if (before === undefined) return now.map((rule) => ({ rule, isChanged: false }))
  const earlier = new Map(before.map((rule) => [keyOf(rule), rule]))
  return now.map((rule) => {
    const old = earlier.get(keyOf(rule))
    if (old === undefined) return { rule, isChanged: true }
    return same(old.gave, rule.gave) ? { rule, isChanged: false } : { rule, isChanged: true, before: old.gave }
  })
}
