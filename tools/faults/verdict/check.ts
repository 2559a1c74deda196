/** Checks the evidence that is visible from outside against the promises of spec/http.md §6, and uses nothing else. */
import type { Complaint } from "./Complaint.ts"
import { wrong } from "./Complaint.ts"
import type { Evidence } from "../world/Evidence.ts"
import { checkEffects } from "./checkEffects.ts"
import { checkFilings } from "./checkFilings.ts"
import { checkHistories } from "./checkHistories.ts"
import { checkReferences } from "./checkReferences.ts"

export const check = (evidence: Evidence): ReadonlyArray<Complaint> => [
  ...checkFilings(evidence),
  ...checkReferences(evidence),
  ...checkHistories(evidence),
  ...checkEffects(evidence),
  ...evidence.strange.map(wrong)
]
