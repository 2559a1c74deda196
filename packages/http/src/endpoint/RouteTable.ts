/** Finds the endpoint of a path by exact match: no trailing slash, no other case, no decoding, no normalising (spec/http.md §1.4). */
import type { Effect, Scope } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Refusal } from "../problem/ProblemTable.ts"
import type { Exchange } from "../request/Exchange.ts"

export interface Answered {
  readonly response: HttpServerResponse.HttpServerResponse
  /** The refusal, where the response reports it in its own format: the pipeline counts and audits it like any other. */
  readonly refusal?: Refusal
}

export interface Route {
  readonly method: string
  /** As in the contract: `/api/platform/v1/forms/:formId/evaluate`. */
  readonly template: string
  /** The operation's id in its document; null for an endpoint of another adapter. */
  readonly operation: string | null
  readonly pattern: RegExp
  /** Whether the endpoint needs no credential. */
  readonly isOpen: boolean
  /** Fails with the refusal of the request, which the pipeline answers. */
  readonly run: (
    exchange: Exchange,
    params: Readonly<Record<string, string>>
  ) => Effect.Effect<Answered, Refusal, HttpServerRequest.HttpServerRequest | Scope.Scope>
}

export interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/** A parameter matches any text without a slash; the endpoint decides whether it is an id. */
export const patternOf = (template: string): RegExp =>
  new RegExp(`^${escape(template).replaceAll(/:(\w+)/gu, "(?<$1>[^/]*)")}$`, "u")

const escape = (path: string): string => path.replaceAll(/[\\^$.*+?()[\]{}|]/gu, "\\$&")

/**
 * Every route that matches the path; they differ in method. A path without parameters comes before one with parameters:
 * `/submissions/export` is not a submission.
 */
export const find = (routes: ReadonlyArray<Route>, path: string): ReadonlyArray<Match> => {
  const matches = routes.flatMap((route) => {
    const match = route.pattern.exec(path)
    return match === null ? [] : [{ route, params: { ...match.groups } }]
  })
  const exact = new Set(matches.flatMap(({ route }) => (route.template === path ? [route.method] : [])))
  return matches.filter(({ route }) => route.template === path || !exact.has(route.method))
}
