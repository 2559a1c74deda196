/** What checks the settings of effects. `check` sets it; a page that never meets an effect goes without. */
import type { EffectRule } from "../../Definition.ts"
import type { Loose, Placed } from "../../reading/Reader.ts"
import type { EffectTree } from "../../tree/EffectTree.ts"
import type { CheckContext } from "../CheckContext.ts"
import { PartMissing } from "../../values/PartMissing.ts"
import type { EffectSurroundings } from "./common/EffectCheckContext.ts"

export type EffectChecker = (
  context: CheckContext,
  surroundings: EffectSurroundings,
  effect: Placed<Loose<EffectRule>>
) => EffectTree | undefined

const current: { checker: EffectChecker | undefined } = { checker: undefined }

/** Sets the checker for the process. There is one implementation, so setting it again changes nothing. */
export const useEffects = (checker: EffectChecker): void => {
  current.checker = checker
}

export const currentEffects = (): EffectChecker => {
  if (current.checker === undefined) throw new PartMissing("effects")
  return current.checker
}
