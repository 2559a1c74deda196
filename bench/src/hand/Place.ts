/** The place of a value in the quote, its label, and adding a problem there. */
import type { Problem, ProblemCode } from "@formwork/rules/Evaluation"

export interface Place {
  readonly field: string
  readonly pointer: string
  readonly label: string
}

export const place = (slug: string, label: string): Place => ({ field: slug, pointer: `/data/${slug}`, label })

export const placeInRow = (list: string, index: number, slug: string, label: string): Place => ({
  field: `${list}[${index}].${slug}`,
  pointer: `/data/${list}/${index}/${slug}`,
  label
})

export type Spot = Pick<Place, "field" | "pointer">

export const problemAt = ({ field, pointer }: Spot, code: ProblemCode, message: string): Problem => ({
  field,
  message,
  code,
  pointer
})

/** Adds a problem; returns undefined, the value of an invalid answer. */
export const say = (problems: Array<Problem>, spot: Spot, code: ProblemCode, message: string): undefined => {
  problems.push(problemAt(spot, code, message))
}
