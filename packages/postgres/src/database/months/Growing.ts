/** The tables that only grow, of which whole months can be given up (docs/decisions/0322). */
import type { least } from "./Month.ts"

export interface Growing {
  /** Without its schema, which is `formwork`. */
  readonly table: string
  /** The column that tells a row's month. It is part of the primary key. */
  readonly column: string
  readonly kind: keyof typeof least
}

/** By what an operator calls them. */
export const growing = {
  audit: [{ table: "audit_events", column: "event_id", kind: "id" }],
  attempts: [{ table: "firing_attempts", column: "firing_id", kind: "id" }],
  usage: [
    { table: "usage_days", column: "day", kind: "day" },
    { table: "form_usage_days", column: "day", kind: "day" }
  ]
} as const satisfies Readonly<Record<string, ReadonlyArray<Growing>>>

export type Subject = keyof typeof growing
