/** What a session begins with. */
import type { JsonObject } from "@formwork/rules/Json"
import type { Filled } from "./Filled.ts"

export interface OpenOptions {
  /** The date in the form's time zone, `YYYY-MM-DD`. */
  readonly today: string
  /**
   * Values to begin with, keyed by slug. Names that the form does not have are kept and not sent. Without it, and without `from`, the form
   * begins with the defaults that its author wrote (`defaultsOf`).
   */
  readonly data?: JsonObject
  /** IANA name, in place of the form's own: how date-times are shown and read. */
  readonly timeZone?: string
  /**
   * What an older session `kept`, of this form or of another version of it: its values, unless there is `data`, the fields that were left,
   * the keys of the rows, and whether it was attempted.
   */
  readonly from?: Filled
}
