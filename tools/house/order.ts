/** Whether the sources keep their order: the rows about knots, floors and loose files. */
import type { Finding, Row } from "./Finding.ts"
import { namesOn, type Order, ROOT_FILES } from "./floors.ts"
import type { Import } from "./imports.ts"
import { childOf, circlesOfFiles, knots, nameIn } from "./knots.ts"
import { lineAt, type Package, type Tree } from "./Tree.ts"

type Orders = Readonly<Record<string, Order>>

const TABLE = "tools/house/floors.ts"

/** The number of a path's floor. Files above every floor have the number after the last; a path that is not in the order has none. */
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

/** Folders that are not in the order, and names in the order that no folder or file has. */
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

/** Orders of folders that do not exist. */
const homeless = (tree: Tree, orders: Orders): ReadonlyArray<Finding> =>
  Object.keys(orders)
    .filter((src) => !tree.packages.some((home) => home.src === src))
    .map((src) => ({
      file: TABLE,
      line: lineOf(tree, src, src),
      message: `there is no ${src}: take it out of the table.`
    }))

interface Graph {
  readonly home: Package
  readonly imports: ReadonlyArray<Import>
}

const row = (name: string, findings: ReadonlyArray<Finding>): Row => ({ name, value: findings.length, findings })

export const orderRows = (tree: Tree, graphs: ReadonlyArray<Graph>, orders: Orders): ReadonlyArray<Row> => {
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
    row("folders and floors that do not match", [
      ...ordered.flatMap(({ home, order }) => misfits(tree, home, order)),
      ...homeless(tree, orders)
    ])
  ]
}

interface Loose {
  readonly count: number
  readonly findings: ReadonlyArray<Finding>
}

const rootOf = (home: Package): ReadonlyArray<string> =>
  home.sources.filter((path) => !path.slice(home.src.length + 1).includes("/"))

/** One finding for all files at the root: only a list could say which of them are too many. */
const tooMany = (home: Package): Loose => {
  const root = rootOf(home)
  const count = Math.max(0, root.length - ROOT_FILES)
  const message =
    `${root.length} files stand at the root, ${count} more than the ${ROOT_FILES} that a package without an order may have ` +
    "there: group them in folders, or list those that may stay in tools/house/floors.ts."
  return { count, findings: count === 0 ? [] : [{ file: home.src, line: 1, message }] }
}

const unlisted = (home: Package, order: Order): Loose => {
  const allowed = [...order.floors.flat(), ...order.root].map((name) => `${home.src}/${name}`)
  const message = `stands loose at the root of ${home.src}: move it into a folder, or list it in tools/house/floors.ts.`
  const findings = rootOf(home)
    .filter((file) => !allowed.includes(file))
    .map((file) => ({ file, line: 1, message }))
  return { count: findings.length, findings }
}

export const looseRow = (homes: ReadonlyArray<Package>, orders: Orders): Row => {
  const loose = homes.map((home) => {
    const order = orders[home.src]
    return order === undefined ? tooMany(home) : unlisted(home, order)
  })
  return {
    name: "loose files",
    value: loose.reduce((sum, { count }) => sum + count, 0),
    findings: loose.flatMap(({ findings }) => findings)
  }
}
