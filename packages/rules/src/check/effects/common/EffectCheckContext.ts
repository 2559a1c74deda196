/** Checking the settings of one effect: where its faults and costs go, and the names that its templates know. */
import type { CheckContext } from "../../CheckContext.ts"
import type { EffectRule, ReferencePart } from "../../../Definition.ts"
import type { Loose, Read, ReadContext } from "../../../reading/Reader.ts"
import type { Scope } from "../../expressions/Scope.ts"
import type { SeenSite, SiteText } from "../../Site.ts"
import type { ExpressionFault } from "../../../language/Syntax.ts"
import type { Signs } from "../../../words/Signs.ts"
import { pointerTokens } from "../../../values/pointer.ts"

/** What the settings of an effect may refer to, besides fields. */
export interface EffectSurroundings {
  readonly reference: ReadonlyArray<ReferencePart>
  /** Every effect of the form, in definition order. */
  readonly effects: ReadonlyArray<Loose<EffectRule>>
}

export interface EffectCheckContext extends ReadContext, EffectSurroundings {
  readonly formContext: CheckContext
  /** The event that it fires on. */
  readonly on: string
  /** “the effect `thank`”. */
  readonly effect: string
  /** The names of templates and expressions; within the rows of a list, its own too. */
  readonly scope: Scope
  /** Whether it says in which language it is written. */
  readonly saysLanguage: boolean
  /** How numbers and dates are written where people read them; undefined where as JSON has them. */
  readonly signs: Signs | undefined
  /** How often it is rendered: once, or for each row. */
  readonly times: number
  /** As in `CheckContext`; the faults of another text are those of the whole effect with it. */
  readonly see?: ((site: SeenSite) => void) | undefined
}

/** Reads a member and checks what is in it, with its faults and its costs. */
export type EffectReader<A> = (context: EffectCheckContext) => Read<A>

/** Adds the faults of a template or an expression. */
export const addFaults = (
  { faults }: EffectCheckContext,
  pointer: string,
  found: ReadonlyArray<ExpressionFault>
): void => {
  for (const fault of found) faults.push({ pointer, ...fault })
}

/** Tells of a member in which names of fields stand. */
export const addSite = (
  { scope, see, times }: EffectCheckContext,
  pointer: string,
  source: string,
  of: SiteText
): void => see?.({ pointer, source, of, scope, times })

/** Adds the steps of rendering a member. */
export const addCost = ({ formContext, effect, times }: EffectCheckContext, pointer: string, steps: number): void => {
  const member = pointerTokens(pointer).findLast((step) => !/^\d+$/.test(step) && !step.startsWith("$"))
  formContext.costs.push({ pointer, name: `\`${member ?? "?"}\` of ${effect}`, steps: times * steps })
}
