/** What the checks of a whole definition share: where faults go, and what each expression costs. */
import type { Fault } from "../Fault.ts"
import type { Limits } from "../Limits.ts"
import type { ReadContext, ReadLanguages } from "../reading/Reader.ts"
import type { Scope } from "./expressions/Scope.ts"
import type { ExpressionFault } from "../language/Syntax.ts"
import type { RowsOf } from "./expressions/cost.ts"
import type { Cost, Site } from "./Site.ts"
import type { Signs } from "../words/Signs.ts"

/** The pattern of a field that is sent. The patterns of a form share the characters of one payload. */
interface PatternCost extends Cost {
  /** Characters that can be sent for it, in all rows. */
  readonly characters: number
  /** Time for each character. */
  readonly nanos: number
}

export interface CheckContext {
  readonly limits: Limits
  readonly faults: Array<Fault>
  readonly costs: Array<Cost>
  readonly patterns: Array<PatternCost>
  readonly scope: Scope
  /** Rows of a list at most, by its slot. */
  readonly rowsOf: RowsOf
  /** How the language that is read writes numbers and dates. */
  readonly signs?: Signs | undefined
  /** Of a form with several languages. */
  readonly languages?: (Required<Pick<ReadContext, "translations">> & { readonly languages: ReadLanguages }) | undefined
  /** Hears of every place in which names of fields stand. Undefined in a check that only judges. */
  readonly see?: ((site: Site) => void) | undefined
}

/** The same context with faults and costs of its own, for trying another text at a place. */
export const scratchOf = (context: CheckContext): CheckContext => ({
  ...context,
  faults: [],
  costs: [],
  patterns: [],
  see: undefined
})

/** Faults after which no further rule is checked: an answer lists a thousand, in the order of the document. */
const ENOUGH = 5_000

export const hasEnoughFaults = ({ faults }: CheckContext): boolean => faults.length >= ENOUGH

/** Adds the faults of an expression at its pointer. */
export const addFaults = (context: CheckContext, pointer: string, faults: ReadonlyArray<ExpressionFault>): void => {
  for (const fault of faults) context.faults.push({ pointer, ...fault })
}
