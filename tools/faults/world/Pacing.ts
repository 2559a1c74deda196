/**
 * Clients wait while too many effects are pending. Without it they file faster than a machine of two cores sends, the backlog grows for
 * as long as the run lasts, and its end says nothing about what is lost.
 */

export interface Pacing {
  /** The backlog has been counted. */
  readonly note: (pending: number) => void
  /** Whether clients may begin another submission. */
  readonly mayFile: () => boolean
  /** Does work that only shows while clients file: until it ends they wait for no effect. */
  readonly whileFiling: <A>(work: () => Promise<A>) => Promise<A>
  /** Does work that needs the service to itself: clients begin nothing until it ends. */
  readonly alone: <A>(work: () => Promise<A>) => Promise<A>
}

/** @param maxPending above it clients wait, until half of it is left. */
export const make = (maxPending: number): Pacing => {
  let isBehind = false
  let needed = 0
  let isAlone = false
  return {
    note: (pending) => {
      isBehind = pending > (isBehind ? maxPending / 2 : maxPending)
    },
    mayFile: () => !isAlone && (!isBehind || needed > 0),
    whileFiling: async (work) => {
      needed++
      try {
        return await work()
      } finally {
        needed--
      }
    },
    alone: async (work) => {
      isAlone = true
      try {
        return await work()
      } finally {
        isAlone = false
      }
    }
  }
}
