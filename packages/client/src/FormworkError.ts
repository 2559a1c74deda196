/** How a call fails: the server refused it, or no answer came. */
import type { ProblemDetails } from "./generated/contract.ts"

/** What a program branches on: the `code` of a refusal. */
export type ProblemCode = ProblemDetails["code"]

/** The server refused: its problem (RFC 9457), whole. */
export class FormworkError extends Error {
  override readonly name = "FormworkError"
  readonly problem: ProblemDetails
  /** Seconds after which a repeat may succeed, where the server says so. */
  readonly retryAfterSeconds: number | undefined

  constructor(problem: ProblemDetails, retryAfterSeconds: number | undefined) {
    super(`${problem.status} ${problem.code}: ${problem.error}`)
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): number {
    return this.problem.status
  }
  get code(): ProblemCode {
    return this.problem.code
  }
  /** Quote it when you report a problem. */
  get requestId(): string {
    return this.problem.requestId
  }
}

/** Formwork did not answer: the network failed, the attempt timed out, or something in between answered. */
export class FormworkUnreachable extends Error {
  override readonly name = "FormworkUnreachable"
}

/** Whether `error` is the server's refusal with this code; its problem then has the members of that refusal. */
export const isRefusal = <Code extends ProblemCode>(
  error: unknown,
  code: Code
): error is FormworkError & { readonly problem: Extract<ProblemDetails, { readonly code: Code }> } =>
  error instanceof FormworkError && error.code === code
