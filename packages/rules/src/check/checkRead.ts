/** The checks of a definition's rules once it is read: types, cycles, cost, effects. */
import * as Result from "effect/Result"
import type { ConstantDefinition } from "../ConstantDefinition.ts"
import type { ReadDefinition } from "../definition/readDefinition.ts"
import type { ReadContext } from "../reading/Reader.ts"
import type { Fault } from "../Fault.ts"
import type { CheckedForm } from "../tree/CheckedForm.ts"
import { Table } from "../tables/Table.ts"
import type { CheckContext } from "./CheckContext.ts"
import { checkFields, namesOf } from "./checkFields.ts"
import { checkCounts, checkCycles, checkSteps, costsOf } from "./checkLimits.ts"
import { checkSections } from "./checkSections.ts"
import { checkChecks, checkEffects, checkOutcomes } from "./checkRules.ts"
import { plan } from "./plan.ts"
import type { CheckObserver } from "./Site.ts"
import { groupsOf } from "../values/groups.ts"
import { below } from "../values/pointer.ts"
import type { Slices } from "../values/Slices.ts"
import type { Words } from "../words/Words.ts"

const tablesOf = ({ tables: { broken, tables } }: ReadDefinition): ReadonlyMap<string, Table | undefined> =>
  new Map([
    ...[...broken].map((name) => [name, undefined] as const),
    ...tables.map((table) => [table.name, Table.of(table)] as const)
  ])

const constantsOf = ({
  constants: { broken, constants }
}: ReadDefinition): ReadonlyMap<string, ConstantDefinition | undefined> =>
  new Map([
    ...[...broken].map((name) => [name, undefined] as const),
    ...constants.map((constant) => [constant.name, constant] as const)
  ])

/** Reports constants that nothing uses. A rule that could not be read may use any, so it is asked where all could. */
const checkUnused = ({ faults, scope }: CheckContext, { constants }: ReadDefinition): void => {
  if (faults.length > 0) return
  for (const { name } of constants.constants)
    if (!scope.used.has(name))
      faults.push({
        pointer: below("/constants", name),
        message: `No rule, message or effect uses the constant \`${name}\`. Use it, or take it out.`
      })
}

/** Checks the rules of a definition that was read; its faults come after those of the reading, in no order. `words` are those of the language that is read, and `observer` hears what editors ask for. */
export function* checkRead(
  reading: ReadContext,
  read: ReadDefinition,
  words: Words,
  observer?: CheckObserver
): Slices<Result.Result<CheckedForm, ReadonlyArray<Fault>>> {
  const { faults, languages, limits, published = false, translations } = reading
  const context: CheckContext = {
    limits,
    faults,
    costs: [],
    patterns: [],
    scope: {
      fields: namesOf(read.fields),
      groups: groupsOf(read.fields.flatMap(({ slug }) => slug ?? [])),
      tables: tablesOf(read),
      constants: constantsOf(read),
      used: new Set(),
      mixesCurrencies: published,
      own: undefined
    },
    rowsOf: (slot) => {
      const field = read.fields[slot]?.field
      return field?.type === "list" ? field.maxItems : 0
    },
    signs: words.signs,
    languages: languages === undefined || translations === undefined ? undefined : { languages, translations },
    see: observer?.site
  }
  checkCounts(context, read)
  const { rules, sections } = yield* checkSections(context, read)
  const { fields, vertices } = yield* checkFields(context, read.fields, rules)
  const checks = yield* checkChecks(context, read)
  const outcomes = yield* checkOutcomes(context, read)
  const effects = yield* checkEffects(context, read)
  observer?.waiting(vertices)
  const planned = plan(vertices)
  checkCycles(context, vertices, planned)
  const costs = costsOf(context)
  observer?.costs(costs)
  const steps = checkSteps(context, costs)
  checkUnused(context, read)
  return faults.length > 0
    ? Result.fail(faults)
    : Result.succeed({
        definition: read.definition,
        fields,
        sections,
        order: planned.order,
        checks,
        outcomes,
        effects,
        steps,
        words,
        ...(translations === undefined ? {} : { translations })
      })
}
