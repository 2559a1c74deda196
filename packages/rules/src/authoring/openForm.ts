/** A definition opened in an editor: what `check` says about it, and what the functions of this folder work from. */
import type * as Result from "effect/Result"
import { checkDefinition, type Surroundings } from "../check/checkDefinition.ts"
import type { FaultsOf, Site } from "../check/Site.ts"
import type { Fault } from "../Fault.ts"
import type { Json } from "../Json.ts"
import { defaultLimits, type Limits } from "../Limits.ts"
import { useReader } from "../patterns/PatternReader.ts"
import { re2 } from "../patterns/re2.ts"
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
}

/**
 * Opens a definition as an author has typed it so far: one check, and a note of every place in it. The functions of this folder take
 * the result, so that many questions about one text cost one check.
 * @param definition as parsed from JSON; untrusted, may be anything and may have any faults.
 * @param limits as for `check`.
 */
export const openForm = (definition: Json, limits: Partial<Limits> = {}, surroundings: Surroundings = {}): OpenForm => {
  useReader(re2)
  const all = { ...defaultLimits, ...limits }
  const sites = new Map<string, Site>()
  const waiting = new Map<string, ReadonlySet<string>>()
  const checked = finish(
    checkDefinition(definition, limits, surroundings, {
      site: (site) => sites.set(site.pointer, { ...site, faultsOf: budgeted(all, site.faultsOf) }),
      waiting: (vertices) => {
        // Of two fields of one name the first is the one that rules read.
        for (const { name, reads } of vertices.toReversed()) waiting.set(name, reads)
      }
    })
  )
  return { definition, checked, limits: all, sites, waiting }
}

/** Each text that is tried may cost as much as a whole check, and no more. */
const budgeted =
  ({ patterns }: Limits, faultsOf: FaultsOf): FaultsOf =>
  (source) =>
    within(new CheckBudget(patterns), () => faultsOf(source))
