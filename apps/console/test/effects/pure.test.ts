/** What the address of the list means, and how many are counted and retried. */
import type { EffectFilter } from "../../src/api/effects.ts"
import { countFailed, retryFailed } from "../../src/api/retryAll.ts"
import { effectsSearch, filterOf, isCounted } from "../../src/screens/effects/list/effectsSearch.ts"
import { describe, expect, test } from "vitest"

/** A server with so many effects of each state. */
const serverWith = (left: { dead: number; stopped: number }) => {
  const asked: Array<EffectFilter> = []
  const calls = {
    list: async ({ cursor, limit, state }: { cursor?: string; limit?: string; state?: string }) => {
      const all = state === "dead" ? left.dead : left.stopped
      const from = Number(cursor ?? 0)
      const until = Math.min(all, from + Number(limit))
      return { body: { items: Array.from({ length: until - from }), next: until < all ? String(until) : null } }
    },
    retryMany: async ({ body: { filter } }: { body: { filter: EffectFilter } }) => {
      asked.push(filter)
      const all = left.dead + left.stopped
      const retried = Math.min(1_000, all)
      left.dead = Math.max(0, left.dead - retried)
      left.stopped = all - retried - left.dead
      return { body: { retried } }
    }
  }
  return { asked, calls: calls as never }
}

const to = "2026-11-23T12:00:00.000Z"
const { signal } = new AbortController()

describe("counting", () => {
  test.each([
    [0, 0, { dead: 0, stopped: 0, hasMore: false }],
    [3, 1, { dead: 3, stopped: 1, hasMore: false }],
    [1_000, 0, { dead: 1_000, stopped: 0, hasMore: false }],
    [1_001, 0, { dead: 1_000, stopped: 0, hasMore: true }]
  ])("%i dead and %i stopped", async (dead, stopped, counted) => {
    expect(await countFailed(serverWith({ dead, stopped }).calls, { to }, signal)).toEqual(counted)
  })

  test("counts one state where the filter has one", async () => {
    const { calls } = serverWith({ dead: 3, stopped: 2 })
    expect(await countFailed(calls, { to, state: "stopped" }, signal)).toEqual({ dead: 0, stopped: 2, hasMore: false })
  })
})

describe("retrying", () => {
  test("goes on until nothing that matches is left", async () => {
    const { asked, calls } = serverWith({ dead: 2_500, stopped: 0 })
    expect(await retryFailed(calls, { to }, { dead: 1_000, stopped: 0, hasMore: true })).toBe(2_500)
    expect(asked).toEqual([{ to }, { to }, { to }])
  })

  test("makes no more rounds than what was counted takes, so that what fails again meanwhile is not tried twice", async () => {
    const { asked, calls } = serverWith({ dead: 9_000, stopped: 0 })
    expect(await retryFailed(calls, { to }, { dead: 1_000, stopped: 0, hasMore: false })).toBe(1_000)
    expect(asked.length).toBe(1)
  })
})

describe("the address", () => {
  test("takes what it knows and leaves the rest out", () => {
    expect(
      effectsSearch({ state: "dead", kind: "fax", from: "2026-11-23", to: "tomorrow", destination: 7, page: 2 })
    ).toEqual({ state: "dead", from: "2026-11-23", destination: "7" })
  })

  test("has days, both of them within", () => {
    const { from, to: end } = filterOf({ from: "2026-03-28", to: "2026-03-29" })
    expect([from, end]).toEqual([new Date(2026, 2, 28).toISOString(), new Date(2026, 2, 30).toISOString()])
  })

  test("has counts of the server where only state and form narrow it", () => {
    expect([isCounted({ state: "dead", form: "a" }), isCounted({ kind: "document" })]).toEqual([true, false])
  })
})
