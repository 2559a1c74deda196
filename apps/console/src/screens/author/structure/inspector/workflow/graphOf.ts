/** A workflow as a drawing: states in layers by how many transitions lead to them, transitions as arrows. */
import type { WorkflowOf } from "./workflowOf.ts"

interface GraphState {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly isInitial: boolean
}

interface GraphArrow {
  readonly key: string
  readonly path: string
  readonly name: string
  /** The middle of its name. */
  readonly x: number
  readonly y: number
}

export interface Graph {
  readonly width: number
  readonly height: number
  readonly states: ReadonlyArray<GraphState>
  readonly arrows: ReadonlyArray<GraphArrow>
}

export const STATE_HEIGHT = 30
/** Of a letter of 12 pixels in a font of one width. */
const LETTER = 7.4
const PADDING = 12
const BETWEEN_ROWS = 34
const ROOM_BELOW = 26

/** How many transitions a state is away from the first one; those that none leads to stand with the last. */
const layersOf = ({ initial, states, transitions }: WorkflowOf): ReadonlyMap<string, number> => {
  const layers = new Map([[initial, 0]])
  for (const [state, layer] of layers)
    for (const { from, to } of transitions)
      if (from === state && !layers.has(to) && states.includes(to)) layers.set(to, layer + 1)
  const last = Math.max(...layers.values())
  for (const state of states) if (!layers.has(state)) layers.set(state, last + 1)
  return layers
}

const widthOf = (name: string): number => Math.round(name.length * LETTER) + 2 * PADDING

/** Columns are as wide as their widest state, and as far apart as the longest name of a transition between them needs. */
const placed = (workflow: WorkflowOf): ReadonlyArray<GraphState> => {
  const layers = layersOf(workflow)
  const names = [...new Set(workflow.states)]
  const count = Math.max(...layers.values()) + 1
  const gap = Math.max(60, ...workflow.transitions.map(({ name }) => Math.round(name.length * LETTER) + 28))
  const states: Array<GraphState> = []
  let x = 1
  for (let layer = 0; layer < count; layer++) {
    const own = names.filter((name) => layers.get(name) === layer)
    const width = Math.max(0, ...own.map(widthOf))
    own.forEach((name, row) =>
      states.push({ name, x, y: 1 + row * (STATE_HEIGHT + BETWEEN_ROWS), width, isInitial: name === workflow.initial })
    )
    if (own.length > 0) x += width + gap
  }
  return states
}

/** From the right side of a state to the left side of one that is further on. */
const forward = (from: GraphState, to: GraphState) => {
  const [x1, y1, x2, y2] = [from.x + from.width, from.y + STATE_HEIGHT / 2, to.x, to.y + STATE_HEIGHT / 2]
  const bend = (x2 - x1) / 2
  return { path: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`, x: (x1 + x2) / 2, y: (y1 + y2) / 2 }
}

/** Below both, back or to its own column. */
const back = (from: GraphState, to: GraphState, nth: number) => {
  const [x1, x2] = [from.x + from.width * 0.6, to.x + to.width * (from === to ? 0.4 : 0.5)]
  const [y1, y2] = [from.y + STATE_HEIGHT, to.y + STATE_HEIGHT]
  const low = Math.max(y1, y2) + ROOM_BELOW + nth * 14
  return {
    path: `M${x1} ${y1}C${x1} ${low} ${x2} ${low} ${x2} ${y2}`,
    x: (x1 + x2) / 2,
    y: Math.max(y1, y2) + (low - Math.max(y1, y2)) * 0.78
  }
}

export const graphOf = (workflow: WorkflowOf): Graph => {
  const states = placed(workflow)
  const byName = new Map(states.map((state) => [state.name, state]))
  const pairs = new Map<string, number>()
  const arrows = workflow.transitions.flatMap(({ from, name, to }, index): ReadonlyArray<GraphArrow> => {
    const [start, end] = [byName.get(from), byName.get(to)]
    if (start === undefined || end === undefined) return []
    const pair = `${from} ${to}`
    const nth = pairs.get(pair) ?? 0
    pairs.set(pair, nth + 1)
    const arrow = end.x > start.x ? forward(start, end) : back(start, end, nth)
    return [{ ...arrow, y: arrow.y + (end.x > start.x ? nth * 13 : 0), key: `${index} ${name}`, name }]
  })
  const width = Math.max(0, ...states.map((state) => state.x + state.width)) + 1
  const height = Math.max(0, ...states.map(({ y }) => y + STATE_HEIGHT), ...arrows.map(({ y }) => y + 12)) + 4
  return { width, height, states, arrows }
}
