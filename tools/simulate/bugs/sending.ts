/** Bugs in sending: claims, leases, retries and ids. */
import { Effect } from "effect"
import { FiringId } from "@formwork/domain/filing/Firing"
import type { Claim, Ended } from "@formwork/domain/sending/Outbox"
import type { StoredFiring } from "@formwork/memory/Tables"
import type { Ports } from "../store/Ports.ts"
import type { Bug, Soil } from "./Bug.ts"
import { rowsOf } from "./filing.ts"

type Box = Ports["Outbox"]

const firingOf = ({ tables }: Soil, { id, organisationId }: Claim): StoredFiring | undefined =>
  tables.tenants.get(organisationId)?.firings.find((firing) => firing.id === id)

/** What is done to a firing right after it was claimed. */
const claiming = (spoil: (firing: StoredFiring, soil: Soil) => void) => (soil: Soil) => () => ({
  Outbox: {
    ...soil.ports.Outbox,
    claim: (limits: Parameters<Box["claim"]>[0]) =>
      Effect.tap(soil.ports.Outbox.claim(limits), (claims) =>
        Effect.sync(() => {
          for (const claim of claims) {
            const firing = firingOf(soil, claim)
            if (firing !== undefined) spoil(firing, soil)
          }
        })
      )
  }
})

/** What is done to a firing right after its attempt was recorded. */
const settling = (spoil: (firing: StoredFiring, ended: Ended, soil: Soil) => void) => (soil: Soil) => () => ({
  Outbox: {
    ...soil.ports.Outbox,
    settle: (all: Parameters<Box["settle"]>[0]) =>
      Effect.tap(soil.ports.Outbox.settle(all), () =>
        Effect.sync(() => {
          for (const ended of all) {
            const firing = firingOf(soil, ended.claim)
            if (firing !== undefined) spoil(firing, ended, soil)
          }
        })
      )
  }
})

const claims: ReadonlyArray<Bug> = [
  {
    name: "a claim without a lease",
    says: "A claimed effect can be claimed again at once.",
    plant: claiming((firing) => {
      firing.lease = null
    })
  },
  {
    name: "a lease that never ends",
    says: "A worker that is killed keeps its effects for ever.",
    plant: claiming((firing) => {
      if (firing.lease !== null) firing.lease = { ...firing.lease, untilMillis: Number.POSITIVE_INFINITY }
    })
  },
  {
    name: "a lease that ends early",
    says: "A lease lasts a second, and a send takes longer.",
    plant: claiming((firing, { court }) => {
      if (firing.lease !== null) firing.lease = { ...firing.lease, untilMillis: court.timeline.nowMillis + 1_000 }
    })
  },
  {
    name: "settled when it is claimed",
    says: "An effect counts as delivered before it is sent: a crash in between loses it.",
    plant: claiming((firing) => {
      firing.state = "delivered"
    })
  },
  {
    name: "a retry with a new id",
    says: "Each attempt has an id of its own, so that a receiver cannot drop a repeat.",
    plant: (soil) => () => {
      const ids = new Map<FiringId, FiringId>()
      const renamed = (claim: Claim): Claim => {
        if (claim.attempt === 1) return claim
        const id = FiringId.make(`${claim.id.slice(0, -2)}${String(claim.attempt % 100).padStart(2, "0")}`)
        ids.set(id, claim.id)
        return { ...claim, id }
      }
      return {
        Outbox: {
          ...soil.ports.Outbox,
          claim: (limits) => Effect.map(soil.ports.Outbox.claim(limits), (found) => found.map(renamed)),
          settle: (all) =>
            soil.ports.Outbox.settle(
              all.map((ended) => ({
                ...ended,
                claim: { ...ended.claim, id: ids.get(ended.claim.id) ?? ended.claim.id }
              }))
            )
        }
      }
    }
  },
  {
    name: "turns forgotten",
    says: "A destination gets as many sends at once as are due.",
    plant: (soil) => () => ({
      Outbox: {
        ...soil.ports.Outbox,
        claim: (limits) => soil.ports.Outbox.claim({ ...limits, perDestination: 100, perOrganisation: 100, places: [] })
      }
    })
  }
]

