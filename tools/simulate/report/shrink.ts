/** Makes a failing world smaller: leaves out acts, kinds of faults and servers for as long as the same promise is broken. */
import { faultKinds } from "../Plan.ts"
import type { Plan } from "../Plan.ts"
import type { Outcome } from "../simulate.ts"

export interface Shrunk {
  readonly plan: Plan
  readonly outcome: Outcome
  /** How many worlds it took. */
  readonly tries: number
}

/** More worlds than a person waits for. */
const mostTries = 400

export const shrink = (plan: Plan, outcome: Outcome, simulate: (plan: Plan) => Outcome): Shrunk => {
  let best = { plan, outcome }
  let tries = 0
  /** @returns whether the smaller plan breaks the same promise. */
  const isEnough = (smaller: Plan): boolean => {
    if (tries >= mostTries) return false
    tries += 1
    const after = simulate(smaller)
    if (after.violation?.invariant !== best.outcome.violation?.invariant) return false
    best = { plan: smaller, outcome: after }
    return true
  }
  // What was needed at first may be needless once something else is gone.
  let isSmaller = true
  while (isSmaller) isSmaller = fewerActs() || fewerFaults() || fewerServers()

  function fewerActs(): boolean {
    let isFewer = false
    for (let size = Math.ceil(best.plan.acts.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let from = 0; from < best.plan.acts.length;) {
        const { acts } = best.plan
        if (isEnough({ ...best.plan, acts: [...acts.slice(0, from), ...acts.slice(from + size)] })) isFewer = true
        else from += size
      }
    }
    return isFewer
  }

  function fewerFaults(): boolean {
    return faultKinds
      .filter((kind) => !best.plan.without.has(kind))
      .map((kind) => isEnough({ ...best.plan, without: new Set([...best.plan.without, kind]) }))
      .includes(true)
  }

  function fewerServers(): boolean {
    return best.plan.servers > 1 && isEnough({ ...best.plan, servers: best.plan.servers - 1 })
  }

  return { ...best, tries }
}
