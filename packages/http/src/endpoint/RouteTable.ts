/** Finds the endpoint of a path, exactly: no trailing slash, no other case, nothing decoded or normalised (spec/http.md §1.4). */
import type { Effect, Scope } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Refusal } from "../problem/ProblemTable.ts"
import type { Exchange } from "../request/Exchange.ts"

export interface Answered {
  readonly response: HttpServerResponse.HttpServerResponse
  /** Where the response says so in a form of its own, what was refused: the pipeline counts and audits it like any other refusal. */
  readonly refusal?: Refusal
}

export interface Route {
  readonly method: string
  /** As in the contract: `/api/platform/v1/forms/:formId/evaluate`. */
  readonly template: string
  readonly pattern: RegExp
  /** Whether the endpoint needs no credential. */
  readonly isOpen: boolean
  /** Fails with what the request is refused with: the pipeline answers it. */
  readonly run: (
    exchange: Exchange,
    params: Readonly<Record<string, string>>
  ) => Effect.Effect<Answered, Refusal, HttpServerRequest.HttpServerRequest | Scope.Scope>
}

export interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/** A parameter is anything without a slash, so that the endpoint alone tells an id from what is none. */
export const patternOf = (template: string): RegExp =>
  new RegExp(`^${escape(template).replaceAll(/:(\w+)/gu, "(?<$1>[^/]*)")}$`, "u")

const escape = (path: string): string => path.replaceAll(/[\\^$.*+?()[\]{}|]/gu, "\\$&")

/**
 * Every route whose path this is; they differ in method. A path that stands in the contract as it is comes before one with
 * parameters: `/submissions/export` is no submission.
 */
export const find = (routes: ReadonlyArray<Route>, path: string): ReadonlyArray<Match> => {
  const matches = routes.flatMap((route) => {
    const match = route.pattern.exec(path)
    return match === null ? [] : [{ route, params: { ...match.groups } }]
  })
  const exact = new Set(matches.flatMap(({ route }) => (route.template === path ? [route.method] : [])))
  return matches.filter(({ route }) => route.template === path || !exact.has(route.method))
}
