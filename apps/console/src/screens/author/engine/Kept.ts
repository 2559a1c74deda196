/** A definition without some of its members, and how its pointers map to those of the whole definition. */
import { type Json, memberOf } from "@formwork/rules/Json"
import { below, pointerTokens } from "@formwork/rules/pointer"

export interface Kept {
  readonly definition: Json
  /** The pointer that leads to the same member in the whole definition. */
  readonly toWhole: (pointer: string) => string
  /** The pointer of a member of the whole definition in what is left; undefined where it was taken out. */
  readonly toKept: (pointer: string) => string | undefined
}

const parentsOf = (pointers: Iterable<string>): ReadonlySet<string> => {
  const parents = new Set<string>()
  for (const pointer of pointers)
    for (let end = pointer.lastIndexOf("/"); end >= 0; end = end === 0 ? -1 : pointer.lastIndexOf("/", end - 1))
      parents.add(pointer.slice(0, end))
  return parents
}

class Copying {
  /** Of each list from which something was taken: the indexes that are left. */
  readonly left = new Map<string, ReadonlyArray<number>>()
  readonly #removed: ReadonlySet<string>
  readonly #replaced: ReadonlyMap<string, Json>
  readonly #parents: ReadonlySet<string>

  constructor(removed: ReadonlySet<string>, replaced: ReadonlyMap<string, Json>) {
    this.#removed = removed
    this.#replaced = replaced
    this.#parents = parentsOf([...removed, ...replaced.keys()])
  }

  of(value: Json, at: string): Json {
    if (!this.#parents.has(at) || typeof value !== "object" || value === null) return value
    return Array.isArray(value) ? this.#ofList(value, at) : this.#ofObject(value, at)
  }

  #ofList(entries: ReadonlyArray<Json>, at: string): Json {
    const left = [...entries.keys()].filter((index) => !this.#removed.has(below(at, index)))
    this.left.set(at, left)
    return left.map((index) => this.of(entries[index] ?? null, below(at, index)))
  }

  #ofObject(value: object, at: string): Json {
    const members = Object.entries(value).flatMap(([name, member]: [string, Json]) =>
      this.#removed.has(below(at, name)) ? [] : [[name, this.of(member, below(at, name))] as const]
    )
    const given = [...this.#replaced].flatMap(([pointer, member]) => {
      const name = pointerTokens(pointer).at(-1)
      return name !== undefined && pointer === below(at, name) ? [[name, member] as const] : []
    })
    return Object.fromEntries([...members, ...given])
  }
}

/**
 * @param removed pointers of the members to leave out.
 * @param replaced members of objects that get another value.
 */
export const without = (
  definition: Json,
  removed: ReadonlySet<string>,
  replaced: ReadonlyMap<string, Json> = new Map()
): Kept => {
  const copying = new Copying(removed, replaced)
  const left = copying.of(definition, "")
  return {
    definition: left,
    toWhole: (pointer) =>
      pointerTokens(pointer).reduce((at, token) => {
        const index = copying.left.get(at)?.[Number(token)]
        return below(at, index ?? token)
      }, ""),
    toKept: (pointer) => {
      let at = ""
      let kept = ""
      for (const token of pointerTokens(pointer)) {
        const indexes = copying.left.get(at)
        at = below(at, token)
        if (removed.has(at)) return undefined
        kept = below(kept, indexes === undefined ? token : indexes.indexOf(Number(token)))
      }
      return kept
    }
  }
}

/** The value at a pointer. */
export const valueIn = (definition: Json, pointer: string): Json | undefined =>
  pointerTokens(pointer).reduce<Json | undefined>((value, token) => memberOf(value, token), definition)
