/** What the page of a submission finds out without a page: what changed, what differs, in words. */
import type { Revision, Submission } from "@formwork/client/contract"
import type { Json, JsonObject } from "@formwork/rules/Json"
import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { submission as words } from "../../src/messages/en/submission.ts"
import { FieldWords } from "../../src/screens/submissions/one/history/fieldWords.ts"
import { revisionChanges } from "../../src/screens/submissions/one/history/revisionChanges.ts"
import { type ValueChange, valueChanges } from "../../src/screens/submissions/one/history/valueChanges.ts"
import { storedAt } from "../../src/screens/submissions/one/run/storedAt.ts"
import { mergeFields, withTheirs } from "../../src/screens/submissions/one/fill/mergeFields.ts"
import { submissionSearch } from "../../src/screens/submissions/one/submissionSearch.ts"
import { pointerOfHidden } from "../../src/screens/submissions/one/values/pointers.ts"
import { claim } from "./support.ts"

const cell = fc.oneof(fc.constantFrom("a", "b", ""), fc.integer({ min: 0, max: 3 }), fc.boolean())
const row: fc.Arbitrary<JsonObject> = fc.dictionary(fc.constantFrom("x", "y"), cell, {
  maxKeys: 2,
  noNullPrototype: true
})
const value: fc.Arbitrary<Json> = fc.oneof(
  cell,
  fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
  fc.array(row, { maxLength: 5 })
)
const values: fc.Arbitrary<JsonObject> = fc.dictionary(fc.constantFrom("p", "q", "r"), value, {
  maxKeys: 3,
  noNullPrototype: true
})

/** Puts the changes of one list into it: first the cells, then the rows that are gone, the last first, then those that came. */
const inList = (rows: ReadonlyArray<Json>, changes: ReadonlyArray<ValueChange>): ReadonlyArray<Json> => {
  const next = rows.map((one) => structuredClone(one) as { [name: string]: Json })
  for (const { after, path } of changes) {
    const [, index = 0, slug] = path
    const at = next[index]
    if (slug === undefined || at === undefined) continue
    if (after === undefined) Reflect.deleteProperty(at, slug)
    else at[slug] = after
  }
  const whole = changes.filter(({ path }) => path.length === 2)
  for (const { after, path } of whole.toReversed()) if (after === undefined) next.splice(path[1] ?? 0, 1)
  for (const { after, path } of whole)
    if (after !== undefined) next.splice(path[1] ?? 0, 0, after as { [name: string]: Json })
  return next
}

const applied = (before: JsonObject, changes: ReadonlyArray<ValueChange>): JsonObject => {
  const next: { [name: string]: Json } = { ...before }
  for (const slug of new Set(changes.map(({ path }) => path[0]))) {
    const own = changes.filter(({ path }) => path[0] === slug)
    const [first] = own
    const list = next[slug]
    if (first !== undefined && first.path.length === 1) {
      if (first.after === undefined) Reflect.deleteProperty(next, slug)
      else next[slug] = first.after
    } else if (Array.isArray(list)) next[slug] = inList(list, own)
  }
  return next
}

