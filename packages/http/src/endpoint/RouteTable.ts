/** Finds the endpoint of a path by exact match: no trailing slash, no other case, no decoding, no normalising (spec/http.md §1.4). */
import type { Context, Effect } from "effect"
import type { Answer } from "../connection/Answer.ts"
import type { Refusal } from "../problem/ProblemTable.ts"
import type { Exchange } from "../request/Exchange.ts"

export interface Answered {
  readonly answer: Answer
  /** The refusal, where the answer reports it in its own format: the pipeline counts and audits it like any other. */
  readonly refusal?: Refusal
}

export interface Route {
  readonly method: string
  /** As in the contract: `/api/platform/v1/forms/:formId/evaluate`. */
  readonly template: string
  /** The operation's id in its document; null for an endpoint of another adapter. */
  readonly operation: string | null
  /** Whether the endpoint needs no credential. */
  readonly isOpen: boolean
  /** What `run` runs in, beside what is the request's own; undefined is what the pipeline was made in. */
  readonly services: Context.Context<never> | undefined
  /** Fails with the refusal of the request, which the pipeline answers. */
  readonly run: (exchange: Exchange, params: Readonly<Record<string, string>>) => Effect.Effect<Answered, Refusal>
}

export interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/** The routes that agree in their first segments. */
interface Node {
  readonly named: Map<string, Node>
  /** Where any segment is a parameter. */
  parameter: Node | undefined
  /** Those that end here, with their place among all routes and the names of their parameters. */
  readonly routes: Array<{ readonly route: Route; readonly place: number; readonly names: ReadonlyArray<string> }>
}

const node = (): Node => ({ named: new Map(), parameter: undefined, routes: [] })

const child = (parent: Node, segment: string): Node => {
  if (segment.startsWith(":")) return (parent.parameter ??= node())
  const made = parent.named.get(segment) ?? node()
  parent.named.set(segment, made)
  return made
}

const isParameter = (segment: string): boolean => segment.startsWith(":")

/**
 * Builds the function that gives every route that matches a path; they differ in method. A parameter matches any segment: the
 * endpoint decides whether it is an id. A path without parameters comes before one with parameters: `/submissions/export` is not a
 * submission.
 */
export const finder = (routes: ReadonlyArray<Route>): ((path: string) => ReadonlyArray<Match>) => {
  const root = node()
  for (const [place, route] of routes.entries()) {
    const segments = route.template.split("/")
    const names = segments.filter(isParameter).map((segment) => segment.slice(1))
    segments.reduce(child, root).routes.push({ route, place, names })
  }
  return (path) => {
    const found: Array<Found> = []
    walk(root, path.split("/"), 0, [], found)
    if (found.length <= 1) return found
    const exact = new Set(found.flatMap(({ route }) => (route.template === path ? [route.method] : [])))
    return found
      .filter(({ route }) => route.template === path || !exact.has(route.method))
      .sort((one, other) => one.place - other.place)
  }
}

interface Found extends Match {
  readonly place: number
}

/** Adds the routes below `at` that match the segments from `depth` on. @param values of the parameters so far. */
const walk = (
  at: Node,
  segments: ReadonlyArray<string>,
  depth: number,
  values: ReadonlyArray<string>,
  found: Array<Found>
): void => {
  const segment = segments[depth]
  if (segment === undefined) {
    for (const { names, place, route } of at.routes) {
      const params: Record<string, string> = {}
      for (const [index, name] of names.entries()) params[name] = values[index] ?? ""
      found.push({ route, place, params })
    }
    return
  }
  const next = at.named.get(segment)
  if (next !== undefined) walk(next, segments, depth + 1, values, found)
  if (at.parameter !== undefined) walk(at.parameter, segments, depth + 1, [...values, segment], found)
}
