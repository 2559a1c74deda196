/** The laws of a chain of readers. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { chainOf, type Link, partOf } from "../../src/screens/author/chain/chain.ts"

const part = fc.integer({ min: 0, max: 7 }).map((index) => `/fields/${index}`)
const readings = fc.array(fc.record({ pointer: part.map((field) => `${field}/formula`), field: part }), {
  maxLength: 40
})

const inOrder = (links: ReadonlyArray<Link>): ReadonlyArray<Link> =>
  links.flatMap((link) => [link, ...inOrder(link.links)])

/** All that can be reached from a part, by steps of one reading. */
const reached = (pairs: ReadonlyArray<readonly [string, string]>, from: string): ReadonlySet<string> => {
  const found = new Set<string>()
  const waiting = [from]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [one, other] of pairs) {
      if (one !== next || other === one || other === from || found.has(other)) continue
      found.add(other)
      waiting.push(other)
    }
  }
  return found
}

describe("the chain of a part", () => {
  it("has whatever it reads and whatever reads it, however far away, each with its own links once", () => {
    fc.assert(
      fc.property(readings, part, (all, start) => {
        const pairs = all.map(({ field, pointer }) => [partOf(pointer) ?? "", field] as const)
        const chain = chainOf(all, start)
        for (const [links, expected] of [
          [chain.reads, reached(pairs, start)],
          [
            chain.readBy,
            reached(
              pairs.map(([one, other]) => [other, one] as const),
              start
            )
          ]
        ] as const) {
          const first = inOrder(links).filter(({ isAgain }) => !isAgain)
          expect(new Set(first.map(({ pointer }) => pointer))).toEqual(expected)
          expect(first.length).toBe(expected.size)
        }
      })
    )
  })

  it("names the part in which a member stands", () => {
    expect(partOf("/fields/3/fields/1/formula")).toBe("/fields/3/fields/1")
    expect(partOf("/effects/0/body/name/$")).toBe("/effects/0")
    expect(partOf("/title")).toBeUndefined()
  })
})
