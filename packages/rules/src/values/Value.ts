/** What a field holds while rules run: null is missing, hidden too. Numbers count units of their field's last decimal. */
import type { Datetime } from "./civil.ts"

/** Of a date its days, of a time its seconds. */
export type Value = bigint | string | boolean | number | Datetime | ReadonlyArray<string> | null
