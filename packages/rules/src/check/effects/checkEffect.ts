/** Checking what an effect does, by its kind. */
import { effectKinds, type EffectKind, type EffectRule } from "../../Definition.ts"
import { effectMembers } from "../../definition/readEffect.ts"
import type { Json, JsonObject } from "../../Json.ts"
import { isObject, type Loose, own, type Placed } from "../../reading/Reader.ts"
import type { EffectTree } from "../../tree/EffectTree.ts"
import { didYouMean } from "../../values/nearest.ts"
import { shortened } from "../../values/text.ts"
import { pointerTokens } from "../../values/pointer.ts"
import { type CheckContext, scratchOf } from "../CheckContext.ts"
import type { EffectCheckContext, EffectSurroundings } from "./common/EffectCheckContext.ts"
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

/** The object with another text at a place in it. */
const withText = (object: JsonObject, steps: ReadonlyArray<string>, text: string): JsonObject => {
  const replaced = (value: Json | undefined, [step, ...rest]: ReadonlyArray<string>): Json => {
    if (step === undefined) return text
    if (Array.isArray(value))
      return value.map((entry: Json, index) => (String(index) === step ? replaced(entry, rest) : entry))
    if (value === undefined || !isObject(value)) return text
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, name === step ? replaced(member, rest) : member])
    )
  }
  const made = replaced(object, steps)
  return isObject(made) ? made : object
}

/** Checks the settings of an effect; its faults and its costs go to `checking`. */
export const checkEffect = (
  formContext: CheckContext,
  surroundings: EffectSurroundings,
  { pointer: at, value }: Placed<Loose<EffectRule>>
): EffectTree | undefined => {
  const { faults, limits, scope } = formContext
  const { id = "?", kind, on = "filed", settings = {} } = value
  if (kind === undefined) return undefined
  const saysLanguage = Object.hasOwn(settingsOf[kind].members, "language") && own(settings, "language") !== undefined
  const context: EffectCheckContext = {
    limits,
    faults,
    ...formContext.languages,
    formContext,
    ...surroundings,
    on,
    effect: `the effect \`${id}\``,
    scope,
    saysLanguage,
    signs: saysLanguage ? formContext.signs : undefined,
    times: 1,
    see:
      formContext.see && ((site) => formContext.see?.({ ...site, faultsOf: (text) => faultsWith(site.pointer, text) }))
  }
  /** The faults at a member of the effect, with another text in it. */
  const faultsWith = (pointer: string, text: string) => {
    const { languages } = formContext
    // What is tried is no text of the form.
    const scratch = { ...scratchOf(formContext), languages: languages && { ...languages, translations: new Map() } }
    const steps = pointerTokens(pointer.slice(at.length))
    checkEffect(scratch, surroundings, { pointer: at, value: { ...value, settings: withText(settings, steps, text) } })
    return scratch.faults.filter((fault) => fault.pointer === pointer)
  }
  return settingsOf[kind].check(context, settings, at, id, strange(kind))
}
