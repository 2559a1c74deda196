/** Each credential's budget: a window begins with the first request after the one before it has ended, and never admits more. */
import type { Quota } from "@formwork/domain/limits/Budget"
import type { Court } from "./Court.ts"

export class Budgets {
  private readonly windows = new Map<string, { readonly endsAtMillis: number; used: number }>()
  private readonly court: Court
  private readonly quota: Quota

  constructor(court: Court, quota: Quota) {
    this.court = court
    this.quota = quota
  }

  private quotaOf(own: number | null): Quota {
    return own === null ? this.quota : { limit: own, windowMillis: 60_000 }
  }

  private windowOf(id: string) {
    const kept = this.windows.get(id)
    return kept !== undefined && kept.endsAtMillis > this.court.timeline.nowMillis ? kept : undefined
  }

  admitted(id: string, own: number | null, left: number): void {
    const { limit, windowMillis } = this.quotaOf(own)
    const window = this.windowOf(id) ?? { endsAtMillis: this.court.timeline.nowMillis + windowMillis, used: 0 }
    window.used += 1
    this.windows.set(id, window)
    const rule = "budgets are never exceeded"
    this.court.expect(
      window.used <= limit,
      rule,
      `at most ${limit} requests in ${windowMillis / 1_000} s with ${id}`,
      `the ${window.used}th was admitted`
    )
    this.court.expect(
      left === Math.max(0, limit - window.used),
      rule,
      `${limit - window.used} requests are left to ${id}`,
      `the answer says ${left}`
    )
  }

  refused(id: string, own: number | null): void {
    const { limit } = this.quotaOf(own)
    const used = this.windowOf(id)?.used ?? 0
    this.court.expect(
      used >= limit,
      "a request within its budget is admitted",
      `${limit - used} of ${limit} requests are left to ${id}`,
      "the request was refused: RateLimited"
    )
  }
}
