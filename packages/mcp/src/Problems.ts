/** How refusals are told. The server that carries MCP lends its own table, so that one refusal has one code wherever it is met. */
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

/** The body of a refusal (RFC 9457; spec/http.md §2.4). */
export interface Problem {
  readonly [member: string]: unknown
}

export class Problems extends Context.Service<
  Problems,
  {
    /** The members that a caller of v1 would get, in its order; said once a refusal, for it is also counted and audited here. */
    readonly told: (refusal: Refusal) => Effect.Effect<Problem>
  }
>()("@formwork/mcp/Problems") {}
