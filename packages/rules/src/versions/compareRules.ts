/** What changed in a form's checks, outcomes and effects. */
import type { CheckedCheck, CheckedForm } from "../tree/CheckedForm.ts"
import type { EffectRule, Extensible, Extensions } from "../Definition.ts"
import type { Json } from "../Json.ts"
import { type Change, changed, type Pair, paired, reason, same, type ChangedPart } from "../Comparison.ts"
import { compareExtensions } from "./compareExtensions.ts"
import { meaningOf } from "./resolved.ts"

interface Member {
  readonly member: string
  readonly pair: Pair<Json | undefined>
  /** Where it is written alike and still is something else. */
  readonly differs?: boolean
  readonly why?: string | undefined
}

const members = (subject: ChangedPart, name: string, all: ReadonlyArray<Member>): ReadonlyArray<Change> =>
  all.flatMap(({ differs = false, member, pair, why }) =>
    differs || !same(pair.before, pair.after) ? [changed(subject, name, member, pair, why)] : []
  )

/** Something that is there on one side alone. */
const alone = (
  subject: ChangedPart,
  name: string,
  isThere: boolean,
  why: { readonly added?: string; readonly removed?: string }
): ReadonlyArray<Change> => [
  isThere
    ? { subject, name, change: "added", ...reason(why.added) }
    : { subject, name, change: "removed", ...reason(why.removed) }
]

interface RuledCheck extends CheckedCheck {
  readonly written: string
  readonly field: string | undefined
  readonly said: string
  readonly extensions?: Extensions
}

const extended = ({ extensions }: Extensible): Extensible => (extensions === undefined ? {} : { extensions })

const checksOf = ({ checks, definition }: CheckedForm): ReadonlyArray<RuledCheck> =>
  checks.flatMap((checked, index) => {
    const own = definition.checks[index]
    return own === undefined
      ? []
      : [{ ...checked, ...extended(own), written: own.check, field: own.field, said: own.message }]
  })

const compareChecks = (forms: Pair<CheckedForm>): ReadonlyArray<Change> =>
  paired(checksOf(forms.before), checksOf(forms.after), ({ id }) => id).flatMap(({ after, before, name }) => {
    const why = `What the check \`${name}\` finds wrong may be refused now, although it was valid.`
    if (before === undefined || after === undefined) return alone("check", name, after !== undefined, { added: why })
    const meaning = (side: keyof typeof forms, { about, check, written }: RuledCheck): string =>
      meaningOf(forms[side], { written, tree: check }, about?.row === undefined ? undefined : about.slot)
    const rules = members("check", name, [
      { member: "field", pair: { before: before.field, after: after.field }, why },
      {
        member: "check",
        pair: { before: before.written, after: after.written },
        differs: meaning("before", before) !== meaning("after", after),
        why
      },
      { member: "message", pair: { before: before.said, after: after.said } }
    ])
    return [...rules, ...compareExtensions("check", name, { before, after })]
  })

const compareOutcomes = ({ after, before }: Pair<CheckedForm>): ReadonlyArray<Change> =>
  paired(before.definition.outcomes, after.definition.outcomes, ({ id }) => id).flatMap(
    ({ after: is, before: was, name }) => {
      if (was === undefined || is === undefined)
        return alone("outcome", name, is !== undefined, {
          removed: `The outcome \`${name}\` is not raised any longer.`
        })
      const rules = members("outcome", name, [
        {
          member: "field",
          pair: { before: was.field, after: is.field },
          why: `The outcome \`${name}\` is raised at another place now, or for each row and not once.`
        },
        { member: "when", pair: { before: was.when, after: is.when } },
        {
          member: "severity",
          pair: { before: was.severity, after: is.severity },
          why: `Who goes by the severity of \`${name}\` takes it for something else now.`
        },
        { member: "message", pair: { before: was.message, after: is.message } }
      ])
      return [...rules, ...compareExtensions("outcome", name, { before: was, after: is })]
    }
  )

const settingsOf = ({ internal, on, settings }: EffectRule): Json => ({
  on,
  ...(internal === undefined ? {} : { internal }),
  ...settings
})

const compareEffects = ({ after, before }: Pair<CheckedForm>): ReadonlyArray<Change> =>
  paired(before.definition.effects, after.definition.effects, ({ id }) => id).flatMap(
    ({ after: is, before: was, name }) => {
      if (was === undefined || is === undefined) return alone("effect", name, is !== undefined, {})
      return members("effect", name, [
        { member: "kind", pair: { before: was.kind, after: is.kind } },
        { member: "when", pair: { before: was.when, after: is.when } },
        { member: "settings", pair: { before: settingsOf(was), after: settingsOf(is) } }
      ])
    }
  )

export const compareRules = (forms: Pair<CheckedForm>): ReadonlyArray<Change> => [
  ...compareChecks(forms),
  ...compareOutcomes(forms),
  ...compareEffects(forms)
]
