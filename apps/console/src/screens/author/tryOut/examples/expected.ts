/** What an example expects beside what it gives: the comparison that the server's check of a draft makes. */
import type { EvaluationResult } from "@formwork/rules/Evaluation"
import type { Expectation } from "../../../../api/examples.ts"
import { isSame } from "../sameJson.ts"

/** One thing that is expected. */
export interface Expected {
  readonly member: "valid" | "outcomes" | "calculatedData"
  /** The computed field, for `calculatedData`. */
  readonly field?: string
  readonly expected: unknown
  /** Null where there is no such value. */
  readonly found: unknown
  readonly isMet: boolean
}

const compared = (expected: unknown, found: unknown) => ({ expected, found, isMet: isSame(expected, found) })

/** A member that an example leaves out is not compared; outcomes are the set of their ids. */
export const expectedOf = (
  { calculatedData, outcomes, valid }: Expectation,
  result: Pick<EvaluationResult, "calculatedData" | "outcomes" | "valid">
): ReadonlyArray<Expected> => [
  ...(valid === undefined ? [] : [{ member: "valid" as const, ...compared(valid, result.valid) }]),
  ...(outcomes === undefined
    ? []
    : [
        {
          member: "outcomes" as const,
          ...compared([...new Set(outcomes)].toSorted(), result.outcomes.map(({ id }) => id).toSorted())
        }
      ]),
  ...Object.entries(calculatedData ?? {}).map(([field, expected]) => {
    const found = Object.hasOwn(result.calculatedData, field) ? (result.calculatedData[field] ?? null) : null
    return { member: "calculatedData" as const, field, ...compared(expected, found) }
  })
]

/** Which members an example expects something of. */
export type Members = { readonly [K in Expected["member"]]: boolean }

/** What a result gives, as an expectation of it. */
export const expectationOf = (
  result: Pick<EvaluationResult, "calculatedData" | "outcomes" | "valid">,
  members: Members
): Expectation => ({
  ...(members.valid ? { valid: result.valid } : {}),
  ...(members.outcomes ? { outcomes: result.outcomes.map(({ id }) => id) } : {}),
  ...(members.calculatedData ? { calculatedData: result.calculatedData } : {})
})

/** The members that an expectation names; all of them where it names none. */
export const membersOf = ({ calculatedData, outcomes, valid }: Expectation): Members => {
  const members = {
    valid: valid !== undefined,
    outcomes: outcomes !== undefined,
    calculatedData: calculatedData !== undefined
  }
  return Object.values(members).includes(true) ? members : { valid: true, outcomes: true, calculatedData: true }
}
