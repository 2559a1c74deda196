/** Which keys may notice a change of a form. */
import type { ApiKey, UsageDay } from "@formwork/client/contract"

export interface Calling {
  readonly id: string
  readonly name: string
  readonly calls: number
  /** The last day with a call, in UTC. */
  readonly lastDay: string
}

/**
 * The keys that called a form, those with most calls first. A key that was revoked since calls no more and is left out.
 * @param usage calls of the form.
 * @param keys those of the organisation; empty where the person may not see them.
 */
export const callersOf = (usage: ReadonlyArray<UsageDay>, keys: ReadonlyArray<ApiKey>): ReadonlyArray<Calling> => {
  const revoked = new Set(keys.flatMap(({ id, revokedAt }) => (revokedAt === null ? [] : [id])))
  const found = new Map<string, Calling>()
  for (const { calls, credential, day, name } of usage) {
    const { id, kind } = credential
    if (kind !== "api_key" || revoked.has(id)) continue
    const known = found.get(id)
    const lastDay = known === undefined || day > known.lastDay ? day : known.lastDay
    found.set(id, { id, name: name ?? id, calls: calls + (known?.calls ?? 0), lastDay })
  }
  return [...found.values()].toSorted((a, b) => b.calls - a.calls)
}
