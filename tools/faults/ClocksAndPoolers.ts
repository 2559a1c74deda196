/** Faults of clocks, and of the pooler between some processes and the database. */
import { Result } from "effect"
import { setTimeout as sleep } from "node:timers/promises"
import type { Fault } from "./Fault.ts"
import type { Plan } from "./Plan.ts"
import type { World } from "./world/World.ts"

/** Sets the clock of each process an hour ahead, an hour behind, and right again. */
export const clocks = ({ servers, workers }: World, { spellMillis }: Plan): ReadonlyArray<Fault> =>
  [...servers, ...workers].map(({ name, setClock }) => ({
    name: `the clock of ${name} is an hour ahead, then an hour behind`,
    happen: async () => {
      const isAhead = setClock()
      await sleep(spellMillis)
      const isBehind = setClock()
      await sleep(spellMillis)
      setClock()
      return isAhead && isBehind
    }
  }))

export const poolers = ({ pooler }: World): ReadonlyArray<Fault> =>
  Result.isFailure(pooler)
    ? []
    : [
        {
          name: "kill -9 of the pooler",
          happen: async () => {
            await pooler.success.kill()
            return true
          }
        }
      ]

/** What is left out, and why. */
export const leftOut = ({ pooler }: World): ReadonlyArray<string> =>
  Result.isFailure(pooler) ? [`a pooler: ${pooler.failure}`] : []
