import * as fc from "fast-check"
import { expect, it } from "vitest"
import { received, SentAgain } from "../../../src/screens/author/engine/sentAgain.ts"

interface Entry {
  readonly name: string
  readonly value: number
}

const entry: fc.Arbitrary<Entry> = fc.record({ name: fc.constantFrom("a", "b", "c", "0"), value: fc.nat(2) })

it("What is received is what was to be sent, and an entry that was there before is the same object", () => {
  let again = 0
  fc.assert(
    fc.property(fc.array(fc.array(entry, { maxLength: 8 }), { maxLength: 8 }), (lists) => {
      const sender = new SentAgain<Entry>()
      let before: ReadonlyArray<Entry> = []
      for (const list of lists) {
        const now = received(structuredClone(sender.next(list)), before)
        expect(now).toEqual(list)
        for (const one of now) {
          const isOld = before.some((old) => old.name === one.name && old.value === one.value)
          if (isOld) again += 1
          expect(before.includes(one)).toBe(isOld)
        }
        before = now
      }
    })
  )
  expect(again).toBeGreaterThan(100)
})

it("A list that is sent again as it was is the very list of before", () => {
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: ({ name, value }) => `${name} ${value}` }), (list) => {
      const sender = new SentAgain<Entry>()
      const first = received(sender.next(list), [])
      expect(received(sender.next(structuredClone(list)), first)).toBe(first)
    })
  )
})
