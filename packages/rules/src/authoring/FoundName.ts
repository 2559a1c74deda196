/** A name of a field in a text of a definition. */
import { find, type Name, type Scope, vertex } from "../check/expressions/Scope.ts"
import type { Range } from "../Fault.ts"
import type { Place } from "../tree/leaves.ts"

export interface FoundName {
  readonly range: Range
  readonly name: Name
  /** `premium`; of a field of rows `drivers.age`; of a constant as `constantVertex` says. */
  readonly vertex: string
  readonly place: Place
  /** Of a field of rows that is not the rule's own: its list. */
  readonly list?: Name
}

/** A field of the rows that a list function, or a setting, is about. */
export const ofRows = (list: Name, slug: string, range: Range): ReadonlyArray<FoundName> => {
  const name = list.rows.get(slug)
  return name === undefined
    ? []
    : [{ range, name, vertex: vertex(name, list), place: { at: "each", slot: name.slot }, list }]
}

/** What a constant has in the place of a field's vertex. No vertex has a space in it. */
export const constantVertex = (name: string): string => `constant ${name}`

const noRows: ReadonlyMap<string, Name> = new Map()

/** A constant stands for no field: it has no type here, and no place of its own. */
const ofConstant = (slug: string, range: Range): FoundName => ({
  range,
  name: { slug, slot: -1, field: undefined, rows: noRows },
  vertex: constantVertex(slug),
  place: { at: "form", slot: -1 }
})

/** A bare name: of a field, or of a constant. */
export const bare = (scope: Scope, slug: string, range: Range): ReadonlyArray<FoundName> => {
  const found = find(scope, slug)
  if (found !== undefined) return [{ range, ...found }]
  return scope.constants.has(slug) ? [ofConstant(slug, range)] : []
}
