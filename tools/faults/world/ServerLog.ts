/** What the log of a Postgres server says of its endings. */

interface Counts {
  /** How often it gave up: it ends all of its processes, and recovers. */
  readonly panics: number
  /** How often it was started. A recovery within a running server is no start. */
  readonly starts: number
}

export interface ServerLog {
  readonly listen: (text: string) => void
  readonly counts: () => Counts
}

export const make = (): ServerLog => {
  let panics = 0
  let starts = 0
  let rest = ""
  return {
    listen: (text) => {
      const lines = (rest + text).split("\n")
      rest = lines.pop() ?? ""
      panics += lines.filter((line) => line.includes("PANIC:  ")).length
      starts += lines.filter((line) => line.includes("LOG:  starting PostgreSQL")).length
    },
    counts: () => ({ panics, starts })
  }
}
