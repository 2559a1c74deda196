/** Every planted bug. */
import { accessBugs } from "./access.ts"
import type { Bug } from "./Bug.ts"
import { fileBugs } from "./files.ts"
import { filingBugs } from "./filing.ts"
import { sendingBugs } from "./sending.ts"
import { tenancyBugs } from "./tenancy.ts"

export const bugs: ReadonlyArray<Bug> = [...filingBugs, ...fileBugs, ...sendingBugs, ...accessBugs, ...tenancyBugs]
