/** Checking the rules of a form: checks, outcomes and the conditions of effects. */
import type { CheckedCheck, CheckedEffect, CheckedOutcome } from "../tree/CheckedForm.ts"
import type { ReadDefinition } from "../definition/readDefinition.ts"
import { below } from "../values/pointer.ts"
import { checkCondition } from "./expressions/checkExpression.ts"
import { checkMessage } from "./expressions/checkMessage.ts"
import { checkEffect } from "./effects/checkEffect.ts"
import { costOf, costOfMessage } from "./expressions/cost.ts"
import type { Name, Scope } from "./expressions/Scope.ts"
import type { BooleanTree, MessagePart } from "../tree/Tree.ts"
import { didYouMean } from "../values/nearest.ts"
import { type Checking, report } from "./Checking.ts"

/** What a check is about, and so which names it can use and how often it runs. */
interface About {
  readonly scope: Scope
  readonly times: number
  readonly about: CheckedCheck["about"]
}

const aboutField = (checking: Checking, field: string, pointer: string): About => {
  const { scope } = checking
  const whole: About = { scope, times: 1, about: undefined }
  const dot = field.indexOf(".")
  const name = scope.fields.get(dot < 0 ? field : field.slice(0, dot))
  if (name === undefined) {
    const wanted = dot < 0 ? field : field.slice(0, dot)
    const owner = [...scope.fields.values()].find((list) => list.rows.has(field))
    const meant =
      owner === undefined
        ? didYouMean(wanted, scope.fields.keys())
        : ` It is a field of rows: \`${owner.slug}.${field}\`.`
    checking.faults.push({
      pointer,
      message: `There is no field \`${wanted.slice(0, 64)}\`.${meant}`,
      expected: "a field, or `list.field` for a check of each row"
    })
    return whole
  }
  if (dot < 0) return { ...whole, about: { slot: name.slot } }
  return aboutRow(checking, name, field.slice(dot + 1), pointer) ?? whole
}

const aboutRow = (checking: Checking, list: Name, slug: string, pointer: string): About | undefined => {
  if (list.field === undefined) return undefined
  if (list.field.type !== "list") {
    checking.faults.push({
      pointer,
      message: `\`${list.slug}\` is no list, so nothing of it is called \`${slug.slice(0, 64)}\`.`,
      expected: `\`${list.slug}\``
    })
    return undefined
  }
  const row = list.rows.get(slug)
  if (row === undefined) {
    checking.faults.push({
      pointer,
      message: `The rows of \`${list.slug}\` have no field \`${slug.slice(0, 64)}\`.${didYouMean(slug, list.rows.keys())}`
    })
    return undefined
  }
  return {
    scope: { fields: checking.scope.fields, own: list },
    times: checking.rowsOf(list.slot),
    about: { slot: list.slot, row: row.slot }
  }
}

const condition = (
  checking: Checking,
  source: string,
  about: About,
  pointer: string,
  who: string,
  name: string
): BooleanTree | undefined => {
  const checked = checkCondition(source, about.scope, checking.limits, who)
  report(checking, pointer, checked.faults)
  if (checked.tree !== undefined) {
    checking.costs.push({ pointer, name, steps: about.times * costOf(checked.tree, checking.rowsOf) })
  }
  return checked.tree
}

const message = (
  checking: Checking,
  source: string,
  about: About,
  pointer: string,
  name: string
): ReadonlyArray<MessagePart> => {
  const checked = checkMessage(source, about.scope)
  report(checking, pointer, checked.faults)
  checking.costs.push({ pointer, name, steps: about.times * costOfMessage(checked.parts, checking.rowsOf) })
  return checked.parts
}

const called = (what: string, id: string | undefined): string => `${what} \`${id ?? "?"}\``

export const checkChecks = (checking: Checking, read: ReadDefinition): ReadonlyArray<CheckedCheck> =>
  read.checks.flatMap(({ pointer, value }) => {
    const { field, id } = value
    const whole: About = { scope: checking.scope, times: 1, about: undefined }
    const about = field === undefined ? whole : aboutField(checking, field, below(pointer, "field"))
    const name = called("the check", id)
    const tree =
      value.check === undefined
        ? undefined
        : condition(checking, value.check, about, below(pointer, "check"), "A check is", name)
    const parts =
      value.message === undefined
        ? []
        : message(checking, value.message, about, below(pointer, "message"), `the message of ${name}`)
    return id === undefined || tree === undefined ? [] : [{ id, check: tree, message: parts, about: about.about }]
  })

export const checkOutcomes = (checking: Checking, read: ReadDefinition): ReadonlyArray<CheckedOutcome> =>
  read.outcomes.flatMap(({ pointer, value }) => {
    const whole: About = { scope: checking.scope, times: 1, about: undefined }
    const name = called("the outcome", value.id)
    const tree =
      value.when === undefined
        ? undefined
        : condition(checking, value.when, whole, below(pointer, "when"), "`when` is", name)
    const parts =
      value.message === undefined
        ? []
        : message(checking, value.message, whole, below(pointer, "message"), `the message of ${name}`)
    return value.id === undefined || tree === undefined ? [] : [{ id: value.id, when: tree, message: parts }]
  })

export const checkEffects = (checking: Checking, read: ReadDefinition): ReadonlyArray<CheckedEffect> =>
  read.effects.flatMap(({ pointer, value }) => {
    const { id, kind, settings, when } = value
    const whole: About = { scope: checking.scope, times: 1, about: undefined }
    const tree =
      when === undefined
        ? undefined
        : condition(checking, when, whole, below(pointer, "when"), "`when` is", called("the effect", id))
    const { reference } = read.definition
    const does = kind && checkEffect(checking, reference, kind, settings ?? {}, pointer, id ?? "?")
    if (id === undefined || does === undefined || (when !== undefined && tree === undefined)) return []
    return [{ id, does, ...(tree === undefined ? {} : { when: tree }) }]
  })
