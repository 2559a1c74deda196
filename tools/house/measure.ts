/** All rows of the table, in its order. */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { citationRows } from "./citations.ts"
import type { Row } from "./Finding.ts"
import type { Order } from "./floors.ts"
import { importsWithin } from "./imports.ts"
import { looseRow, orderRows } from "./order.ts"
import { shapeRows } from "./shape.ts"
import { read, type Tree } from "./Tree.ts"
import { unusedRows } from "./unused.ts"

type Orders = Readonly<Record<string, Order>>

/** The rows that have to be 0 and need no other program. */
export const strictRows = (tree: Tree, orders: Orders): ReadonlyArray<Row> => {
  const graphs = tree.packages.map((home) => ({ home, imports: importsWithin(tree, home) }))
  return [...orderRows(tree, graphs, orders), ...citationRows(tree), looseRow(tree.packages, orders)]
}

const ordersOf = async (root: string): Promise<Orders> => {
  const table: { readonly orders: Orders } = await import(pathToFileURL(join(root, "tools/house/floors.ts")).href)
  return table.orders
}

export const measure = async (root: string): Promise<ReadonlyArray<Row>> => {
  const unused = unusedRows(root)
  const tree = read(root)
  // Knip runs meanwhile.
  const strict = strictRows(tree, await ordersOf(root))
  return [...strict, ...(await unused), ...shapeRows(tree, tree.packages)]
}
