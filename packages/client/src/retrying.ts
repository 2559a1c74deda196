/** When a call is repeated, and after how long. */

export interface Retries {
  /** The most attempts of one call, the first included. */
  readonly attempts: number
  /** The longest wait before a repeat; a call that would have to wait longer fails at once. */
  readonly maxWaitSeconds: number
}

/** A budget's window lasts a minute unless the server's operator chose otherwise. */
export const defaultRetries: Retries = { attempts: 4, maxWaitSeconds: 61 }

/** How an attempt failed. Status 0: no answer arrived. */
export interface Failure {
  readonly status: number
  readonly code: string | undefined
  readonly retryAfterSeconds: number | undefined
}

/** Refused before any work was done, so a repeat does nothing twice. */
const harmless = new Set(["RATE_LIMITED", "IDEMPOTENCY_IN_PROGRESS"])

/** The work may or may not have been done. */
const unknown = new Set([0, 500, 502, 503, 504])

/**
 * Milliseconds to wait before the next attempt; undefined where the failure is final.
 * @param isRepeatable whether repeating the call is safe: it only reads, or it has an idempotency key.
 * @param attempt the number of the failed attempt, from 1.
 * @param random from 0 to 1; it spreads the repeats of many clients.
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
