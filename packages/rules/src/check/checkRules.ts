/** Checking the rules of a form: checks, outcomes and the conditions of effects. */
import type { CheckedCheck, CheckedEffect, CheckedOutcome } from "../tree/CheckedForm.ts"
import type { ReadDefinition } from "../definition/readDefinition.ts"
import { partsOf } from "../values/groups.ts"
import { below } from "../values/pointer.ts"
import type { Slices } from "../values/Slices.ts"
import { checkCondition } from "./expressions/checkExpression.ts"
import { checkMessageAt } from "./checkMessageAt.ts"
import { currentEffects } from "./effects/EffectChecker.ts"
import { costOf } from "./expressions/cost.ts"
import { hintAtGroups, type Name, type Scope } from "./expressions/Scope.ts"
import type { MessagePart } from "../tree/MessagePart.ts"
import type { BooleanTree } from "../tree/Tree.ts"
import { didYouMean } from "../values/nearest.ts"
import { type CheckContext, addFaults, hasEnoughFaults, scratchOf } from "./CheckContext.ts"
import type { FaultsOf, SiteText } from "./Site.ts"

/** What a check or an outcome is about, and so which names it can use and how often it runs. */
interface About {
  readonly scope: Scope
  readonly times: number
  readonly about: CheckedCheck["about"]
}

const aboutField = (context: CheckContext, field: string, pointer: string): About => {
  const { scope } = context
  const whole: About = { scope, times: 1, about: undefined }
  const [wanted, ofRow] = partsOf(scope.groups, field)
  const name = scope.fields.get(wanted)
  if (name === undefined) {
    const owner = [...scope.fields.values()].find((list) => list.rows.has(field))
    const hint =
      owner === undefined
        ? hintAtGroups(scope, field) || didYouMean(wanted, scope.fields.keys())
        : ` It is a field of rows: \`${owner.slug}.${field}\`.`
    context.faults.push({
      pointer,
      message: `There is no field \`${wanted.slice(0, 64)}\`.${hint}`,
      expected: "a field, or `list.field` for each row"
    })
    return whole
  }
  if (ofRow === undefined)
    return internalAbout(context, name, pointer) ? whole : { ...whole, about: { slot: name.slot } }
  return aboutRow(context, name, ofRow, pointer) ?? whole
}

/** Reports a check or an outcome about an internal field: what it gives would tell callers the field's name. */
const internalAbout = (context: CheckContext, { field, slug }: Name, pointer: string): boolean => {
  if (field?.internal !== true) return false
  const message = `\`${slug}\` is internal, and a problem or an outcome names its field to callers. Take \`field\` out, or name a field that is not internal.`
  context.faults.push({ pointer, message })
  return true
}

const aboutRow = (context: CheckContext, list: Name, slug: string, pointer: string): About | undefined => {
  if (list.field === undefined) return undefined
  if (list.field.type !== "list") {
    context.faults.push({
      pointer,
      message: `\`${list.slug}\` is no list, so nothing of it is called \`${slug.slice(0, 64)}\`.`,
      expected: `\`${list.slug}\``
    })
    return undefined
  }
  const row = list.rows.get(slug)
  if (row === undefined) {
    context.faults.push({
      pointer,
      message: `The rows of \`${list.slug}\` have no field \`${slug.slice(0, 64)}\`.${didYouMean(slug, list.rows.keys())}`
    })
    return undefined
  }
  if (internalAbout(context, row, pointer)) return undefined
  return {
    scope: { ...context.scope, own: list },
    times: context.rowsOf(list.slot),
    about: { slot: list.slot, row: row.slot }
  }
}

const see = (
  context: CheckContext,
  { scope, times }: About,
  pointer: string,
  source: string,
  of: SiteText,
  faultsOf: FaultsOf
): void => context.see?.({ pointer, source, of, scope, times, faultsOf })

const seeAbout = (context: CheckContext, whole: About, field: string, pointer: string): void =>
  see(context, whole, pointer, field, { text: "about" }, (text) => {
    const scratch = scratchOf(context)
    aboutField(scratch, text, pointer)
    return scratch.faults
  })

