import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { merge } from "../../../src/screens/author/document/merge/merge.ts"
import { layOut } from "../../../src/screens/author/document/layOut.ts"
import { sameValue } from "../../../src/screens/author/document/merge/sameValue.ts"
import { treeOf } from "./support.ts"

/** A form as far as merging cares: named entries, members, lists of names. Numerals are texts here, and written without quotes. */
interface Entry {
  readonly slug: string
  readonly label?: string
  readonly min?: number
  readonly options?: ReadonlyArray<{ readonly value: string; readonly label?: string }>
}

const slugs = ["a", "b", "c", "d", "e"]

const entry = (slug: string): fc.Arbitrary<Entry> =>
  fc.record(
    {
      slug: fc.constant(slug),
      label: fc.constantFrom("x", "y"),
      min: fc.nat(3),
      options: fc
        .uniqueArray(fc.constantFrom("p", "q", "r"), { maxLength: 3 })
        .chain((values) => fc.tuple(...values.map((value) => fc.constant({ value }))))
    },
    { requiredKeys: ["slug"] }
  )

const form = fc.record(
  {
    title: fc.constantFrom("one", "two", "three"),
    fields: fc.shuffledSubarray(slugs).chain((some) => fc.tuple(...some.map(entry))),
    states: fc.shuffledSubarray(["open", "closed", "done"])
  },
  { requiredKeys: ["fields"] }
)

const text = form.map((value) => layOut(JSON.stringify(value)))

/** A form and one that was made of it: parts are taken from another form. */
const pair = fc
  .tuple(form, form, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }))
  .map(([base, other, picks]) => {
    const pick = (index: number) => picks[index] === true
    const fields = base.fields
      .filter((_, index) => !pick(index))
      .concat(
        other.fields.filter(({ slug }) => pick(slugs.indexOf(slug)) && !base.fields.some((one) => one.slug === slug))
      )
    return { ...(pick(7) ? other : base), fields }
  })

const same = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && sameValue({ text: a, node: treeOf(a) }, { text: b, node: treeOf(b) })

const expectSame = (a: string | undefined, b: string | undefined): void => {
  if (!same(a, b)) expect(a).toBe(b)
}

describe("laws of merging", () => {
  it("A side that changed nothing takes all of the other, and keeps its own text where nothing differs", () => {
    fc.assert(
      fc.property(text, text, (ancestor, other) => {
        expect(merge(ancestor, other, ancestor)).toEqual({ text: other, conflicts: [] })
        expect(merge(ancestor, ancestor, ancestor)).toEqual({ text: ancestor, conflicts: [] })
        expect(merge(ancestor, other, other)).toEqual({ text: other, conflicts: [] })
        const taken = merge(ancestor, ancestor, other)
        expect(taken?.conflicts).toEqual([])
        expectSame(taken?.text, other)
      }),
      { numRuns: 500 }
    )
  })

  it("Without a conflict both sides merge to the same result", () => {
    let merged = 0
    fc.assert(
      fc.property(text, text, text, pair, (ancestor, mine, theirs, near) => {
        for (const [before, own, other] of [
          [ancestor, mine, theirs],
          [ancestor, ancestor, layOut(JSON.stringify(near))],
          [layOut(JSON.stringify(near)), ancestor, theirs]
        ] as const) {
          const [one, two] = [merge(before, own, other), merge(before, other, own)]
          expect(one?.conflicts.map(({ id }) => id).toSorted()).toEqual(two?.conflicts.map(({ id }) => id).toSorted())
          if (one?.conflicts.length !== 0) continue
          merged += 1
          expectSame(one.text, two?.text)
        }
      }),
      { numRuns: 500 }
    )
    expect(merged).toBeGreaterThan(100)
  })

  it("What one side alone changed is in the result, and so is what the other side alone changed", () => {
    fc.assert(
      fc.property(form, form, form, (ancestor, mine, theirs) => {
        const result = merge(
          ...([ancestor, mine, theirs].map((one) => JSON.stringify(one)) as [string, string, string])
        )
        const merged: typeof ancestor = JSON.parse(result?.text ?? "")
        const isAsked = (...path: ReadonlyArray<string>) =>
          result?.conflicts.some(({ id }) => id.startsWith(`/${path.join("/")}`))
        const of = (one: typeof ancestor, slug: string) => one.fields.find((field) => field.slug === slug)
        for (const slug of slugs) {
          const [a, m, t, r] = [ancestor, mine, theirs, merged].map((one) => of(one, slug))
          if (isAsked("fields", slug) === true) continue
          if (m === undefined && t === undefined) expect(r).toBeUndefined()
          for (const member of ["label", "min"] as const) {
            if (a === undefined || m === undefined || t === undefined || r === undefined) continue
            if (m[member] !== a[member]) expect(r[member]).toBe(m[member])
            if (t[member] !== a[member]) expect(r[member]).toBe(t[member])
          }
          if (a === undefined && m !== undefined) expect(r?.slug).toBe(slug)
          if (a === undefined && t !== undefined) expect(r?.slug).toBe(slug)
        }
        if (mine.title !== ancestor.title && isAsked("title") !== true) expect(merged.title).toBe(mine.title)
        if (theirs.title !== ancestor.title && isAsked("title") !== true) expect(merged.title).toBe(theirs.title)
      }),
      { numRuns: 1000 }
    )
  })

  it("With every conflict decided for one side, that side's values are in the result", () => {
    fc.assert(
      fc.property(text, text, text, (ancestor, mine, theirs) => {
        const asked = merge(ancestor, mine, theirs)
        const ids = asked?.conflicts.map(({ id }) => id) ?? []
        const choose = (side: "mine" | "theirs") => merge(ancestor, mine, theirs, new Map(ids.map((id) => [id, side])))
        expect(choose("mine")?.text).toBe(asked?.text)
        expectSame(choose("theirs")?.text, merge(ancestor, theirs, mine)?.text)
      }),
      { numRuns: 500 }
    )
  })
})

