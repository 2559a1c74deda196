/** Bugs in filing: numbers, Idempotency-Keys, and what is stored together. */
import { Effect } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Filing } from "@formwork/domain/filing/SubmissionStore"
import * as Reference from "@formwork/domain/filing/Reference"
import type { Tenant } from "@formwork/memory/Tables"
import type { Ports } from "../store/Ports.ts"
import type { Bug, Soil } from "./Bug.ts"

type Store = Ports["SubmissionStore"]
type File = Store["file"]

/** The same `SubmissionStore` with another `file`. */
const filing = (file: (soil: Soil, caller: Caller, filing: Filing) => ReturnType<File>) => (soil: Soil) => () => ({
  SubmissionStore: {
    ...soil.ports.SubmissionStore,
    file: (caller: Caller, wanted: Filing) => Effect.suspend(() => file(soil, caller, wanted))
  }
})

/** The rows of a caller's organisation. */
export const rowsOf = ({ tables }: Soil, caller: Caller): Tenant => {
  const tenant = tables.tenants.get(caller.organisationId)
  if (tenant === undefined) throw new Error("the caller's organisation is missing")
  return tenant
}

/** A step on the word of its request's admission: the credential is not read again. */
export const onTrust = <A, E>(soil: Soil, caller: Caller, step: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    const { keys } = rowsOf(soil, caller)
    const { id } = caller.credential
    const kept = keys.get(id)
    if (kept === undefined) return step
    keys.set(id, { ...kept, key: { ...kept.key, revokedAt: null, expiresAt: null } })
    return Effect.ensuring(
      step,
      Effect.sync(() => keys.set(id, kept))
    )
  })

const numbers: ReadonlyArray<Bug> = [
  {
    name: "a number given twice",
    says: "The form's counter is read without a lock: of two filings at once both read the same number.",
    plant: filing((soil, caller, wanted) => {
      const tenant = rowsOf(soil, caller)
      const { formId } = wanted.submission
      const last = tenant.counters.get(formId) ?? 0
      const write = Effect.sync(() => {
        tenant.counters.set(formId, last)
        tenant.references.delete(Reference.fill(wanted.reference, last + 1))
      })
      return Effect.sleep(2).pipe(
        Effect.andThen(write),
        Effect.andThen(soil.ports.SubmissionStore.file(caller, wanted))
      )
    })
  },
  {
    name: "a number lost to a repeat",
    says: "A number is taken before the Idempotency-Key is looked up, so each repeat leaves a gap.",
    plant: filing((soil, caller, wanted) =>
      Effect.tap(soil.ports.SubmissionStore.file(caller, wanted), ({ _tag }) =>
        Effect.sync(() => {
          const { counters } = rowsOf(soil, caller)
          const { formId } = wanted.submission
          if (_tag === "Replayed") counters.set(formId, (counters.get(formId) ?? 0) + 1)
        })
      )
    )
  },
  {
    name: "numbers by tens for each server",
    says: "Each server takes ten numbers at once and gives its own: they are not in the order of the filings.",
    plant: (soil) => () => {
      const own = new Map<string, { next: number; end: number }>()
      return {
        SubmissionStore: {
          ...soil.ports.SubmissionStore,
          file: (caller, wanted) =>
            Effect.suspend(() => {
              const { counters } = rowsOf(soil, caller)
              const { formId } = wanted.submission
              const taken = counters.get(formId) ?? 0
              const range = own.get(formId) ?? { next: taken, end: taken + 10 }
              own.set(formId, range.next < range.end ? range : { next: taken, end: taken + 10 })
              counters.set(formId, range.next)
              return Effect.tap(soil.ports.SubmissionStore.file(caller, wanted), () =>
                Effect.sync(() => {
                  range.next = counters.get(formId) ?? 0
                  counters.set(formId, Math.max(taken, range.end))
                })
              )
            })
        }
      }
    }
  }
]