const settlements: ReadonlyArray<Bug> = [
  {
    name: "a settled effect sent again",
    says: "A delivered effect stays due.",
    plant: settling((firing, { settlement }, { court }) => {
      if (settlement.result !== "delivered") return
      firing.state = "pending"
      firing.nextAttemptAtMillis = court.timeline.nowMillis
    })
  },
  {
    name: "a wait forgotten",
    says: "A failed effect is tried again at once.",
    plant: settling((firing, { settlement }, { court }) => {
      if (settlement.result === "retry") firing.nextAttemptAtMillis = court.timeline.nowMillis
    })
  },
  {
    name: "a retry that is never due",
    says: "A failed effect is pending without an instant for its next attempt.",
    plant: settling((firing, { settlement }) => {
      if (settlement.result === "retry") firing.nextAttemptAtMillis = null
    })
  },
  {
    name: "failures uncounted",
    says: "A failed attempt does not count, so that an effect never gets to the end of its waits.",
    plant: settling((firing, { settlement }) => {
      if (settlement.result === "retry") firing.failures = 0
    })
  },
  {
    name: "a stopped address sent to",
    says: "An address that answered 410 gets its other deliveries.",
    plant: settling((_firing, { claim }, { tables }) => {
      tables.tenants.get(claim.organisationId)?.stoppedUrls.clear()
    })
  },
  {
    name: "an end recorded for another's claim",
    says: "The lease is not compared when an attempt ends: a worker that comes late ends another's claim.",
    plant: (soil) => () => ({
      Outbox: {
        ...soil.ports.Outbox,
        settle: (all) =>
          Effect.suspend(() =>
            soil.ports.Outbox.settle(
              all.map((ended) => {
                const lease = firingOf(soil, ended.claim)?.lease
                return lease == null ? ended : { ...ended, claim: { ...ended.claim, leaseId: lease.id } }
              })
            )
          )
      }
    })
  }
]

const commits: ReadonlyArray<Bug> = [
  {
    name: "an effect sent before its commit",
    says: "Effects are in the outbox before their submission is stored.",
    plant: (soil) => () => ({
      SubmissionStore: {
        ...soil.ports.SubmissionStore,
        file: (caller, filing) =>
          Effect.gen(function* () {
            const { firings } = rowsOf(soil, caller)
            const first = filing.firings.map((firing): StoredFiring => ({
              ...firing,
              submissionId: filing.submission.id,
              createdAtMillis: soil.court.timeline.nowMillis,
              state: "pending",
              failures: 0,
              nextAttemptAtMillis: soil.court.timeline.nowMillis,
              lease: null,
              attempts: []
            }))
            firings.push(...first)
            yield* Effect.sleep(2)
            return yield* soil.ports.SubmissionStore.file(caller, { ...filing, firings: [] })
          })
      }
    })
  },
  {
    name: "effects stored in a second step",
    says: "Effects are put into the outbox after their submission was stored: a crash in between loses them.",
    plant: (soil) => () => ({
      SubmissionStore: {
        ...soil.ports.SubmissionStore,
        file: (caller, filing) =>
          Effect.tap(soil.ports.SubmissionStore.file(caller, filing), ({ _tag }) =>
            Effect.sync(() => {
              if (_tag !== "Filed") return
              const { firings } = rowsOf(soil, caller)
              const later = firings.splice(firings.length - filing.firings.length, filing.firings.length)
              soil.court.timeline.after(5, () => firings.push(...later))
            })
          )
      }
    })
  },
  {
    name: "an effect of a repeat",
    says: "A repeat of a filing fires its effects again, under new ids.",
    plant: (soil) => () => ({
      SubmissionStore: {
        ...soil.ports.SubmissionStore,
        file: (caller, filing) =>
          Effect.tap(soil.ports.SubmissionStore.file(caller, filing), (filed) =>
            Effect.sync(() => {
              if (filed._tag !== "Replayed") return
              const { firings } = rowsOf(soil, caller)
              const [last] = firings.filter(({ submissionId }) => submissionId === filed.submission.id)
              const [again] = filing.firings
              if (last !== undefined && again !== undefined)
                firings.push({ ...last, ...again, state: "pending", lease: null, attempts: [], nextAttemptAtMillis: 0 })
            })
          )
      }
    })
  }
]

export const sendingBugs: ReadonlyArray<Bug> = [...claims, ...settlements, ...commits]
