/** What has to be done or waited for before a draft can be published, and what the person has to confirm. */
import type { Impact } from "./useImpact.ts"

export type Wait = "privilege" | "stale" | "faults" | "checking" | "impact" | "cases" | "code"

export interface Found {
  readonly mayPublish: boolean
  readonly isStale: boolean
  /** Undefined while they are being found. */
  readonly faults: number | undefined
  /** Breaking changes; undefined while they are being found. */
  readonly breaking: number | undefined
  readonly impact: Impact
  /** Cases that fail; undefined while they run. */
  readonly failed: number | undefined
  /** Whether there is a reason to publish although cases fail. */
  readonly hasReason: boolean
  readonly isCodeTyped: boolean
}

export const becameInvalid = (impact: Impact): number => (impact.kind === "run" ? impact.run.summary.becameInvalid : 0)

/** Whether callers or stored submissions would break, so that the form's code has to be typed. */
export const hurts = ({ breaking = 0, impact }: Pick<Found, "breaking" | "impact">): boolean =>
  breaking > 0 || becameInvalid(impact) > 0

const isImpactOpen = (impact: Impact): boolean =>
  impact.kind === "starting" ||
  (impact.kind === "refused" && impact.isBusy) ||
  (impact.kind === "run" && impact.run.state === "running")

/** The first thing that publishing waits for; undefined: nothing. */
export const waitsFor = (found: Found): Wait | undefined => {
  if (!found.mayPublish) return "privilege"
  if (found.isStale) return "stale"
  if (found.faults !== undefined && found.faults > 0) return "faults"
  if (found.faults === undefined || found.breaking === undefined || found.failed === undefined) return "checking"
  if (isImpactOpen(found.impact)) return "impact"
  if (found.failed > 0 && !found.hasReason) return "cases"
  return hurts(found) && !found.isCodeTyped ? "code" : undefined
}