const condition = (
  context: CheckContext,
  source: string,
  about: About,
  pointer: string,
  subject: string,
  name: string
): BooleanTree | undefined => {
  const checkText = (text: string) => checkCondition(text, about.scope, context.limits, subject)
  see(context, about, pointer, source, { text: "expression" }, (text) => checkText(text).faults)
  const checked = checkText(source)
  addFaults(context, pointer, checked.faults)
  if (checked.tree !== undefined) {
    context.costs.push({ pointer, name, steps: about.times * costOf(checked.tree, context.rowsOf) })
  }
  return checked.tree
}

const message = (
  context: CheckContext,
  source: string,
  about: About,
  pointer: string,
  name: string
): ReadonlyArray<MessagePart> => {
  const { parts, steps } = checkMessageAt(context, source, about, pointer)
  context.costs.push({ pointer, name, steps: about.times * steps })
  return parts
}

/** @param pointer of the check or the outcome. */
const aboutOf = (context: CheckContext, field: string | undefined, pointer: string): About => {
  const whole: About = { scope: context.scope, times: 1, about: undefined }
  if (field === undefined) return whole
  const at = below(pointer, "field")
  seeAbout(context, whole, field, at)
  return aboutField(context, field, at)
}

/** Checks one rule after another, and pauses after each. */
function* each<A, B>(
  context: CheckContext,
  rules: ReadonlyArray<A>,
  check: (rule: A) => ReadonlyArray<B>
): Slices<ReadonlyArray<B>> {
  const checked: Array<B> = []
  for (const rule of rules) {
    if (hasEnoughFaults(context)) return checked
    checked.push(...check(rule))
    yield
  }
  return checked
}

const called = (what: string, id: string | undefined): string => `${what} \`${id ?? "?"}\``

export const checkChecks = (context: CheckContext, read: ReadDefinition): Slices<ReadonlyArray<CheckedCheck>> =>
  each(context, read.checks, ({ pointer, value }) => {
    const { field, id } = value
    const about = aboutOf(context, field, pointer)
    const name = called("the check", id)
    const tree =
      value.check === undefined
        ? undefined
        : condition(context, value.check, about, below(pointer, "check"), "A check is", name)
    const parts =
      value.message === undefined
        ? []
        : message(context, value.message, about, below(pointer, "message"), `the message of ${name}`)
    return id === undefined || tree === undefined ? [] : [{ id, check: tree, message: parts, about: about.about }]
  })

export const checkOutcomes = (context: CheckContext, read: ReadDefinition): Slices<ReadonlyArray<CheckedOutcome>> =>
  each(context, read.outcomes, ({ pointer, value }) => {
    const about = aboutOf(context, value.field, pointer)
    const name = called("the outcome", value.id)
    const tree =
      value.when === undefined
        ? undefined
        : condition(context, value.when, about, below(pointer, "when"), "`when` is", name)
    const parts =
      value.message === undefined
        ? []
        : message(context, value.message, about, below(pointer, "message"), `the message of ${name}`)
    return value.id === undefined || tree === undefined
      ? []
      : [{ id: value.id, when: tree, message: parts, about: about.about }]
  })

export const checkEffects = (context: CheckContext, read: ReadDefinition): Slices<ReadonlyArray<CheckedEffect>> => {
  const surroundings = { reference: read.definition.reference, effects: read.effects.map(({ value }) => value) }
  return each(context, read.effects, (effect) => {
    const { pointer, value } = effect
    const { id, when } = value
    const whole: About = { scope: context.scope, times: 1, about: undefined }
    const tree =
      when === undefined
        ? undefined
        : condition(context, when, whole, below(pointer, "when"), "`when` is", called("the effect", id))
    const scope: Scope = { ...context.scope, leaves: value.internal === true ? undefined : "effect" }
    const does = currentEffects()({ ...context, scope }, surroundings, effect)
    if (id === undefined || does === undefined || (when !== undefined && tree === undefined)) return []
    return [{ id, does, ...(tree === undefined ? {} : { when: tree }) }]
  })
}
