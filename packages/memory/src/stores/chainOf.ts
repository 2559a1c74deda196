/** What a key and those that it replaced have in common: repeats of filings, and files that wait. */
import type { Credential } from "@formwork/domain/callers/Caller"
import type { Tenant } from "../Tables.ts"

/** The id of the first key of a chain in which keys replaced one another; of another credential its own. */
export const chainOf = (tenant: Tenant | undefined, { id }: Credential): string => tenant?.keys.get(id)?.firstId ?? id
