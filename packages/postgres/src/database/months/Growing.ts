/** The tables that only grow, of which whole months can be given up (docs/decisions/0322). */
import type { least } from "./Month.ts"

/** What an operator calls them. */
export type Subject = "audit" | "attempts" | "usage"

export interface Growing {
  readonly subject: Subject
  /** Without its schema, which is `formwork`. */
  readonly table: string
  /** The column that tells a row's month. It is part of the primary key. */
  readonly column: string
  readonly kind: keyof typeof least
}

export const growing: ReadonlyArray<Growing> = [
  { subject: "audit", table: "audit_events", column: "event_id", kind: "id" },
  { subject: "attempts", table: "firing_attempts", column: "firing_id", kind: "id" },
  { subject: "usage", table: "usage_days", column: "day", kind: "day" },
  { subject: "usage", table: "form_usage_days", column: "day", kind: "day" }
]
