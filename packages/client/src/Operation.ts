/** An operation of the API, the options of a call, and its answer. */
import type { Retries } from "./retrying.ts"

/** How an operation is called. */
export interface Operation {
  readonly method: string
  /** With `{name}` for each parameter. */
  readonly path: string
  readonly query: ReadonlyArray<string>
  /** The header that each parameter is sent as. */
  readonly headers: { readonly [parameter: string]: string }
  readonly hasBody: boolean
  /** Whether its body is a file. */
  readonly hasFile?: boolean
  /** Whether it takes lines, and answers them one by one. */
  readonly hasLines?: boolean
  /** Whether a repeat has no effect beyond that of the first call, or one that goes by itself. */
  readonly isRepeatable: boolean
}

/** What a call with lines takes: an array, or lines that are made or read while the call runs. */
export type Lines<Line> = Iterable<Line> | AsyncIterable<Line>

export interface CallOptions {
  /** Ends the call, also while it waits for its next attempt. */
  readonly signal?: AbortSignal
  readonly retries?: Partial<Retries>
  readonly timeoutMillis?: number
  /** `Accept-Language` of this call. */
  readonly acceptLanguage?: string
}

/** A successful answer. */
export interface Answer<Body> {
  readonly body: Body
  readonly status: number
  /** The value for `If-Match`, where the answer has a revision. */
  readonly etag: string | undefined
  /** Where the new record is. */
  readonly location: string | undefined
  /** True where an earlier call with the same idempotency key did the work. */
  readonly replayed: boolean
  readonly requestId: string | undefined
  readonly headers: Headers
}
