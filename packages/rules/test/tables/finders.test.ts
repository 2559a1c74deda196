/** What generated code finds rows with gives the rows that the loop over a table's groups gives, whatever the shape of the table. */
import * as fc from "fast-check"
import { expect, it } from "vitest"
import type { Cell, TableDefinition, TableKey } from "../../src/TableDefinition.ts"
import { ExactLevel } from "../../src/tables/levels.ts"
import { Table } from "../../src/tables/Table.ts"

const exact: TableKey = { name: "text", type: "text", decimals: 0, match: "exact" }
const from: TableKey = { name: "from", type: "integer", decimals: 0, match: "from" }

const cellOf = ({ type }: TableKey): fc.Arbitrary<Cell> =>
  type === "text" ? fc.constantFrom("a", "b", "c", "d") : fc.integer({ min: -3, max: 6 })

/** Some of its rows may leave a key open. */
const tables = fc
  .tuple(fc.constantFrom([exact], [from], [exact, from], [from, exact], [exact, exact], [from, from]), fc.boolean())
  .chain(([keys, isOpen]) => {
    const cells = keys.map((key) => (isOpen ? fc.option(cellOf(key), { freq: 3 }) : cellOf(key)))
    const rows = fc.uniqueArray(fc.tuple(...cells), { selector: (row) => JSON.stringify(row), maxLength: 20 })
    return rows.map((rows): TableDefinition => ({ name: "t", keys, values: [], rows }))
  })

const sought = ({ match, type }: TableKey): fc.Arbitrary<Cell> =>
  match === "from" ? fc.double({ min: -5, max: 8, noNaN: true }) : cellOf({ ...exact, type })

/** One or two keys of a table, and what is looked up in it. */
const lookups = tables.chain((definition) =>
  fc
    .array(fc.tuple(...definition.keys.map(sought)), { minLength: 8, maxLength: 8 })
    .map((keys) => ({ definition, keys }))
)

/** Shapes that were met, so that the law is not about nothing. */
const met = { byKey: 0, one: 0, two: 0, neither: 0 }

it("law: the row by keys one by one is the row of the loop", () => {
  fc.assert(
    fc.property(lookups, ({ definition, keys }) => {
      const table = Table.of(definition)
      const { finder, onlyLevel } = table
      const rowsByKey = onlyLevel instanceof ExactLevel ? onlyLevel.known : undefined
      if (rowsByKey !== undefined) met.byKey += 1
      met[finder === undefined ? "neither" : definition.keys.length === 1 ? "one" : "two"] += 1
      for (const given of keys) {
        const expected = [given, table.find(given)]
        const [first = null, second] = given
        if (finder !== undefined) expect([given, finder(first, second)]).toEqual(expected)
        if (rowsByKey !== undefined) expect([given, rowsByKey.get(first) ?? -1]).toEqual(expected)
      }
    }),
    { numRuns: 1_000 }
  )
  expect(Object.values(met).every((count) => count > 20)).toBe(true)
})
