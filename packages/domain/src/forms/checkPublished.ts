/** A published definition, checked again: what its rules are. */
import { Effect, Result, Struct } from "effect"
import { check } from "@formwork/rules/check"
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import type { Limits } from "@formwork/rules/Limits"
import type { FormVersion } from "./Form.ts"

const unlimited: Omit<Limits, "rows" | "characters"> = {
  payload: Infinity,
  fields: Infinity,
  rules: Infinity,
  nodes: Infinity,
  depth: Infinity,
  steps: Infinity
}

/** What was published stays published: of the limits only those that fill in defaults still matter. A version with faults is a defect. */
export const checkPublished = ({ definition, id }: FormVersion, limits: Limits): Effect.Effect<CheckedForm> =>
  Result.match(check(definition, { ...unlimited, ...Struct.pick(limits, ["rows", "characters"]) }), {
    onSuccess: Effect.succeed,
    onFailure: (faults) => Effect.die(new Error(`version ${id} was published with faults: ${JSON.stringify(faults)}`))
  })
