/** The difference between two evaluations of one payload, and counting differences. */
import type { Evaluation } from "@formwork/rules/Evaluation"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { flatOf } from "@formwork/rules/groups"
import { maxOfAKind } from "./Impact.ts"
import type { ImpactChange, ImpactSummary } from "./Impact.ts"

type Difference = Omit<ImpactChange, "submissionId" | "referenceNumber">

const without = (these: ReadonlyArray<string>, those: ReadonlyArray<string>): ReadonlyArray<string> => {
  const known = new Set(those)
  return these.filter((one) => !known.has(one))
}

/** Computed values by field; `drivers[1].age` in a list. */
const flat = (data: JsonObject): ReadonlyMap<string, Json> =>
  new Map(
    Object.entries(flatOf(data)).flatMap(([slug, value]): ReadonlyArray<readonly [string, Json]> => {
      // The options of a choices field are an array too, but one value.
      if (!isRows(value)) return [[slug, value]]
      return value.flatMap((row, index) =>
        Object.entries(row).map(([own, inner]) => [`${slug}[${index}].${own}`, inner] as const)
      )
    })
  )

const isRows = (value: Json): value is ReadonlyArray<JsonObject> =>
  Array.isArray(value) && value.length > 0 && value.every((row: Json) => typeof row === "object" && row !== null)

const same = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other)

const calculated = (before: JsonObject, after: JsonObject): Difference["calculatedData"] => {
  const [was, is] = [flat(before), flat(after)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field) => {
    const pair = { before: was.get(field) ?? null, after: is.get(field) ?? null }
    return same(pair.before, pair.after) ? [] : [{ field, ...pair }]
  })
}

/** The outcomes that only `these` have, or have with another severity. */
const raised = (these: Evaluation, those: Evaluation): ReadonlyArray<string> => {
  const only = these.outcomes.filter(
    ({ id, severity }) => !those.outcomes.some((other) => other.id === id && other.severity === severity)
  )
  // One of rows may be raised in several of them.
  return [...new Set(only.map(({ id }) => id))]
}

/** The complete difference; undefined without one. Messages of problems and outcomes are not compared. */
export const differenceOf = (before: Evaluation, after: Evaluation): Difference | undefined => {
  const known = new Set(before.problems.map(({ code, field }) => `${code} ${field}`))
  const problems = after.problems.filter(({ code, field }) => !known.has(`${code} ${field}`))
  const difference: Difference = {
    validBefore: before.valid,
    validAfter: after.valid,
    problems,
    calculatedData: calculated(before.calculatedData, after.calculatedData),
    outcomesRaised: raised(after, before),
    outcomesGone: raised(before, after),
    fieldsHidden: without(after.hiddenFields, before.hiddenFields),
    fieldsShown: without(before.hiddenFields, after.hiddenFields)
  }
  const { validAfter, validBefore, ...lists } = difference
  return validAfter === validBefore && Object.values(lists).every(({ length }) => length === 0) ? undefined : difference
}

/** A difference as it is stored, with shortened lists. */
export const shortened = (difference: Difference): Difference => ({
  ...difference,
  problems: difference.problems.slice(0, maxOfAKind),
  calculatedData: difference.calculatedData.slice(0, maxOfAKind),
  outcomesRaised: difference.outcomesRaised.slice(0, maxOfAKind),
  outcomesGone: difference.outcomesGone.slice(0, maxOfAKind),
  fieldsHidden: difference.fieldsHidden.slice(0, maxOfAKind),
  fieldsShown: difference.fieldsShown.slice(0, maxOfAKind)
})

export const nothing: ImpactSummary = {
  changed: 0,
  becameInvalid: 0,
  becameValid: 0,
  calculatedData: 0,
  outcomes: 0,
  hiddenFields: 0,
  fields: [],
  outcomeIds: []
}

type FieldCounts = { -readonly [K in "problems" | "calculatedData" | "hiddenFields"]: number }

/** `drivers[1].age` is a value of `drivers.age`. */
const fieldOf = (place: string): string => place.replaceAll(/\[\d+\]/gu, "")

/** Adds up differences. */
export class ImpactTally {
  private readonly counts = {
    changed: 0,
    becameInvalid: 0,
    becameValid: 0,
    calculatedData: 0,
    outcomes: 0,
    hiddenFields: 0
  }
  private readonly fields = new Map<string, FieldCounts>()
  private readonly outcomeIds = new Map<string, { raised: number; gone: number }>()

  add(difference: Difference): void {
    const { calculatedData, fieldsHidden, fieldsShown, outcomesGone, outcomesRaised, problems } = difference
    const { counts } = this
    counts.changed += 1
    if (difference.validBefore && !difference.validAfter) counts.becameInvalid += 1
    if (!difference.validBefore && difference.validAfter) counts.becameValid += 1
    if (calculatedData.length > 0) counts.calculatedData += 1
    if (outcomesGone.length + outcomesRaised.length > 0) counts.outcomes += 1
    if (fieldsHidden.length + fieldsShown.length > 0) counts.hiddenFields += 1
    this.count(
      "problems",
      problems.map(({ field }) => field)
    )
    this.count(
      "calculatedData",
      calculatedData.map(({ field }) => field)
    )
    this.count("hiddenFields", [...fieldsHidden, ...fieldsShown])
    for (const id of new Set(outcomesRaised)) this.outcome(id).raised += 1
    for (const id of new Set(outcomesGone)) this.outcome(id).gone += 1
  }

  /** Submissions for which something changes. */
  get changed(): number {
    return this.counts.changed
  }

  get summary(): ImpactSummary {
    return {
      ...this.counts,
      fields: [...this.fields].map(([field, counts]) => ({ field, ...counts })),
      outcomeIds: [...this.outcomeIds].map(([id, counts]) => ({ id, ...counts }))
    }
  }

  private count(kind: keyof FieldCounts, places: ReadonlyArray<string>): void {
    for (const field of new Set(places.map(fieldOf))) {
      const counts = this.fields.get(field) ?? { problems: 0, calculatedData: 0, hiddenFields: 0 }
      counts[kind] += 1
      this.fields.set(field, counts)
    }
  }

  private outcome(id: string): { raised: number; gone: number } {
    const counts = this.outcomeIds.get(id) ?? { raised: 0, gone: 0 }
    this.outcomeIds.set(id, counts)
    return counts
  }
}
