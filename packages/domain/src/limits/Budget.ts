/** How many requests a credential may still make in its window (spec/service.md §8; spec/http.md §7.1). */
import { Schema } from "effect"
import type { Limits } from "../callers/KeyLimits.ts"

/** How many requests a window admits. The window starts at the credential's first request in it. */
export interface Quota {
  readonly limit: number
  readonly windowMillis: number
}

/** The quota of a key with a limit of its own; undefined for every other credential. */
export const ownQuota = (limits: Limits): Quota | undefined =>
  limits === null || limits.requestsPerMinute === null
    ? undefined
    : { limit: limits.requestsPerMinute, windowMillis: 60_000 }

/** How many requests a minute `quota` admits, rounded down. */
export const perMinute = ({ limit, windowMillis }: Quota): number => Math.floor((limit * 60_000) / windowMillis)

/** 120 requests in 60 seconds (spec/service.md §8.1). */
export const defaultQuota: Quota = { limit: 120, windowMillis: 60_000 }

export const Budget = Schema.Struct({
  limit: Schema.Int,
  windowSeconds: Schema.Int,
  /** Requests left in this window. */
  left: Schema.Int,
  /** Whole seconds until the window ends, rounded up. */
  resetSeconds: Schema.Int
})
export type Budget = typeof Budget.Type

/** Milliseconds as whole seconds, rounded up and at least 1: a client that waits this long always succeeds. */
export const wholeSeconds = (millis: number): number => Math.max(1, Math.ceil(millis / 1000))

/** The budget after a request was admitted. */
export const admitted = (quota: Quota, used: number, resetMillis: number): Budget => ({
  limit: quota.limit,
  windowSeconds: wholeSeconds(quota.windowMillis),
  left: Math.max(0, quota.limit - used),
  resetSeconds: wholeSeconds(resetMillis)
})
