/**
 * What any framework answers to a refusal: a status, headers and a body, without this package's server. This module imports the
 * domain and effect alone.
 */
import { Cause, Option, Result } from "effect"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import { InternalFault } from "../request/RequestRefusal.ts"
import * as ProblemDetails from "./ProblemDetails.ts"
import type { Refusal } from "./ProblemTable.ts"

/** The members that every body has. Some have more, such as `problems` (spec/http.md §2.4). */
interface ProblemBody {
  /** `urn:formwork:problem:` and the code in lower case. */
  readonly type: string
  readonly title: string
  readonly status: number
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on: docs/problems.md lists them. */
  readonly code: string
  readonly requestId?: string
  readonly [member: string]: unknown
}

export interface Problem {
  readonly status: number
  readonly code: string
  /** `content-type`, and what the refusal needs, such as `retry-after`. */
  readonly headers: Readonly<Record<string, string>>
  /** Ready for JSON. */
  readonly body: ProblemBody
}

/**
 * The problem of a refusal, as this package's server answers it.
 * @param requestId the caller's name for the request, if it has one.
 *
 * ```ts
 * Problem.of(new FormNotFound()).status // 404
 * ```
 */
export const of = (refusal: Refusal, requestId?: string): Problem => {
  const { link: _, ...headers } = ProblemDetails.headers(refusal)
  return {
    status: ProblemDetails.status(refusal),
    code: ProblemDetails.code(refusal),
    headers,
    body: ProblemDetails.members(refusal, requestId)
  }
}

/**
 * The problem of an Effect that failed, whatever the reason. A defect has no type: `Unavailable`, as where the database is out of
 * reach, and an interruption are 503 with `retry-after`; every other defect is 500 and shows nothing of itself, so log the cause.
 */
export const ofCause = (cause: Cause.Cause<Refusal>, requestId?: string): Problem => {
  const refusal = Cause.findErrorOption(cause)
  if (Option.isSome(refusal)) return of(refusal.value, requestId)
  if (Cause.hasInterruptsOnly(cause)) return of(new Unavailable({ reason: "the request was ended" }), requestId)
  const defect = Result.getOrUndefined(Cause.findDefect(cause))
  return of(defect instanceof Unavailable ? defect : new InternalFault(), requestId)
}