const keys: ReadonlyArray<Bug> = [
  {
    name: "an Idempotency-Key forgotten",
    says: "The record of the key is never written.",
    plant: filing((soil, caller, wanted) =>
      soil.ports.SubmissionStore.file(caller, { ...wanted, idempotency: undefined })
    )
  },
  {
    name: "an Idempotency-Key forgotten after a minute",
    says: "The record of the key expires a day too early.",
    plant: filing((soil, caller, wanted) =>
      Effect.tap(soil.ports.SubmissionStore.file(caller, wanted), () =>
        Effect.sync(() => {
          const { idempotency } = rowsOf(soil, caller)
          const expiresAtMillis = soil.court.timeline.nowMillis + 60_000
          for (const [key, record] of idempotency)
            if (record.expiresAtMillis > expiresAtMillis + 60_000) idempotency.set(key, { ...record, expiresAtMillis })
        })
      )
    )
  },
  {
    name: "an Idempotency-Key for any body",
    says: "The body is not compared: a key that was used for something else answers with that.",
    plant: filing((soil, caller, wanted) => {
      const { idempotency } = wanted
      const same = idempotency && { ...idempotency, bodyHash: new Uint8Array(32) }
      return soil.ports.SubmissionStore.file(caller, { ...wanted, idempotency: same })
    })
  },
  {
    name: "an Idempotency-Key looked up too early",
    says: "The key is looked up, and written after the submission is stored: two requests at once both find nothing.",
    plant: filing((soil, caller, wanted) => {
      const { idempotency } = wanted
      const { SubmissionStore } = soil.ports
      if (idempotency === undefined) return SubmissionStore.file(caller, wanted)
      return Effect.gen(function* () {
        const earlier = yield* SubmissionStore.replay(caller, wanted.submission.formId, idempotency)
        if (earlier !== undefined) return { _tag: "Replayed", submission: earlier } as const
        yield* Effect.sleep(2)
        const filed = yield* SubmissionStore.file(caller, { ...wanted, idempotency: undefined })
        if (filed._tag === "Filed") {
          const scope = ["api_key", rowsOf(soil, caller).keys.get(caller.credential.id)?.firstId]
          rowsOf(soil, caller).idempotency.set(JSON.stringify([...scope, wanted.submission.formId, idempotency.key]), {
            bodyHash: idempotency.bodyHash,
            submission: filed.submission,
            expiresAtMillis: soil.court.timeline.nowMillis + 86_400_000
          })
        }
        return filed
      })
    })
  },
  {
    name: "an Idempotency-Key that ends with its key",
    says: "A rotation forgets which chain a key is of: a repeat with the new key is filed again.",
    plant: (soil) => () => ({
      ApiKeyStore: {
        ...soil.ports.ApiKeyStore,
        rotate: (caller, id, ...given) =>
          Effect.tap(soil.ports.ApiKeyStore.rotate(caller, id, ...given), ({ key }) =>
            Effect.sync(() => {
              const { keys: stored } = rowsOf(soil, caller)
              const made = stored.get(key.id)
              if (made !== undefined) stored.set(key.id, { ...made, firstId: key.id })
            })
          )
      }
    })
  }
]

const together: ReadonlyArray<Bug> = [
  {
    name: "an answer before it is stored",
    says: "The submission is written behind, a moment after 201.",
    plant: filing((soil, caller, wanted) =>
      Effect.tap(soil.ports.SubmissionStore.file(caller, wanted), (filed) =>
        Effect.sync(() => {
          if (filed._tag !== "Filed") return
          const { submissions } = rowsOf(soil, caller)
          const stored = submissions.get(filed.submission.id)
          submissions.delete(filed.submission.id)
          soil.court.timeline.after(20, () => stored && submissions.set(filed.submission.id, stored))
        })
      )
    )
  },
  {
    name: "a filing without its line in the audit log",
    says: "One filing in ten leaves no line.",
    plant: (soil) => {
      let count = 0
      return filing((_, caller, wanted) =>
        Effect.tap(soil.ports.SubmissionStore.file(caller, wanted), ({ _tag }) =>
          Effect.sync(() => {
            if (_tag === "Filed" && ++count % 10 === 0) rowsOf(soil, caller).audit.pop()
          })
        )
      )(soil)
    }
  },
  {
    name: "two effects and no more",
    says: "The third effect of a filing is not stored.",
    plant: filing((soil, caller, wanted) =>
      soil.ports.SubmissionStore.file(caller, { ...wanted, firings: wanted.firings.slice(0, 2) })
    )
  },
  {
    name: "a filing that trusts its admission",
    says: "The credential is not read again when a submission is stored.",
    plant: filing((soil, caller, wanted) => onTrust(soil, caller, soil.ports.SubmissionStore.file(caller, wanted)))
  },
  {
    name: "a change without its revision",
    says: "The revision that a change is based on is not compared: the later of two changes wins.",
    plant: (soil) => () => ({
      SubmissionStore: {
        ...soil.ports.SubmissionStore,
        change: (caller, change) =>
          Effect.suspend(() => {
            const now = rowsOf(soil, caller).submissions.get(change.id)?.submission.revision
            return soil.ports.SubmissionStore.change(caller, { ...change, revision: now ?? change.revision })
          })
      }
    })
  },
  {
    name: "a history that is overwritten",
    says: "A change replaces the last revision of the history.",
    plant: (soil) => () => ({
      SubmissionStore: {
        ...soil.ports.SubmissionStore,
        change: (caller, change) =>
          Effect.tap(soil.ports.SubmissionStore.change(caller, change), () =>
            Effect.sync(() => {
              const { submissions } = rowsOf(soil, caller)
              const stored = submissions.get(change.id)
              if (stored !== undefined) submissions.set(change.id, { ...stored, history: stored.history.slice(-1) })
            })
          )
      }
    })
  }
]

export const filingBugs: ReadonlyArray<Bug> = [...numbers, ...keys, ...together]
