/** A definition opened in an editor: what `check` says about it, and what the functions of this folder work from. Without a reader of patterns. */
import type * as Result from "effect/Result"
import { checkDefinition, type Surroundings } from "../check/checkDefinition.ts"
import type { Cost, FaultsOf, Site } from "../check/Site.ts"
import type { Fault } from "../Fault.ts"
import type { Json } from "../Json.ts"
import { defaultLimits, type Limits } from "../Limits.ts"
import type { CheckedForm } from "../tree/CheckedForm.ts"
import { CheckBudget, within } from "../values/CheckBudget.ts"
import { finish } from "../values/Slices.ts"

export interface OpenForm {
  readonly definition: Json
  /** What `check` answers for the definition. */
  readonly checked: Result.Result<CheckedForm, ReadonlyArray<Fault>>
  readonly limits: Limits
  /** The members in which names of fields stand, by their pointers. */
  readonly sites: ReadonlyMap<string, Site>
  /** Of each field the fields that have to be evaluated before it: `premium`, in rows `drivers.age`. */
  readonly waiting: ReadonlyMap<string, ReadonlySet<string>>
  /** What each rule, message and pattern costs: together the form's steps. Those at fault cost nothing. */
  readonly costs: ReadonlyArray<Cost>
}

/** See `openForm`. Throws where `isPartMissing`. */
export const openDefinition = (
  definition: Json,
  limits: Partial<Limits> = {},
  surroundings: Surroundings = {}
): OpenForm => {
  const all = { ...defaultLimits, ...limits }
  const sites = new Map<string, Site>()
  const waiting = new Map<string, ReadonlySet<string>>()
  let costs: ReadonlyArray<Cost> = []
  const checked = finish(
    checkDefinition(definition, limits, surroundings, {
      site: (site) => sites.set(site.pointer, { ...site, faultsOf: budgeted(all, site.faultsOf) }),
      waiting: (vertices) => {
        // Of two fields of one name the first is the one that rules read.
        for (const { name, reads } of vertices.toReversed()) waiting.set(name, reads)
      },
      costs: (found) => {
        costs = found
      }
    })
  )
  return { definition, checked, limits: all, sites, waiting, costs }
}

/** Each text that is tried may cost as much as a whole check, and no more. */
const budgeted =
  ({ patterns }: Limits, faultsOf: FaultsOf): FaultsOf =>
  (source) =>
    within(new CheckBudget(patterns), () => faultsOf(source))