describe("what changed between two revisions", () => {
  test("is nothing exactly for the same values, in whichever order their members are", () => {
    fc.assert(
      fc.property(values, (one) => {
        expect(valueChanges(one, structuredClone(one))).toEqual([])
        expect(valueChanges(one, Object.fromEntries(Object.entries(one).toReversed()))).toEqual([])
      })
    )
    fc.assert(
      fc.property(values, values, (one, other) => {
        fc.pre(JSON.stringify(applied(one, [])) !== JSON.stringify(other))
        expect(valueChanges(one, other).length === 0).toBe(
          JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
        )
      })
    )
  })

  test("makes the one out of the other", () => {
    fc.assert(
      fc.property(values, values, (one, other) => {
        expect(applied(one, valueChanges(one, other))).toEqual(other)
        expect(applied(other, valueChanges(other, one))).toEqual(one)
      }),
      { numRuns: 500 }
    )
  })

  test("names each place once, and none that stayed", () => {
    fc.assert(
      fc.property(values, values, (one, other) => {
        const changes = valueChanges(one, other)
        expect(new Set(changes.map(({ path }) => path.join("/"))).size).toBe(changes.length)
        for (const { after, before } of changes) expect(before).not.toEqual(after)
      })
    )
  })

  test("backwards is the same with both sides exchanged", () => {
    fc.assert(
      fc.property(values, values, (one, other) => {
        const sides = (changes: ReadonlyArray<ValueChange>) => changes.map(({ path }) => path.join("/")).toSorted()
        expect(sides(valueChanges(one, other))).toEqual(sides(valueChanges(other, one)))
      })
    )
  })

  test("a row that goes from the middle of a list is one change", () => {
    const rows = [{ room: "Kitchen" }, { room: "Hall" }, { room: "Attic" }]
    expect(valueChanges({ rooms: rows }, { rooms: rows.toSpliced(1, 1) })).toEqual([
      { path: ["rooms", 1], before: { room: "Hall" }, after: undefined }
    ])
  })

  test("of fields in a group each is told by its whole name, rows of a list in it too", () => {
    const before = { home: { city: "Ulm", rooms: [{ name: "Hall" }] } }
    const after = { home: { city: "Bonn", rooms: [{ name: "Attic" }], floor: 1 } }
    expect(valueChanges(before, after)).toEqual([
      { path: ["home.city"], before: "Ulm", after: "Bonn" },
      { path: ["home.rooms", 0, "name"], before: "Hall", after: "Attic" },
      { path: ["home.floor"], before: undefined, after: 1 }
    ])
  })
})

const sorted = (one: JsonObject): Json =>
  Object.entries(one)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, given]) => [
      name,
      JSON.parse(
        JSON.stringify(given, (_, part: unknown) =>
          typeof part === "object" && part !== null && !Array.isArray(part)
            ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => a.localeCompare(b)))
            : part
        )
      )
    ])

describe("a value in words", () => {
  const fields = new FieldWords(JSON.parse(JSON.stringify(claim)), { ...words.changed, language: "en-GB" })

  test("stands by the labels of its field and of its option, with its currency", () => {
    expect(fields.label(["rooms", 1, "cost"])).toBe("Rooms, row 2, Cost")
    expect(fields.value(["rooms", 1, "cost"], "450.50")).toBe("€450.50")
    expect(fields.value(["cause"], "pipe")).toBe("A burst pipe")
    expect(fields.value(["rooms", 0], { room: "Hall", cost: "1.00" })).toBe("Room: Hall, Cost: €1.00")
    expect(fields.value(["name"], undefined)).toBe("nothing")
  })

  test("has numbers and days as the person writes them, with the digits that were stored", () => {
    const definition = {
      fields: [
        { slug: "count", type: "integer" },
        { slug: "rate", type: "number" },
        { slug: "paid", type: "money", currency: "EUR" },
        { slug: "day", type: "date" }
      ]
    }
    const german = new FieldWords(definition, { ...words.changed, language: "de" })
    expect(german.value(["count"], 12_345)).toBe("12.345")
    expect(german.value(["rate"], "1234.500")).toBe("1.234,500")
    expect(german.value(["paid"], "-1234.50")).toBe("-1.234,50\u00a0€")
    expect(german.value(["day"], "2026-12-03")).toBe("03.12.2026")
    // What an earlier version of the form stored there.
    for (const [slug, text] of [
      ["count", "many"],
      ["paid", "free"],
      ["day", "2026-99-99"]
    ] as const)
      expect(german.value([slug], text)).toBe(text)
  })

  test("stands by its slug where the version has no such field, whatever its name", () => {
    for (const slug of ["elsewhere", "__proto__", "constructor"]) {
      expect(fields.label([slug])).toBe(slug)
      expect(fields.value([slug], true)).toBe("Yes")
    }
  })
})

const stored: Submission = {
  id: "s",
  formId: "f",
  formVersionId: "v",
  referenceNumber: "WATER-1",
  workflowState: "received",
  data: {},
  calculatedData: {},
  hiddenFields: [],
  outcomes: [],
  createdAt: "2026-11-01T00:00:00.000Z",
  revision: 3
}

