/** Tables: which row counts, by laws. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Json } from "../../src/Json.ts"
import { ambiguous as ambiguousInSlices } from "../../src/tables/ambiguous.ts"
import { keyOfDouble, keyOfUnits } from "../../src/tables/keyUnits.ts"
import { Table } from "../../src/tables/Table.ts"
import type { Cell, TableDefinition } from "../../src/TableDefinition.ts"
import { finish } from "../../src/values/Slices.ts"
import { fraction } from "../oracle/Fraction.ts"
import { lookedUp } from "../oracle/tables.ts"
import type { Value } from "../oracle/Value.ts"

const ambiguous = (one: TableDefinition) => finish(ambiguousInSlices(one))

const LETTERS = ["a", "b", "c"]
const NUMBERS = [0, 1, 2, 3]

/** Keys with few values, so that rows meet. Half of the tables have ranges. */
const table: fc.Arbitrary<TableDefinition> = fc
  .array(fc.constantFrom("text", "exact", "from"), { minLength: 1, maxLength: 3 })
  .chain((kinds) => {
    const cells = kinds.map((kind): fc.Arbitrary<Cell> =>
      fc.option(fc.constantFrom<string | number>(...(kind === "text" ? LETTERS : NUMBERS)), { freq: 3 })
    )
    return fc.array(fc.tuple(...cells), { maxLength: 7 }).map((rows): TableDefinition => ({
      name: "t",
      keys: kinds.map((kind, index) => ({
        name: `k${index}`,
        type: kind === "text" ? "text" : "integer",
        decimals: 0,
        match: kind === "from" ? "from" : "exact"
      })),
      values: [{ name: "row", type: "integer", decimals: 0 }],
      rows: rows.map((row, index) => [...row, index])
    }))
  })

/** Every combination of values that rows tell apart, and of those that no row names. */
const everyKey = ({ keys }: TableDefinition): ReadonlyArray<ReadonlyArray<string | number>> =>
  keys.reduce<ReadonlyArray<ReadonlyArray<string | number>>>(
    (all, { type }) =>
      all.flatMap((key) => (type === "text" ? [...LETTERS, "z"] : [-1, ...NUMBERS, 9]).map((value) => [...key, value])),
    [[]]
  )

const asValue = (key: string | number): Value => (typeof key === "string" ? key : fraction(BigInt(key)))

const asWritten = ({ rows }: TableDefinition): ReadonlyArray<ReadonlyArray<Json>> =>
  rows.map((row) => row.map((cell) => cell ?? "*"))

/** The row by the oracle; `"many"` where it cannot choose. */
const byOracle = (one: TableDefinition, key: ReadonlyArray<string | number>): number | "many" => {
  try {
    const found = lookedUp({ keys: one.keys, values: one.values, rows: asWritten(one) }, "row", key.map(asValue))
    return typeof found === "object" && found?.is === "number" ? Number(found.top) : -1
  } catch {
    return "many"
  }
}

describe("a table", () => {
  it("finds the row that names most of the keys, as one does who reads all of them", () => {
    fc.assert(
      fc.property(table, (one) => {
        const ready = Table.of(one)
        for (const key of everyKey(one)) {
          const row = byOracle(one, key)
          if (row !== "many") expect(ready.find(key)).toBe(row)
        }
      }),
      { numRuns: 2_000 }
    )
  })

  it("is ambiguous where some key meets two rows that name equally many of them, and nowhere else", () => {
    let found = 0
    fc.assert(
      fc.property(table, (one) => {
        const isAmbiguous = everyKey(one).some((key) => byOracle(one, key) === "many")
        if (isAmbiguous) found += 1
        expect((ambiguous(one)?.length ?? 1) > 0).toBe(isAmbiguous)
      }),
      { numRuns: 4_000 }
    )
    expect(found).toBeGreaterThan(400)
  })

  it("names the two rows", () => {
    const keys = ["region", "age"].map((name) => ({ name, type: "text", decimals: 0, match: "exact" }) as const)
    const of = (rows: TableDefinition["rows"]): TableDefinition => ({ name: "t", keys, values: [], rows })
    expect(
      ambiguous(
        of([
          ["a", null],
          [null, "b"]
        ])
      )
    ).toEqual([{ first: 0, second: 1 }])
    expect(
      ambiguous(
        of([
          ["a", null],
          [null, "b"],
          ["a", "b"]
        ])
      )
    ).toEqual([])
    expect(
      ambiguous(
        of([
          ["a", "b"],
          ["c", "b"],
          ["a", "b"]
        ])
      )
    ).toEqual([{ first: 0, second: 2 }])
  })
})

it("a key with more decimals than its column is in the range of the unit below it, in doubles as in whole numbers", () => {
  fc.assert(
    fc.property(
      fc.maxSafeInteger(),
      fc.nat({ max: 12 }),
      fc.constantFrom("exact" as const, "from" as const),
      (units, more, match) => {
        const step = 10n ** BigInt(more)
        const floor = BigInt(units) / step - (BigInt(units) % step < 0n ? 1n : 0n)
        const isWhole = BigInt(units) % step === 0n
        const wanted = match === "exact" && !isWhole ? Infinity : Number(floor)
        expect(keyOfUnits(BigInt(units), more, match)).toBe(wanted)
        expect(keyOfDouble(units, more, match) === wanted).toBe(true)
      }
    ),
    { numRuns: 5_000 }
  )
  expect(keyOfUnits(10n ** 40n, 2, "from")).toBe(Infinity)
  expect(keyOfUnits(-(10n ** 40n), 2, "from")).toBe(-Infinity)
})
