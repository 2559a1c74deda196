/** What one batch may cost (spec/http.md §7.8). */
import { Context } from "effect"

/** Configurable. */
export const BatchLimits = Context.Reference<{
  readonly lines: number
  /** Bytes of the whole body; a line has at most those of any other body. */
  readonly bytes: number
  /** Milliseconds for the whole batch. */
  readonly millis: number
  /** How long a client may send nothing, or read nothing. */
  readonly idleMillis: number
  /** Lines that one request of the budget pays for. */
  readonly linesPerRequest: number
  /** How often the credential is read anew while a batch runs. */
  readonly checkMillis: number
  /** Batches that a credential may have at once, in this process. */
  readonly atOnce: number
}>("@formwork/http/BatchLimits/BatchLimits", {
  defaultValue: () => ({
    lines: 100_000,
    bytes: 256 * 1024 * 1024,
    millis: 600_000,
    idleMillis: 60_000,
    linesPerRequest: 100,
    checkMillis: 500,
    atOnce: 4
  })
})
