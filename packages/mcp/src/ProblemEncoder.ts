/** Encodes refusals. The server that carries MCP provides its own table, so that a refusal has the same code in HTTP and MCP. */
import { Context, Effect } from "effect"
import type {
  FormNotFound,
  IdempotencyInProgress,
  IdempotencyMismatch,
  PrivilegeMissing,
  RequestInvalid,
  SubmissionDeleted,
  SubmissionInvalid
} from "@formwork/domain/callers/Refusal"

/** The refusals of tools and resources. */
export type Refusal =
  | PrivilegeMissing
  | FormNotFound
  | RequestInvalid
  | SubmissionDeleted
  | SubmissionInvalid
  | IdempotencyMismatch
  | IdempotencyInProgress

/** The body of a refusal (RFC 9457; spec/http.md §2.4). */
export interface ProblemDetails {
  readonly [member: string]: unknown
}

export class ProblemEncoder extends Context.Service<
  ProblemEncoder,
  {
    /** The members that a caller of v1 would get, in its order. */
    readonly encode: (refusal: Refusal) => Effect.Effect<ProblemDetails>
  }
>()("@formwork/mcp/ProblemEncoder") {}

/** A refusal, and its body for the caller. The server that carries MCP counts and audits the refusal. */
export class Refused<A> {
  readonly refusal: Refusal
  readonly value: A
  constructor(refusal: Refusal, value: A) {
    this.refusal = refusal
    this.value = value
  }
}

/** @param write gives what the caller reads. */
export const refused =
  <A>(encoder: ProblemEncoder["Service"], write: (problem: ProblemDetails) => A) =>
  (refusal: Refusal): Effect.Effect<Refused<A>> =>
    Effect.map(encoder.encode(refusal), (problem) => new Refused(refusal, write(problem)))
