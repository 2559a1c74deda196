/** One payload in the draft and in the live version: what each gives, side by side. */
import type { EvaluationResult } from "@formwork/rules/Evaluation"
import { flatOf } from "@formwork/rules/groups"
import type { Json } from "@formwork/rules/Json"
import type { RanRule } from "../../engine/Protocol.ts"
import { isSame } from "../sameJson.ts"

/** A rule that ran, with what an author calls its place. */
export interface PlacedRule {
  readonly rule: RanRule
  readonly name: string
  readonly member: string
}

/** What stands on both sides; undefined where it is on one side alone. */
export interface Pair<A> {
  readonly key: string
  readonly draft: A | undefined
  readonly live: A | undefined
  readonly differs: boolean
}

const paired = <A>(
  draft: ReadonlyArray<A>,
  live: ReadonlyArray<A>,
  keyOf: (one: A) => string,
  same: (one: A, other: A) => boolean
): ReadonlyArray<Pair<A>> => {
  const keyed = (all: ReadonlyArray<A>): ReadonlyMap<string, A> => {
    const seen = new Map<string, number>()
    return new Map(
      all.map((one) => {
        const key = keyOf(one)
        const count = seen.get(key) ?? 0
        seen.set(key, count + 1)
        return [count === 0 ? key : `${key} ${count}`, one]
      })
    )
  }
  const [mine, theirs] = [keyed(draft), keyed(live)]
  return [...new Set([...mine.keys(), ...theirs.keys()])].map((key) => {
    const [one, other] = [mine.get(key), theirs.get(key)]
    return {
      key,
      draft: one,
      live: other,
      differs: one === undefined || other === undefined ? true : !same(one, other)
    }
  })
}

/** What differs comes first; each part keeps the order of the draft. */
const differingFirst = <A>(pairs: ReadonlyArray<Pair<A>>): ReadonlyArray<Pair<A>> =>
  pairs.toSorted((a, b) => Number(b.differs) - Number(a.differs))

type Result = Pick<EvaluationResult, "calculatedData" | "hiddenFields" | "outcomes" | "problems" | "valid">

export interface Found {
  readonly kind: "valid" | "value" | "outcome" | "problem" | "hidden"
  /** Of the field or the outcome; the pointer of a problem. */
  readonly name: string
  readonly value: Json
}

const foundIn = ({ calculatedData, hiddenFields, outcomes, problems, valid }: Result): ReadonlyArray<Found> => [
  { kind: "valid", name: "", value: valid },
  ...Object.entries(flatOf(calculatedData)).map(([name, value]) => ({
    kind: "value" as const,
    name,
    value: value ?? null
  })),
  ...outcomes.map(({ field, id, message, severity }) => ({
    kind: "outcome" as const,
    name: field === undefined ? id : `${id} ${field}`,
    value: `${severity}: ${message}`
  })),
  ...problems.map(({ code, message, pointer }) => ({
    kind: "problem" as const,
    name: `${pointer} ${code}`,
    value: message
  })),
  ...hiddenFields.map((name) => ({ kind: "hidden" as const, name, value: true }))
]

/** Validity, values, outcomes, problems and hidden fields. A rule that gives nothing on one side differs from one that gives missing. */
export const besideResults = (draft: Result, live: Result): ReadonlyArray<Pair<Found>> =>
  differingFirst(
    paired(
      foundIn(draft),
      foundIn(live),
      ({ kind, name }) => `${kind} ${name}`,
      (one, other) => isSame(one.value, other.value)
    )
  )

/** The rules of both, by what their authors call them: a field's rule in its row, a check or an outcome by its id. */
export const besideRules = (
  draft: ReadonlyArray<PlacedRule>,
  live: ReadonlyArray<PlacedRule>
): ReadonlyArray<Pair<PlacedRule>> =>
  differingFirst(
    paired(
      draft,
      live,
      ({ member, name, rule }) => `${name} ${member} ${rule.row ?? ""}`,
      (one, other) => isSame(one.rule.gave, other.rule.gave)
    )
  )
