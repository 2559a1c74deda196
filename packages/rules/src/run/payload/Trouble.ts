/** Where a value stands, and what is wrong with it there. */
import type { Problem } from "../../Evaluation.ts"
import type { Trouble } from "../../fields/FieldKind.ts"

/** Where a value stands. */
export interface Spot {
  /** `drivers[1].birthDate` */
  readonly field: string
  /** `/data/drivers/1/birthDate` */
  readonly pointer: string
}

export const problem = ({ field, pointer }: Spot, { code, message }: Trouble): Problem => ({
  field,
  message,
  code,
  pointer
})

const escaped = (name: string): string => name.replace(/~/g, "~0").replace(/\//g, "~1")

export const spotOf = (slug: string): Spot => ({ field: slug, pointer: `/data/${escaped(slug)}` })

export const rowSpot = (list: Spot, index: number): Spot => ({
  field: `${list.field}[${index}]`,
  pointer: `${list.pointer}/${index}`
})

export const inRow = (row: Spot, slug: string): Spot => ({
  field: `${row.field}.${slug}`,
  pointer: `${row.pointer}/${escaped(slug)}`
})
