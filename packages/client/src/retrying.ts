/** When a call is made again, and after how long. */

export interface Retries {
  /** How often a call is made at most, the first time included. */
  readonly attempts: number
  /** The longest that a call waits before it is made again; one that would have to wait longer fails at once. */
  readonly maxWaitSeconds: number
}

/** A budget's window lasts a minute unless the server's operator chose otherwise. */
export const defaultRetries: Retries = { attempts: 4, maxWaitSeconds: 61 }

/** What came of an attempt that did not succeed; status 0: no answer at all. */
export interface Failure {
  readonly status: number
  readonly code: string | undefined
  readonly retryAfterSeconds: number | undefined
}

/** Refused before anything happened: whoever asks again does nothing twice. */
const harmless = new Set(["RATE_LIMITED", "IDEMPOTENCY_IN_PROGRESS"])

/** Nobody knows what has happened. */
const unknown = new Set([0, 500, 502, 503, 504])

/**
 * Milliseconds to wait before the next attempt; undefined where there is none.
 * @param isRepeatable whether the call does the same however often it is made: it reads, or it has an idempotency key.
 * @param attempt the one that failed, from 1.
 * @param random from 0 to 1, so that many clients do not come back as one.
 */
export const waitMillis = (
  { code, retryAfterSeconds, status }: Failure,
  isRepeatable: boolean,
  attempt: number,
  { attempts, maxWaitSeconds }: Retries,
  random: number
): number | undefined => {
  const isWorthIt = harmless.has(code ?? "") || (isRepeatable && unknown.has(status))
  if (!isWorthIt || attempt >= attempts) return undefined
  const backoff = 250 * 2 ** (attempt - 1) * (0.5 + random)
  const millis = retryAfterSeconds === undefined ? backoff : retryAfterSeconds * 1000 + random * 250
  return millis <= maxWaitSeconds * 1000 ? millis : undefined
}
