/** Whether a package keeps its order of folders, and the rows about the order of folders and files. */
import type { Finding, Row } from "./Finding.ts"
import { namesOn, type Order } from "./floors.ts"
import type { Import } from "./imports.ts"
import { childOf, circlesOfFiles, knots, nameIn } from "./knots.ts"
import { lineAt, type Package, type Tree } from "./Tree.ts"

const TABLE = "tools/house/floors.ts"

/** The files above every floor have the number after the last one's. What the order does not name has none. */
const floorOf = (home: Package, order: Order, path: string): number | undefined => {
  const child = nameIn(home.src, childOf(home.src, path))
  const index = order.floors.findIndex((floor) => namesOn(floor).includes(child))
  if (index !== -1) return index
  return order.root.includes(child) ? order.floors.length : undefined
}

const upwardImports = (home: Package, order: Order, imports: ReadonlyArray<Import>): ReadonlyArray<Finding> =>
  imports.flatMap(({ from, to, line }) => {
    const [lower, higher] = [floorOf(home, order, from), floorOf(home, order, to)]
    if (lower === undefined || higher === undefined || lower >= higher) return []
    const message = `imports ${nameIn(home.src, to)}, which is on a higher floor of ${TABLE}: move what is imported down.`
    return [{ file: from, line, message }]
  })

const lineOf = (tree: Tree, folder: string, name: string): number => {
  const text = tree.has(TABLE) ? tree.text(TABLE) : ""
  return lineAt(text, Math.max(0, text.indexOf(`"${name}"`, text.indexOf(`"${folder}"`))))
}

/** Folders that the order does not name, and names in it that nothing bears. */
const misfits = (tree: Tree, home: Package, order: Order): ReadonlyArray<Finding> => {
  const children = [...new Set(home.sources.map((path) => nameIn(home.src, childOf(home.src, path))))]
  const named = [...order.floors.flatMap(namesOn), ...order.root]
  return [
    ...children
      .filter((name) => !name.endsWith(".ts") && !named.includes(name))
      .map((name) => ({ file: `${home.src}/${name}`, line: 1, message: `has no floor: give it one in ${TABLE}.` })),
    ...named
      .filter((name) => !children.includes(name))
      .map((name) => ({
        file: TABLE,
        line: lineOf(tree, home.src, name),
        message: `${home.src} has no ${name}: take it out of the table.`
      }))
  ]
}

interface Graph {
  readonly home: Package
  readonly imports: ReadonlyArray<Import>
}

const row = (name: string, findings: ReadonlyArray<Finding>): Row => ({ name, value: findings.length, findings })

export const orderRows = (
  tree: Tree,
  graphs: ReadonlyArray<Graph>,
  orders: Readonly<Record<string, Order>>
): ReadonlyArray<Row> => {
  const ordered = graphs.flatMap(({ home, imports }) => {
    const order = orders[home.src]
    return order === undefined ? [] : [{ home, imports, order }]
  })
  return [
    row(
      "knots of folders",
      graphs.flatMap(({ home, imports }) => knots(home, imports))
    ),
    row(
      "circles of files",
      graphs.flatMap(({ home, imports }) => circlesOfFiles(home, imports))
    ),
    row(
      "upward imports",
      ordered.flatMap(({ home, imports, order }) => upwardImports(home, order, imports))
    ),
    row(
      "folders and floors that do not match",
      ordered.flatMap(({ home, order }) => misfits(tree, home, order))
    )
  ]
}
