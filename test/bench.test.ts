/** The forms of the benchmarks have no faults: a change that breaks them fails here, before the next benchmark run. */
import { expect, it } from "vitest"
import { example, form, OPTIONS } from "../bench/src/demo.ts"
import { backEnds, checked } from "../bench/src/rules/ours.ts"
import { formVariant, payloadVariant } from "../bench/src/rules/variants.ts"

it.each(backEnds)("the benchmarks' quote and its variants evaluate as valid: $name", ({ compile }) => {
  expect(compile(checked(form)).evaluate(example, OPTIONS).valid).toBe(true)
  for (const index of [0, 1, 7, 499]) {
    const variant = compile(checked(formVariant(index)))
    expect(variant.evaluate(payloadVariant(example, index), OPTIONS).problems).toEqual([])
  }
})
