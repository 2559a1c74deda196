/** The order in which fields are evaluated: each after everything that its visibility, its formula and its options' conditions read. */
import type { OrderedField } from "../tree/CheckedForm.ts"

/** A field and the fields that have to be evaluated before it. */
export interface Vertex {
  /** Its slug; of a row's field, `list.field`. */
  readonly name: string
  readonly ordered: OrderedField
  readonly reads: ReadonlySet<string>
}

export interface Plan {
  readonly order: ReadonlyArray<OrderedField>
  /** Circles of fields that wait for each other; each ends where it starts, and no two share a field. */
  readonly cycles: ReadonlyArray<ReadonlyArray<string>>
}

interface Walk {
  readonly vertices: ReadonlyMap<string, Vertex>
  readonly state: Map<string, "open" | "done">
  readonly order: Array<OrderedField>
  readonly cycles: Array<ReadonlyArray<string>>
  readonly named: Set<string>
}

/** Keeps a cycle, unless it shares a field with one that is already reported: mending that one changes this one. */
const report = (walk: Walk, cycle: ReadonlyArray<string>): void => {
  if (cycle.some((name) => walk.named.has(name))) return
  for (const name of cycle) walk.named.add(name)
  walk.cycles.push(cycle)
}

/** Depth first, with its own stack: a chain of fields may be longer than JavaScript's stack. */
const visit = (walk: Walk, first: Vertex): void => {
  const stack = [{ vertex: first, left: [...first.reads] }]
  walk.state.set(first.name, "open")
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = top.left.shift()
    if (next === undefined) {
      walk.state.set(top.vertex.name, "done")
      walk.order.push(top.vertex.ordered)
      stack.pop()
      continue
    }
    const vertex = walk.vertices.get(next)
    const state = walk.state.get(next)
    if (vertex === undefined || state === "done") continue
    if (state === "open") {
      const path = stack.map((entry) => entry.vertex.name)
      report(walk, [...path.slice(path.indexOf(next)), next])
      continue
    }
    walk.state.set(next, "open")
    stack.push({ vertex, left: [...vertex.reads] })
  }
}

/** Orders the vertices. With a cycle, the order has no meaning. Deterministic: it depends only on the vertices and their reads. */
export const plan = (vertices: ReadonlyArray<Vertex>): Plan => {
  const walk: Walk = {
    vertices: new Map(vertices.map((vertex) => [vertex.name, vertex])),
    state: new Map(),
    order: [],
    cycles: [],
    named: new Set()
  }
  for (const vertex of vertices) {
    if (walk.state.get(vertex.name) === undefined) visit(walk, vertex)
  }
  return { order: walk.order, cycles: walk.cycles }
}
