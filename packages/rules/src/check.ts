/** The check of a definition before it is published: everything that is wrong with it at once, or the form that both back ends run. */
import * as Result from "effect/Result"
import type { CheckedForm } from "./CheckedForm.ts"
import type { Checking } from "./checking/Checking.ts"
import { checkFields, namesOf } from "./checking/checkFields.ts"
import { checkCounts, checkCycles, checkSteps } from "./checking/checkLimits.ts"
import { checkChecks, checkEffects, checkOutcomes } from "./checking/checkRules.ts"
import { inDocumentOrder } from "./checking/inDocumentOrder.ts"
import { readDefinition, type ReadDefinition } from "./definition/readDefinition.ts"
import type { Reading } from "./definition/Reader.ts"
import type { Fault } from "./Fault.ts"
import type { Json } from "./Json.ts"
import { defaultLimits, type Limits } from "./Limits.ts"
import { plan } from "./plan.ts"
import { freshHints } from "./value/nearest.ts"

/** Faults of one answer; a definition that has more is not one that somebody wrote. */
const MOST_FAULTS = 1000

/**
 * Checks a definition.
 * @param definition a form definition as parsed from JSON (docs/rule-language.md); untrusted, may be anything.
 * @param limits what a form may cost; what is left out is as in `defaultLimits`.
 * @returns the checked form, or all faults over the whole definition (at most a thousand), in the order of the document.
 */
export const check = (
  definition: Json,
  limits: Partial<Limits> = {}
): Result.Result<CheckedForm, ReadonlyArray<Fault>> => {
  freshHints()
  const reading: Reading = { limits: { ...defaultLimits, ...limits }, faults: [] }
  const read = readDefinition(reading, definition)
  return Result.mapError(checkRead(reading, read), (faults) =>
    inDocumentOrder(definition, faults).slice(0, MOST_FAULTS)
  )
}

/** Checks the rules of a definition that was read; its faults come after those of the reading, in no order. */
export const checkRead = (
  { faults, limits }: Reading,
  read: ReadDefinition
): Result.Result<CheckedForm, ReadonlyArray<Fault>> => {
  const checking: Checking = {
    limits,
    faults,
    costs: [],
    patterns: [],
    scope: { fields: namesOf(read.fields), own: undefined },
    rowsOf: (slot) => {
      const field = read.fields[slot]?.field
      return field?.type === "list" ? field.maxItems : 0
    }
  }
  checkCounts(checking, read)
  const { fields, vertices } = checkFields(checking, read.fields)
  const checks = checkChecks(checking, read)
  const outcomes = checkOutcomes(checking, read)
  const effects = checkEffects(checking, read)
  const planned = plan(vertices)
  checkCycles(checking, vertices, planned)
  const steps = checkSteps(checking)
  return faults.length > 0
    ? Result.fail(faults)
    : Result.succeed({ definition: read.definition, fields, order: planned.order, checks, outcomes, effects, steps })
}
