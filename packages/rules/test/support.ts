/** Small forms for tests, and the shortest ways to run them. */
import * as Result from "effect/Result"
import type { CheckedForm } from "../src/tree/CheckedForm.ts"
import type { CompiledForm } from "../src/CompiledForm.ts"
import type { Evaluation } from "../src/Evaluation.ts"
import type { Json, JsonObject } from "../src/Json.ts"
import type { Limits } from "../src/Limits.ts"
import { check } from "../src/check.ts"
import type { Surroundings } from "../src/check/checkDefinition.ts"
import { compile } from "../src/compile.ts"
import { renderFaults } from "../src/renderFaults.ts"

export const TODAY = "2026-11-21"

export const formOf = (members: JsonObject): JsonObject => ({ title: "A form", code: "T", ...members })

/** The checked form; a definition with faults fails the test with all of them. */
export const checked = (definition: Json, limits?: Partial<Limits>, surroundings?: Surroundings): CheckedForm => {
  const result = check(definition, limits, surroundings)
  if (Result.isFailure(result)) throw new Error(renderFaults(definition, result.failure))
  return result.success
}

export const compiled = (definition: Json, limits?: Partial<Limits>): CompiledForm =>
  compile(checked(definition, limits))

export const evaluate = (definition: Json, data: JsonObject, draft = false, today = TODAY): Evaluation =>
  compiled(definition).evaluate(data, { today, draft })

/** Every fault as text; empty without a fault. */
export const faultsOf = (definition: Json, limits?: Partial<Limits>): string => {
  const result = check(definition, limits)
  return Result.isFailure(result) ? renderFaults(definition, result.failure) : ""
}

/** Problems as `code field`. */
export const codes = ({ problems }: Evaluation): ReadonlyArray<string> =>
  problems.map(({ code, field }) => `${code} ${field}`)

/** One field of each kind, named after it, none required. */
export const oneOfEach: ReadonlyArray<JsonObject> = [
  { slug: "whole", type: "integer" },
  { slug: "other", type: "integer" },
  { slug: "amount", type: "number", decimals: 2 },
  { slug: "price", type: "money", currency: "GBP" },
  { slug: "flag", type: "boolean" },
  { slug: "note", type: "text", maxLength: 200 },
  { slug: "born", type: "date" },
  { slug: "at", type: "time" },
  { slug: "moment", type: "datetime" },
  {
    slug: "cover",
    type: "choice",
    options: [
      { value: "comp", label: "Comprehensive" },
      { value: "tpo", label: "Third party" }
    ]
  },
  { slug: "extras", type: "choices", options: [{ value: "car" }, { value: "legal" }] },
  {
    slug: "drivers",
    type: "list",
    maxItems: 10,
    fields: [
      { slug: "name", type: "text", maxLength: 100 },
      { slug: "age", type: "integer" },
      { slug: "fee", type: "money", currency: "GBP" },
      { slug: "main", type: "boolean" },
      { slug: "birth", type: "date" }
    ]
  }
]

/** What a formula gives, in a field of this type, beside `oneOfEach`. */
export const result = (
  formula: string,
  data: JsonObject = {},
  field: JsonObject = { type: "number", decimals: 6 }
): Json => {
  const evaluation = evaluate(formOf({ fields: [...oneOfEach, { slug: "result", ...field, formula }] }), data)
  return evaluation.calculatedData["result"] ?? null
}

/** What a condition gives: true, false, or null where it is not known. */
export const holds = (condition: string, data: JsonObject = {}): Json => result(condition, data, { type: "boolean" })

export const textOf = (formula: string, data: JsonObject = {}): Json => result(formula, data, { type: "text" })
