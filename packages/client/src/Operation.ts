/** An operation of the API, what a call of it may set, and what it gives. */
import type { Retries } from "./retrying.ts"

/** How an operation is asked for. */
export interface Operation {
  readonly method: string
  /** With `{name}` for each parameter. */
  readonly path: string
  readonly query: ReadonlyArray<string>
  /** The header that each parameter is sent as. */
  readonly headers: { readonly [parameter: string]: string }
  readonly hasBody: boolean
  /** Whether it does the same however often it is asked for. */
  readonly isRepeatable: boolean
}

export interface CallOptions {
  /** Ends the call, and whatever it waits for. */
  readonly signal?: AbortSignal
  readonly retries?: Partial<Retries>
  readonly timeoutMillis?: number
}

/** An answer, whole. */
export interface Answer<Body> {
  readonly body: Body
  readonly status: number
  /** What `If-Match` takes, of an answer that has a revision. */
  readonly etag: string | undefined
  /** Where the new record is. */
  readonly location: string | undefined
  /** True where an earlier call with the same idempotency key did the work. */
  readonly replayed: boolean
  readonly requestId: string | undefined
  readonly headers: Headers
}
