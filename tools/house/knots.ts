/** Folders that import each other in a circle, and files that do. */
import type { Finding } from "./Finding.ts"
import { grouped } from "./grouped.ts"
import type { Import } from "./imports.ts"
import type { Package } from "./Tree.ts"

/** The child of `folder`, a file or a folder, that leads to `path`. */
export const childOf = (folder: string, path: string): string => {
  const end = path.indexOf("/", folder.length + 1)
  return end === -1 ? path : path.slice(0, end)
}

/** Its name within `folder`. */
export const nameIn = (folder: string, path: string): string => path.slice(folder.length + 1)

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The sets of more than one node of which each reaches each other, sorted: strongly connected components, by Tarjan's algorithm.
 */
const circles = (arrows: Graph): ReadonlyArray<ReadonlyArray<string>> => {
  const order = new Map<string, number>()
  const open: Array<string> = []
  const found: Array<ReadonlyArray<string>> = []
  /** Returns the earliest node, in order of visiting, that `node` reaches. */
  const visit = (node: string): number => {
    const index = order.size
    let earliest = index
    order.set(node, index)
    open.push(node)
    for (const next of arrows.get(node) ?? []) {
      const seen = order.get(next)
      if (seen === undefined) earliest = Math.min(earliest, visit(next))
      else if (open.includes(next)) earliest = Math.min(earliest, seen)
    }
    if (earliest === index) {
      const component = open.splice(open.indexOf(node))
      if (component.length > 1) found.push(component.sort())
    }
    return earliest
  }
  for (const node of arrows.keys()) if (!order.has(node)) visit(node)
  return found
}

interface Arrow {
  readonly from: string
  readonly to: string
  readonly imports: ReadonlyArray<Import>
}

const graphOf = (arrows: ReadonlyArray<Pick<Arrow, "from" | "to">>): Graph => {
  const nodes = new Map<string, Set<string>>()
  for (const { from, to } of arrows) nodes.set(from, (nodes.get(from) ?? new Set()).add(to))
  return nodes
}

/** The imports between the children of a folder. */
const arrowsIn = (folder: string, imports: ReadonlyArray<Import>): ReadonlyArray<Arrow> => {
  const isInside = (path: string): boolean => path.startsWith(`${folder}/`)
  const inside = imports
    .filter(({ from, to }) => isInside(from) && isInside(to))
    .map((one) => ({ from: childOf(folder, one.from), to: childOf(folder, one.to), one }))
    .filter(({ from, to }) => from !== to)
  return [...grouped(inside, ({ from, to }) => `${from} ${to}`).values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ from: first.from, to: first.to, imports: group.map(({ one }) => one) }]
  })
}

/** The arrow of a circle with the fewest imports, which is the cheapest to cut. */
const thinnest = (arrows: ReadonlyArray<Arrow>, circle: ReadonlyArray<string>): Arrow | undefined =>
  arrows
    .filter(({ from, to }) => circle.includes(from) && circle.includes(to))
    .sort((one, other) => one.imports.length - other.imports.length)[0]

/** Circles between folders. `circlesOfFiles` finds those between files, in any folder. */
const knotsIn = (folder: string, imports: ReadonlyArray<Import>): ReadonlyArray<Finding> => {
  const arrows = arrowsIn(folder, imports)
  return circles(graphOf(arrows))
    .filter((circle) => circle.some((child) => !child.endsWith(".ts")))
    .flatMap((circle) => {
      const arrow = thinnest(arrows, circle)
      const [first] = arrow?.imports ?? []
      if (arrow === undefined || first === undefined) return []
      const [names, from, to] = [circle, [arrow.from], [arrow.to]].map((children) =>
        children.map((child) => nameIn(folder, child)).join(", ")
      )
      const count = arrow.imports.length === 1 ? "this import alone" : `${arrow.imports.length} imports, this one first`
      const message = `${names} (in ${folder}) import each other in a circle. The cheapest arrow to cut is ${from} → ${to}, ${count}.`
      return [{ file: first.from, line: first.line, message }]
    })
}

/** `src` and every folder below it that leads to a file. */
const foldersOf = (home: Package): ReadonlyArray<string> => {
  const folders = new Set([home.src])
  for (const path of home.sources) {
    const parts = nameIn(home.src, path).split("/")
    for (let depth = 1; depth < parts.length; depth++) folders.add(`${home.src}/${parts.slice(0, depth).join("/")}`)
  }
  return [...folders].sort()
}

export const knots = (home: Package, imports: ReadonlyArray<Import>): ReadonlyArray<Finding> =>
  foldersOf(home).flatMap((folder) => knotsIn(folder, imports))

export const circlesOfFiles = (home: Package, imports: ReadonlyArray<Import>): ReadonlyArray<Finding> =>
  circles(graphOf(imports)).flatMap((circle) => {
    const first = imports.find(({ from, to }) => circle.includes(from) && circle.includes(to))
    if (first === undefined) return []
    const names = circle.map((path) => nameIn(home.src, path)).join(", ")
    const message = `${names} import each other in a circle: move what they share to a file that imports none of them.`
    return [{ file: first.from, line: first.line, message }]
  })
