/** Where a run is: one line on standard error, in its place on a terminal, and otherwise a line at the beginning and every minute. */

/** Where a run of many worlds is. */
export interface Position {
  /** The last seed that was simulated. */
  readonly seed: number
  readonly done: number
  readonly of: number
  readonly broken: number
  readonly simulatedMillis: number
  readonly elapsedMillis: number
}

const whole = (value: number): string => Math.round(value).toLocaleString("en")

/** As `5 h 26 min`, `26 min` or `40 s`. */
const timeOf = (millis: number): string => {
  const seconds = Math.ceil(millis / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${whole(Math.floor(minutes / 60))} h ${minutes % 60} min`
}

export const kept = (broken: number): string =>
  broken === 0 ? "every promise was kept" : `${whole(broken)} broke a promise`

export const progressLine = ({ broken, done, elapsedMillis, of, seed, simulatedMillis }: Position): string => {
  const perSecond = (done / Math.max(elapsedMillis, 1)) * 1_000
  return (
    `seed ${seed}, ${whole(done)} of ${whole(of)} worlds, ${whole(simulatedMillis / 3_600_000)} simulated hours, ` +
    `${perSecond.toFixed(1)} worlds a second, ${timeOf(((of - done) / perSecond) * 1_000)} left; ${kept(broken)}`
  )
}

/** How often the line is written anew on a terminal, and elsewhere. */
const [terminalMillis, elsewhereMillis] = [200, 60_000]

const bar = (share: number): string => "█".repeat(Math.round(share * 30)).padEnd(30, "·")

export interface Progress {
  /** @param share how much is done, from 0 to 1. */
  readonly tell: (share: number, says: () => string) => void
  /** Before other output: takes the line off the terminal. */
  readonly clear: () => void
}

/** @param now milliseconds of a clock that never goes back. */
export const progressOn = (
  stream: { readonly isTTY?: boolean; readonly write: (text: string) => unknown },
  now: () => number = () => performance.now()
): Progress => {
  const isTerminal = stream.isTTY === true
  let dueMillis = Number.NEGATIVE_INFINITY
  return {
    tell: (share, says) => {
      if (now() < dueMillis) return
      dueMillis = now() + (isTerminal ? terminalMillis : elsewhereMillis)
      stream.write(isTerminal ? `\r\u001b[K${bar(share)} ${says()}` : `${says()}\n`)
    },
    clear: () => {
      if (isTerminal) stream.write("\r\u001b[K")
      dueMillis = isTerminal ? Number.NEGATIVE_INFINITY : dueMillis
    }
  }
}