const revisionOf = (revision: number, transition: string | null): Revision => ({
  revision,
  workflowState: "received",
  formVersionId: "v",
  transition,
  comment: null,
  userId: "u",
  credential: { kind: "session", id: "c" },
  by: { kind: "user", id: "u", name: "Ada" },
  at: `2026-11-0${revision}T00:00:00.000Z`
})

describe("the day of a submission", () => {
  test("is that of the last revision that stored values, and no later one", () => {
    const history = [revisionOf(1, null), revisionOf(2, null), revisionOf(3, "review")]
    expect(storedAt(history, stored)).toBe("2026-11-02T00:00:00.000Z")
    expect(storedAt([...history, revisionOf(4, null)], stored)).toBe("2026-11-02T00:00:00.000Z")
    expect(storedAt([], stored)).toBe(stored.createdAt)
  })
})

test("outcomes and hidden fields that came and went are told apart", () => {
  const outcome = (id: string) => ({ id, message: id, severity: "info" as const })
  const before = { ...stored, hiddenFields: ["a", "b"], outcomes: [outcome("x")] }
  const after = { ...stored, hiddenFields: ["b", "c"], outcomes: [outcome("y")] }
  expect(revisionChanges(before, after)).toMatchObject({ hidden: ["c"], asked: ["a"], raised: ["y"], gone: ["x"] })
})

test("the address of a submission keeps what it knows, and leaves out the rest", () => {
  expect(submissionSearch({ tab: "history", why: "premium", effect: 3, other: 1 })).toEqual({ tab: "history" })
  expect(submissionSearch({ tab: "values", why: "/premium" })).toEqual({ why: "/premium" })
  expect(pointerOfHidden("drivers[1].licence")).toBe("/drivers/1/licence")
  expect(pointerOfHidden("premium")).toBe("/premium")
  expect(pointerOfHidden("home.city")).toBe("/home/city")
  expect(pointerOfHidden("home.rooms[2].name")).toBe("/home/rooms/2/name")
})

describe("two changes of one draft", () => {
  test("of two fields in one group are no conflict, and of one field are", () => {
    const base = { home: { city: "Ulm", floor: 1 } }
    const mine = { home: { city: "Bonn", floor: 1 } }
    expect(mergeFields(base, mine, { home: { city: "Ulm", floor: 2 } })).toEqual({
      merged: { home: { city: "Bonn", floor: 2 } },
      conflicts: []
    })
    const found = mergeFields(base, mine, { home: { city: "Jena", floor: 2 } })
    expect(found.conflicts).toEqual([{ slug: "home.city", mine: "Bonn", theirs: "Jena" }])
    expect(withTheirs(found, new Set(["home.city"]))).toEqual({ home: { city: "Jena", floor: 2 } })
  })

  test("are put together: what one side changed alone stays, whichever side it was", () => {
    fc.assert(
      fc.property(values, values, (base, mine) => {
        expect(mergeFields(base, mine, base)).toEqual({ merged: mine, conflicts: [] })
        expect(mergeFields(base, base, mine)).toEqual({ merged: mine, conflicts: [] })
        expect(mergeFields(base, mine, mine)).toEqual({ merged: mine, conflicts: [] })
      })
    )
  })

  test("are in conflict in the same fields from both sides, and nothing of either is lost", () => {
    fc.assert(
      fc.property(values, values, values, (base, mine, theirs) => {
        const found = mergeFields(base, mine, theirs)
        const other = mergeFields(base, theirs, mine)
        const slugs = found.conflicts.map(({ slug }) => slug)
        expect(slugs.toSorted()).toEqual(other.conflicts.map(({ slug }) => slug).toSorted())
        for (const { slug } of found.conflicts) expect(found.merged[slug]).toEqual(mine[slug])
        expect(withTheirs(found, new Set(slugs))).toEqual(other.merged)
        expect(withTheirs(found, new Set())).toEqual(found.merged)
      })
    )
  })
})
