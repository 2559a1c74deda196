/** The location of a value in a payload, and problems at it. */
import type { Problem } from "../../Evaluation.ts"
import type { SaidProblem } from "../../words/UnplacedProblem.ts"

/** The location of a value in a payload, for people and for programs. */
export interface Location {
  /** `drivers[1].birthDate` */
  readonly field: string
  /** `/data/drivers/1/birthDate` */
  readonly pointer: string
}

export const problem = ({ field, pointer }: Location, { code, message }: SaidProblem): Problem => ({
  field,
  message,
  code,
  pointer
})

const escaped = (name: string): string =>
  name.includes("~") || name.includes("/") ? name.replace(/~/g, "~0").replace(/\//g, "~1") : name

export const locationOf = (slug: string): Location => ({ field: slug, pointer: `/data/${escaped(slug)}` })

export const rowLocation = (list: Location, index: number): Location => ({
  field: `${list.field}[${index}]`,
  pointer: `${list.pointer}/${index}`
})

export const fieldInRow = (row: Location, slug: string): Location => ({
  field: `${row.field}.${slug}`,
  pointer: `${row.pointer}/${escaped(slug)}`
})
