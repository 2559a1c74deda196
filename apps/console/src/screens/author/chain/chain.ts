/** Who reads whom: what a part of a form reads and what reads it, and so on from there. */
import type { Reading } from "@formwork/rules/references"

/** A field, a check, an outcome, an effect or the workflow in a chain. */
export interface Link {
  /** Of the part: `/fields/3`, `/outcomes/0`. */
  readonly pointer: string
  /** Whether it stands in the chain elsewhere, where its own links are. */
  readonly isAgain: boolean
  readonly links: ReadonlyArray<Link>
}

export interface Chain {
  readonly reads: ReadonlyArray<Link>
  readonly readBy: ReadonlyArray<Link>
}

const PART = /^\/(?:fields\/\d+(?:\/fields\/\d+)?|(?:checks|outcomes|effects)\/\d+|workflow)(?=\/|$)/

/** The part in which a member stands; undefined for members of the form itself. */
export const partOf = (pointer: string): string | undefined => PART.exec(pointer)?.[0]

type Edges = ReadonlyMap<string, ReadonlySet<string>>

const edgesOf = (pairs: ReadonlyArray<readonly [from: string, to: string]>): Edges => {
  const edges = new Map<string, Set<string>>()
  for (const [from, to] of pairs) {
    if (from === to) continue
    const known = edges.get(from)
    if (known === undefined) edges.set(from, new Set([to]))
    else known.add(to)
  }
  return edges
}

/** Each part has its links once, where it comes first: circles end, and a form of many rules stays short. */
const linksFrom = (edges: Edges, pointer: string, seen: Set<string>): ReadonlyArray<Link> => {
  const next = [...(edges.get(pointer) ?? [])]
  const isNew = next.map((one) => !seen.has(one))
  for (const one of next) seen.add(one)
  return next.map((one, index) =>
    isNew[index] === true
      ? { pointer: one, isAgain: false, links: linksFrom(edges, one, seen) }
      : { pointer: one, isAgain: true, links: [] }
  )
}

/** @param pointer of a part. */
export const chainOf = (readings: ReadonlyArray<Reading>, pointer: string): Chain => {
  const pairs = readings.flatMap(({ field, pointer: member }) => {
    const part = partOf(member)
    return part === undefined ? [] : [[part, field] as const]
  })
  const readBy = edgesOf(pairs.map(([part, field]) => [field, part] as const))
  return {
    reads: linksFrom(edgesOf(pairs), pointer, new Set([pointer])),
    readBy: linksFrom(readBy, pointer, new Set([pointer]))
  }
}
