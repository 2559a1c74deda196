/** Checking what an effect does, by its kind. */
import { effectKinds, type EffectKind, type ReferencePart } from "../../Definition.ts"
import { effectMembers } from "../../definition/readEffect.ts"
import type { JsonObject } from "../../Json.ts"
import type { EffectTree } from "../../tree/EffectTree.ts"
import { didYouMean } from "../../values/nearest.ts"
import { shortened } from "../../values/text.ts"
import type { CheckContext } from "../CheckContext.ts"
import type { EffectCheckContext } from "./common/EffectCheckContext.ts"
import { settingsOf } from "./settingsOf.ts"

/** The fault of a member that belongs to another kind of effect, or to none. */
const strange =
  (kind: EffectKind) =>
  (name: string): string => {
    const owners = effectKinds.filter((one) => Object.hasOwn(settingsOf[one].members, name))
    const belongs = owners.length === 0 ? "" : ` It belongs to ${owners.map((one) => `\`${one}\``).join(" and ")}.`
    const known = [...Object.keys(settingsOf[kind].members), ...Object.keys(effectMembers)]
    const hint = belongs || didYouMean(name, known) || " Take it out."
    return `An effect of kind \`${kind}\` has nothing called \`${shortened(name, 40)}\`.${hint}`
  }

/** Checks the settings of an effect; its faults and its costs go to `checking`. */
export const checkEffect = (
  formContext: CheckContext,
  reference: ReadonlyArray<ReferencePart>,
  kind: EffectKind,
  settings: JsonObject,
  at: string,
  id: string
): EffectTree | undefined => {
  const { faults, limits, scope } = formContext
  const context: EffectCheckContext = {
    limits,
    faults,
    formContext,
    effect: `the effect \`${id}\``,
    scope,
    times: 1,
    reference
  }
  return settingsOf[kind].check(context, settings, at, id, strange(kind))
}
