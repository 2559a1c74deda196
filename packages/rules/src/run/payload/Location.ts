/** The location of a value in a payload, and problems at it. */
import type { Problem } from "../../Evaluation.ts"
import { groupOf } from "../../values/groups.ts"
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

/** Of a field of the form, by its whole name: `address.street` is at `/data/address/street`. */
export const locationOf = (slug: string): Location => {
  const group = groupOf(slug)
  return group === undefined
    ? topLocation(slug)
    : { field: slug, pointer: `/data/${escaped(group)}/${escaped(slug.slice(group.length + 1))}` }
}

/** Of a member of the payload itself, whatever is in its name. */
export const topLocation = (name: string): Location => ({ field: name, pointer: `/data/${escaped(name)}` })

/** Where a name is that no field has: beside groups, one with a point is of something in a group. */
export const unknownLocation = (groups: ReadonlySet<string>): ((name: string) => Location) =>
  groups.size === 0 ? topLocation : locationOf

export const rowLocation = (list: Location, index: number): Location => ({
  field: `${list.field}[${index}]`,
  pointer: `${list.pointer}/${index}`
})

export const fieldInRow = (row: Location, slug: string): Location => ({
  field: `${row.field}.${slug}`,
  pointer: `${row.pointer}/${escaped(slug)}`
})
