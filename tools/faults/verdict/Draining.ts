/** Whether what is pending after the last fault is still being sent. Only effects that are not sent any more are lost. */

/** A backlog that has had no new lowest count for so long is not being sent. */
export const patienceMillis = 120_000

/** The speed is that of the last few counts. */
const speedMillis = 10_000

interface Count {
  readonly atMillis: number
  readonly pending: number
}

export interface Draining {
  /** A count, with the time by a clock that only goes forward. */
  readonly note: (count: Count) => "sent" | "shrinking" | "stuck"
  readonly progress: () => Progress
}

export interface Progress {
  readonly pending: number
  /** How many fewer they get a second; below 0 where they get more. */
  readonly perSecond: number
}

export const make = (): Draining => {
  let lowest: Count | undefined
  let recent: ReadonlyArray<Count> = []
  return {
    note: (count) => {
      if (lowest === undefined || count.pending < lowest.pending) lowest = count
      recent = [...recent.filter(({ atMillis }) => count.atMillis - atMillis <= speedMillis), count]
      if (count.pending === 0) return "sent"
      return count.atMillis - lowest.atMillis < patienceMillis ? "shrinking" : "stuck"
    },
    progress: () => {
      const [first] = recent
      const last = recent.at(-1)
      if (first === undefined || last === undefined) return { pending: 0, perSecond: 0 }
      const seconds = (last.atMillis - first.atMillis) / 1_000
      return { pending: last.pending, perSecond: seconds === 0 ? 0 : (first.pending - last.pending) / seconds }
    }
  }
}