describe("of two people", () => {
  const ancestor = layOut(
    JSON.stringify({
      title: "Quote",
      fields: [
        { slug: "value", type: "money", min: 1.5 },
        { slug: "cover", type: "choice", options: [{ value: "comp" }, { value: "tpo" }] },
        { slug: "premium", type: "money", formula: "value * 2" }
      ]
    })
  )
  const change = (...pairs: ReadonlyArray<readonly [string, string]>) =>
    pairs.reduce((one, [before, after]) => one.replace(before, after), ancestor)

  it("Two changes of different members are both made, and the rest stays as I typed it", () => {
    const mine = change(["value * 2", "value * 3"], ['"min": 1.5', '"min":   1.50'])
    const theirs = change(['"comp" }', '"comp", "label": "Comprehensive" }'], ['"Quote"', '"Motor quote"'])
    const merged = merge(ancestor, mine, theirs)
    expect(merged?.conflicts).toEqual([])
    expect(merged?.text).toBe(
      mine.replace('"comp" }', '"comp", "label": "Comprehensive" }').replace('"Quote"', '"Motor quote"')
    )
  })

  it("The author chooses a member that both changed, from all three texts", () => {
    const merged = merge(ancestor, change(["value * 2", "value * 3"]), change(["value * 2", "value * 4"]))
    expect(merged?.conflicts).toEqual([
      {
        id: "/fields/premium/formula",
        path: ["fields", "premium", "formula"],
        ancestor: '"value * 2"',
        mine: '"value * 3"',
        theirs: '"value * 4"'
      }
    ])
    expect(merged?.text).toContain("value * 3")
  })

  it("The author chooses a field that one side deleted and the other changed as a whole", () => {
    const without = layOut(JSON.stringify({ ...JSON.parse(ancestor), fields: JSON.parse(ancestor).fields.slice(0, 2) }))
    const theirs = change(["value * 2", "value * 4"])
    const merged = merge(ancestor, without, theirs)
    expect(merged?.conflicts).toMatchObject([{ id: "/fields/premium", mine: undefined }])
    const taken = merge(ancestor, without, theirs, new Map([["/fields/premium", "theirs"]]))
    expectSame(taken?.text, theirs)
  })

  it("A text that is not JSON cannot be merged", () => {
    expect(merge(ancestor, "{", ancestor)).toBeUndefined()
    expect(merge(ancestor, ancestor, "{")).toBeUndefined()
  })
})
