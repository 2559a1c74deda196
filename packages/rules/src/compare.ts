/** Compares two definitions of one form: what changed, and which changes could break a caller of the earlier one. */
import type { CheckedForm } from "./tree/CheckedForm.ts"
import type { Definition, Transition } from "./Definition.ts"
import { type Change, changed, type Comparison, type Pair, paired, reason, same } from "./Comparison.ts"
import { compareConstants } from "./versions/compareConstants.ts"
import { compareExtensions } from "./versions/compareExtensions.ts"
import { compareFields } from "./versions/compareFields.ts"
import { compareRules } from "./versions/compareRules.ts"
import { compareSections } from "./versions/compareSections.ts"
import { compareTranslations } from "./versions/compareTranslations.ts"
import { compareTables } from "./versions/compareTables.ts"

const ofForm = ({ after, before }: Pair<Definition>): ReadonlyArray<Change> => [
  ...(same(before.title, after.title)
    ? []
    : [changed("form", "", "title", { before: before.title, after: after.title })]),
  ...(same(before.languages, after.languages)
    ? []
    : [changed("form", "", "languages", { before: before.languages, after: after.languages })]),
  ...(same(before.timeZone, after.timeZone)
    ? []
    : [
        changed(
          "form",
          "",
          "timeZone",
          { before: before.timeZone, after: after.timeZone },
          "`today` begins at another hour, so a rule that reads it may refuse what was valid."
        )
      ]),
  ...(same(before.reference, after.reference)
    ? []
    : [changed("form", "", "referencePattern", { before: patternOf(before), after: patternOf(after) })]),
  ...compareExtensions("form", "", { before, after })
]

/** A reference pattern as text, with the form's code in place of `{code}`. */
const patternOf = ({ reference }: Definition): string =>
  reference
    .map((part) => {
      switch (part.kind) {
        case "literal":
          return part.text
        case "year":
          return part.digits === 4 ? "{yyyy}" : "{yy}"
        case "month":
          return "{mm}"
        case "day":
          return "{dd}"
        case "sequence":
          return `{seq:${part.width}}`
        case "random":
          return `{random:${part.length}}`
      }
    })
    .join("")

const ofStates = ({ after, before }: Pair<Definition["workflow"]>): ReadonlyArray<Change> => [
  ...(before.initial === after.initial
    ? []
    : [
        changed(
          "form",
          "",
          "workflow.initial",
          { before: before.initial, after: after.initial },
          `A submission begins in “${after.initial}”, and not in “${before.initial}”.`
        )
      ]),
  ...paired(before.states, after.states, (state) => state).flatMap(
    ({ after: is, before: was, name }): ReadonlyArray<Change> =>
      was !== undefined && is !== undefined
        ? []
        : [
            is === undefined
              ? {
                  subject: "state",
                  name,
                  change: "removed",
                  ...reason(`No submission reaches “${name}” any longer.`)
                }
              : { subject: "state", name, change: "added", ...reason(undefined) }
          ]
  )
]

const ofTransition = (name: string, before: Transition, after: Transition): ReadonlyArray<Change> => [
  ...(before.to === after.to
    ? []
    : [
        changed(
          "transition",
          name,
          "to",
          { before: before.to, after: after.to },
          `“${before.name}” leads from “${before.from}” to “${after.to}” now.`
        )
      ]),
  ...(before.privilege === after.privilege
    ? []
    : [
        changed(
          "transition",
          name,
          "privilege",
          { before: before.privilege, after: after.privilege },
          after.privilege === undefined
            ? undefined
            : `Who makes “${before.name}” needs the privilege ${after.privilege} now.`
        )
      ])
]

const ofTransitions = ({ after, before }: Pair<Definition["workflow"]>): ReadonlyArray<Change> =>
  paired(before.transitions, after.transitions, ({ from, name }) => `${from}.${name}`).flatMap(
    ({ after: is, before: was, name }): ReadonlyArray<Change> => {
      if (was === undefined) return [{ subject: "transition", name, change: "added", breaking: false }]
      if (is !== undefined) return ofTransition(name, was, is)
      const why = `There is no transition “${was.name}” from “${was.from}” any longer: a request for it is refused.`
      return [{ subject: "transition", name, change: "removed", ...reason(why) }]
    }
  )

/**
 * What differs between two definitions of one form. Fields are told apart by their slugs, rules by their ids, and the order
 * in which they are written does not matter.
 *
 * `breaking` is for callers of the earlier version: a payload that was valid may be refused, or a result that they read goes away
 * or is of another type. Where nothing among fields, checks and the form itself is breaking, every payload that was valid is valid,
 * unless a computed number has more than fifteen digits or a computed text more than 20,000 characters that nothing computed before.
 * A rule with another text counts as breaking if it can refuse a payload, even if it means the same.
 */
export const compare = (before: CheckedForm, after: CheckedForm): Comparison => {
  const forms = { before, after }
  const workflows = { before: before.definition.workflow, after: after.definition.workflow }
  const changes = [
    ...ofForm({ before: before.definition, after: after.definition }),
    ...compareConstants(forms),
    ...compareTables(forms),
    ...compareFields(forms, before.fields, after.fields),
    ...compareSections(forms),
    ...compareRules(forms),
    ...ofStates(workflows),
    ...ofTransitions(workflows),
    ...compareTranslations(forms)
  ]
  return { breaking: changes.some(({ breaking }) => breaking), changes }
}
