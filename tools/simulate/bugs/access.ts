/** Bugs in what a credential may do: its end, and its budget. */
import { Effect } from "effect"
import type { Admission } from "@formwork/domain/credentials/Admissions"
import * as Budget from "@formwork/domain/limits/Budget"
import { RateLimited } from "@formwork/domain/callers/Refusal"
import type { Ports } from "../store/Ports.ts"
import type { Bug, Soil } from "./Bug.ts"
import { rowsOf } from "./filing.ts"

const ends: ReadonlyArray<Bug> = [
  {
    name: "a revocation cached",
    says: "Each server remembers an admission for ten seconds.",
    plant: (soil) => () => {
      const kept = new Map<string, { readonly admission: Admission; readonly untilMillis: number }>()
      return {
        Admissions: {
          admit: (token) =>
            Effect.suspend(() => {
              const { nowMillis } = soil.court.timeline
              const known = kept.get(token.credentialId)
              if (known !== undefined && known.untilMillis > nowMillis) return Effect.succeed(known.admission)
              return Effect.tap(soil.ports.Admissions.admit(token), (admission) =>
                Effect.sync(() => kept.set(token.credentialId, { admission, untilMillis: nowMillis + 10_000 }))
              )
            })
        }
      }
    }
  },
  {
    name: "a rotation that forgets its predecessor's end",
    says: "The old key of a rotation works for ever.",
    plant: (soil) => () => ({
      ApiKeyStore: {
        ...soil.ports.ApiKeyStore,
        rotate: (caller, id, ...given) =>
          Effect.tap(soil.ports.ApiKeyStore.rotate(caller, id, ...given), () =>
            Effect.sync(() => endOf(soil, rowsOf(soil, caller).organisation.id, id, null))
          )
      }
    })
  },
  {
    name: "a rotation without its overlap",
    says: "The old key of a rotation ends at once.",
    plant: (soil) => () => ({
      ApiKeyStore: {
        ...soil.ports.ApiKeyStore,
        rotate: (caller, id, replacement, _overlapMillis, policy) =>
          soil.ports.ApiKeyStore.rotate(caller, id, replacement, 0, policy)
      }
    })
  },
  {
    name: "a deactivation that leaves keys",
    says: "The keys of a person who was deactivated go on.",
    plant: (soil) => () => ({
      UserStore: {
        ...soil.ports.UserStore,
        deactivate: (caller, id) =>
          Effect.suspend(() => {
            const { keys } = rowsOf(soil, caller)
            const before = [...keys]
            return Effect.tap(soil.ports.UserStore.deactivate(caller, id), () =>
              Effect.sync(() => {
                for (const [keyId, key] of before)
                  keys.set(
                    keyId,
                    key.key.createdBy === id ? { ...key, key: { ...key.key, createdBy: caller.userId } } : key
                  )
              })
            )
          })
      }
    })
  },
  {
    name: "a deactivation that leaves sessions",
    says: "The sessions of a person who was deactivated work again when the person does.",
    plant: (soil) => () => ({
      UserStore: {
        ...soil.ports.UserStore,
        deactivate: (caller, id) =>
          Effect.suspend(() => {
            const { sessions } = rowsOf(soil, caller)
            const before = [...sessions]
            return Effect.tap(soil.ports.UserStore.deactivate(caller, id), () =>
              Effect.sync(() => {
                for (const [sessionId, session] of before) sessions.set(sessionId, session)
              })
            )
          }),
        reactivate: (caller, id) => soil.ports.UserStore.reactivate(caller, id)
      }
    })
  },
  {
    name: "a key that outlives its expiry",
    says: "The expiry of a key is stored, and never compared.",
    plant: (soil) => () => ({
      ApiKeyStore: {
        ...soil.ports.ApiKeyStore,
        insert: (creator, key, policy) =>
          Effect.tap(soil.ports.ApiKeyStore.insert(creator, key, policy), ({ id }) =>
            Effect.sync(() => {
              const { keys } = rowsOf(soil, creator)
              const stored = keys.get(id)
              if (stored !== undefined) keys.set(id, { ...stored, key: { ...stored.key, expiresAt: null } })
            })
          )
      }
    })
  }
]

const endOf = (
  { tables }: Soil,
  organisationId: Parameters<typeof tables.tenants.get>[0],
  id: string,
  revokedAt: null
) => {
  const keys = tables.tenants.get(organisationId)?.keys
  const stored = keys?.get(id)
  if (stored !== undefined) keys?.set(id, { ...stored, key: { ...stored.key, revokedAt } })
}

interface Window {
  endsAtMillis: number
  used: number
}

/** Admissions that count by themselves. `limiter` gives the windows of a process, and what a caller is counted by. */
const counting =
  (
    limiter: (soil: Soil) => { readonly windows: () => Map<string, Window>; readonly keyOf: (token: Token) => string },
    grows = false
  ) =>
  (soil: Soil): (() => Partial<Ports>) => {
    const { keyOf, windows } = limiter(soil)
    return () => {
      const own = windows()
      return {
        Admissions: {
          admit: (token) =>
            Effect.gen(function* () {
              const caller = yield* soil.ports.CredentialStore.authenticate(token)
              const quota = Budget.ownQuota(caller.limits) ?? soil.quota
              const { nowMillis } = soil.court.timeline
              const kept = own.get(keyOf(token))
              const window =
                kept !== undefined && kept.endsAtMillis > nowMillis
                  ? kept
                  : { endsAtMillis: nowMillis + quota.windowMillis, used: 0 }
              own.set(keyOf(token), window)
              if (window.used >= quota.limit) {
                if (grows) own.delete(keyOf(token))
                return yield* new RateLimited({
                  retryAfterSeconds: Budget.wholeSeconds(window.endsAtMillis - nowMillis),
                  limit: quota.limit,
                  windowSeconds: Budget.wholeSeconds(quota.windowMillis)
                })
              }
              window.used += 1
              return { caller, budget: Budget.admitted(quota, window.used, window.endsAtMillis - nowMillis) }
            })
        }
      }
    }
  }

type Token = Parameters<Ports["Admissions"]["admit"]>[0]

const budgets: ReadonlyArray<Bug> = [
  {
    name: "a budget for each server",
    says: "Each server counts the requests that it sees.",
    plant: counting(() => ({ windows: () => new Map(), keyOf: ({ credentialId }) => credentialId }))
  },
  {
    name: "a budget for the organisation",
    says: "All keys of an organisation share one budget.",
    plant: counting(() => {
      const all = new Map<string, Window>()
      return { windows: () => all, keyOf: ({ organisationId }) => organisationId }
    })
  },
  {
    name: "a window reset",
    says: "A refused request begins a new window.",
    plant: counting(() => {
      const all = new Map<string, Window>()
      return { windows: () => all, keyOf: ({ credentialId }) => credentialId }
    }, true)
  }
]

export const accessBugs: ReadonlyArray<Bug> = [...ends, ...budgets]
