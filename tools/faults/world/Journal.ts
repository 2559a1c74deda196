/** What clients write down: what they wanted, what they were answered, and answers that no client should get. */
import type { Changed, Created, Wanted } from "./Evidence.ts"
import { objectOf } from "./objectOf.ts"

export interface Entry extends Wanted {
  readonly created: Array<Created>
}

export interface Journal {
  readonly wanted: Array<Entry>
  readonly changed: Array<Changed>
  readonly strange: Array<string>
  /** How often each status was answered; 0 is a missing or cut answer. */
  readonly statuses: Map<number, number>
}

export const make = (): Journal => ({ wanted: [], changed: [], strange: [], statuses: new Map() })

/** Notes a submission that a client wants. */
export const want = ({ wanted }: Journal, asked: Omit<Wanted, "sentAt" | "created">): Entry => {
  const entry = { ...asked, sentAt: performance.now(), created: [] }
  wanted.push(entry)
  return entry
}

/** Notes that it was answered 201 just now. */
export const created = (entry: Entry, body: Readonly<Record<string, unknown>>): void => {
  entry.created.push({
    at: performance.now(),
    id: String(body["id"]),
    reference: String(body["referenceNumber"]),
    state: String(body["workflowState"]),
    data: objectOf(body["data"]),
    calculated: objectOf(body["calculatedData"])
  })
}
