/** Makes the checked form of a definition again that was checked before. */
import * as Result from "effect/Result"
import { checkRead } from "../../check/checkRead.ts"
import type { CheckedForm } from "../../tree/CheckedForm.ts"
import type { ChoiceField, Definition, Field } from "../../Definition.ts"
import { writtenOptions } from "../../fields/options.ts"
import type { OptionRule, ReadField } from "../../definition/readField.ts"
import type { Placed } from "../../reading/Reader.ts"
import type { Limits } from "../../Limits.ts"
import { below } from "../../values/pointer.ts"
import { finish } from "../../values/Slices.ts"
import type { Words } from "../../words/Words.ts"

/** Limits decide what is refused; defaults that come from them are in the definition. */
const unlimited: Limits = {
  fields: Infinity,
  rules: Infinity,
  nodes: Infinity,
  depth: Infinity,
  steps: Infinity,
  rows: Infinity,
  characters: Infinity,
  payload: Infinity,
  patterns: Infinity,
  tableRows: Infinity
}

const placedAt = <A>(all: ReadonlyArray<A>, at: string): ReadonlyArray<Placed<A>> =>
  all.map((value, index) => ({ pointer: below(at, index), value }))

const optionRulesOf = (field: ChoiceField): ReadonlyArray<OptionRule> =>
  writtenOptions(field).flatMap(({ value, when }, index) => (when === undefined ? [] : [{ index, value, when }]))

const readAgain = (fields: ReadonlyArray<Field>, at: string): ReadonlyArray<ReadField> =>
  placedAt(fields, at).map(({ pointer, value: field }) => ({
    pointer,
    slug: field.slug,
    field,
    rules: field,
    optionRules: "options" in field ? optionRulesOf(field) : [],
    rows: field.type === "list" ? readAgain(field.fields, below(pointer, "fields")) : []
  }))

/** @param definition one without faults: `check` has accepted it. */
export const recheck = (definition: Definition, words: Words): CheckedForm => {
  const { checks, constants, effects, fields, language, languages, outcomes, sections, tables } = definition
  const read = {
    definition,
    constants: { constants, broken: new Set<string>() },
    tables: { tables, broken: new Set<string>() },
    fields: readAgain(fields, "/fields"),
    sections: placedAt(sections, "/sections"),
    checks: placedAt(checks, "/checks"),
    outcomes: placedAt(outcomes, "/outcomes"),
    effects: placedAt(effects, "/effects")
  }
  // The settings of effects are as their author wrote them: with texts in several languages.
  const spoken = languages && language && { languages: { all: languages, chosen: language }, translations: new Map() }
  return Result.getOrThrowWith(
    finish(checkRead({ limits: unlimited, published: true, faults: [], ...spoken }, read, words)),
    ([fault]) => new Error(`a checked form has a fault: ${fault?.message}`)
  )
}
