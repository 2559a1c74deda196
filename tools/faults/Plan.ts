/** How much of everything. */

export interface Plan {
  readonly clients: number
  /** A client waits so long between two things, on average; so that the machine has room for what happens to it. */
  readonly pauseMillis: number
  /** How often each fault happens, but for cuts within an answer. */
  readonly rounds: number
  /** At how many places of an answer it is cut; all of them, where it has no more. */
  readonly cuts: number
  /** How long a receiver is unwell, and how long the wire is slow. */
  readonly spellMillis: number
  /** What the tables' disk holds, as `mount` writes it. */
  readonly disk: string
}

export const small: Plan = { clients: 6, pauseMillis: 20, rounds: 1, cuts: 12, spellMillis: 1_500, disk: "256m" }

export const full: Plan = {
  clients: 16,
  pauseMillis: 10,
  rounds: 20,
  cuts: Number.POSITIVE_INFINITY,
  spellMillis: 4_000,
  disk: "4g"
}
