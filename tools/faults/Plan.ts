/** How much of everything. */

export interface Plan {
  readonly clients: number
  /** How long a client waits between two requests on average, which leaves the machine room for the faults. */
  readonly pauseMillis: number
  /** With more effects to send clients wait, so that the backlog at the end is one that can be sent. */
  readonly maxPending: number
  /** How often each fault happens, except for cuts within an answer. */
  readonly rounds: number
  /** How often the database hangs, in each of its ways. */
  readonly hangs: number
  /** How long it hangs: longer than a server waits for an answer before it gives a connection up. */
  readonly hangMillis: number
  /** The number of places at which an answer is cut; all places of an answer with fewer. */
  readonly cuts: number
  /** How long a receiver misbehaves, and how long the proxy is slow. */
  readonly spellMillis: number
  /** The size of the tables' disk, as `mount` writes it. */
  readonly disk: string
}

export const small: Plan = {
  clients: 6,
  pauseMillis: 20,
  maxPending: 4_000,
  rounds: 1,
  hangs: 1,
  hangMillis: 9_000,
  cuts: 12,
  spellMillis: 1_500,
  disk: "256m"
}

export const full: Plan = {
  clients: 16,
  pauseMillis: 10,
  maxPending: 4_000,
  rounds: 20,
  hangs: 6,
  hangMillis: 9_000,
  cuts: Number.POSITIVE_INFINITY,
  spellMillis: 4_000,
  disk: "4g"
}
