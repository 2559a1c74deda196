/** What this language makes of an expression: a small form computes it, on both back ends. */
import { nested } from "../../src/values/groups.ts"
import * as Result from "effect/Result"
import type { Json, JsonObject } from "../../src/Json.ts"
import { check } from "../../src/check.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { formOf, TODAY } from "../support.ts"

/** The field that a test's result is computed into. Numbers are texts there, which show every digit. */
export type Kind = "boolean" | "text" | "number"

export type Outcome =
  | { readonly is: "refused"; readonly fault: string }
  /** Null where it is missing. */
  | { readonly is: "value"; readonly kind: Kind; readonly value: Json }
  /** The two back ends differ, which must not happen. */
  | { readonly is: "divided"; readonly generated: string; readonly closures: string }

/** Fields and payload that stand for CEL's bindings. */
export interface Inputs {
  readonly fields: ReadonlyArray<JsonObject>
  readonly data: JsonObject
}

const formulas: { readonly [K in Kind]: ReadonlyArray<(expression: string) => string> } = {
  boolean: [(expression) => expression],
  text: [(expression) => expression],
  // A division is allowed only inside `round` or a comparison.
  number: [(expression) => `text(${expression})`, (expression) => `text(round(${expression}, 12))`]
}

const evaluated = (formula: string, kind: Kind, { data, fields }: Inputs): Outcome => {
  const type = kind === "boolean" ? "boolean" : "text"
  const result = check(formOf({ fields: [...fields, { slug: "result", type, formula }] }))
  if (Result.isFailure(result)) return { is: "refused", fault: result.failure[0]?.message ?? "" }
  const [generated, closures] = [compileGenerated, compileClosures].map((compile) =>
    compile(result.success).evaluate(nested(data), { today: TODAY, draft: false })
  )
  const [one, other] = [JSON.stringify(generated), JSON.stringify(closures)]
  if (one !== other) return { is: "divided", generated: one ?? "", closures: other ?? "" }
  return { is: "value", kind, value: generated?.calculatedData["result"] ?? null }
}

/** Computes an expression into a field of the first of these kinds that takes it. */
export const outcome = (expression: string, kinds: ReadonlyArray<Kind>, inputs: Inputs): Outcome => {
  const outcomes: Array<Outcome> = []
  for (const kind of kinds) {
    for (const formula of formulas[kind]) {
      const found = evaluated(formula(expression), kind, inputs)
      if (found.is !== "refused") return found
      outcomes.push(found)
    }
  }
  return outcomes[0] ?? { is: "refused", fault: "" }
}
