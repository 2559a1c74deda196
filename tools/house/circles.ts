/** Circles: the sets of nodes of which each reaches each other (strongly connected components, by Tarjan's algorithm). */

export type Arrows = ReadonlyMap<string, ReadonlySet<string>>

/** Components of more than one node, each sorted. */
export const circles = (arrows: Arrows): ReadonlyArray<ReadonlyArray<string>> => {
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
