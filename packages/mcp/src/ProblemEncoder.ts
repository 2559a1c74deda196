/** How refusals are written. The server that carries MCP lends its own table, so that one refusal has one code wherever it is met. */
import { Context } from "effect"
import type { Effect } from "effect"
import type {
  FormNotFound,
  IdempotencyInProgress,
  IdempotencyMismatch,
  PrivilegeMissing,
  RequestInvalid,
  SubmissionDeleted,
  SubmissionInvalid
} from "@formwork/domain/callers/Refusal"

/** What a tool or a resource says no with. */
export type Refusal =
  | PrivilegeMissing
  | FormNotFound
  | RequestInvalid
  | SubmissionDeleted
  | SubmissionInvalid
  | IdempotencyMismatch
  | IdempotencyInProgress

/** The body of a refusal (RFC 9457; contract.md §2). */
export interface ProblemDetails {
  readonly [member: string]: unknown
}

export class ProblemEncoder extends Context.Service<
  ProblemEncoder,
  {
    /** The members that a caller of v1 would get, in its order; said once a refusal, for it is also counted and audited here. */
    readonly encode: (refusal: Refusal) => Effect.Effect<ProblemDetails>
  }
>()("@formwork/mcp/ProblemEncoder") {}
