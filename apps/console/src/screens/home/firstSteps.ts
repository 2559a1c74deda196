/** Which of the first steps are done, found from what is there. */
import type { ApiKey, Form, UsageDay } from "@formwork/client/contract"

/** What the console knows. Undefined if the person may not see it, or while it is loading. */
export interface There {
  readonly forms: ReadonlyArray<Form> | undefined
  readonly keys: ReadonlyArray<ApiKey> | undefined
  readonly usage: ReadonlyArray<UsageDay> | undefined
  readonly effects: number | undefined
  readonly people: number | undefined
  /** When the organisation was made. */
  readonly foundedAt: string | undefined
}

export type Step = "run" | "publish" | "key" | "file" | "invite"

/** The demo makes a key together with its organisation: that one was not made by a person. */
const withOrganisationMillis = 60_000

const isMadeLater = (at: string, foundedAt: string): boolean =>
  Date.parse(at) - Date.parse(foundedAt) > withOrganisationMillis

/** Whether a step is done. Steps that the console cannot judge are left out. */
export const firstSteps = (there: There): ReadonlyArray<{ readonly step: Step; readonly isDone: boolean }> => {
  const { effects, forms, foundedAt, keys, people, usage } = there
  const steps: Record<Step, boolean | undefined> = {
    run: usage?.some(({ operation }) => operation === "evaluate"),
    publish: forms?.some(({ liveVersionNumber }) => (liveVersionNumber ?? 0) > 1),
    key:
      foundedAt === undefined
        ? undefined
        : keys?.some(({ createdAt, lastUsedAt }) => lastUsedAt !== null && isMadeLater(createdAt, foundedAt)),
    file: effects === undefined ? undefined : effects > 0,
    invite: people === undefined ? undefined : people > 1
  }
  const order: ReadonlyArray<Step> = ["run", "publish", "key", "file", "invite"]
  return order.flatMap((step) => {
    const isDone = steps[step]
    return isDone === undefined ? [] : [{ step, isDone }]
  })
}

const soonMillis = 14 * 86_400_000

/** Keys that work now and end within 14 days, the first to end first. */
export const expiringKeys = (keys: ReadonlyArray<ApiKey>, nowMillis: number): ReadonlyArray<ApiKey> =>
  keys
    .filter(({ expiresAt, replacedBy, revokedAt }) => {
      if (expiresAt === null || revokedAt !== null || replacedBy !== null) return false
      const left = Date.parse(expiresAt) - nowMillis
      return left > 0 && left <= soonMillis
    })
    .toSorted((a, b) => (a.expiresAt ?? "").localeCompare(b.expiresAt ?? ""))
