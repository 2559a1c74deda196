/** Faults in the order of the definition's text. */
import type { Fault } from "../Fault.ts"
import { type Json, memberOf } from "../Json.ts"
import { pointerTokens } from "../values/pointer.ts"

/** The positions of each object's members, computed once. */
type Places = Map<object, ReadonlyMap<string, number>>

const placesOf = (places: Places, value: object): ReadonlyMap<string, number> => {
  const known = places.get(value)
  if (known !== undefined) return known
  const made = new Map(Object.keys(value).map((name, index) => [name, index]))
  places.set(value, made)
  return made
}

/** The place of a pointer: for each of its tokens the index among its siblings. A missing member comes before all others. */
const pathOf = (places: Places, definition: Json, pointer: string): ReadonlyArray<number> => {
  const path: Array<number> = []
  let value: Json | undefined = definition
  for (const name of pointerTokens(pointer)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return [...path, -1]
    path.push(Array.isArray(value) ? Number(name) : (placesOf(places, value).get(name) ?? -1))
    value = memberOf(value, name)
  }
  return path
}

const compare = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** Sorts faults by their place in the definition, then by their range in the expression. */
export const inDefinitionOrder = (definition: Json, faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> => {
  const places: Places = new Map()
  return faults
    .map((fault) => ({ fault, path: pathOf(places, definition, fault.pointer) }))
    .toSorted((a, b) => compare(a.path, b.path) || (a.fault.range?.start ?? 0) - (b.fault.range?.start ?? 0))
    .map(({ fault }) => fault)
}
