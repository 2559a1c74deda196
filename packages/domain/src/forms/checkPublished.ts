/** The checked form of a version that was published: its fields, with everything filled in. */
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

/** What was published stays published: of the limits only those that fill in defaults still matter. */
const limitsOfPublished = (limits: Limits): Limits => ({
  ...unlimited,
  ...Struct.pick(limits, ["rows", "characters"])
})

/** A version with faults is a defect: publishing checked it. */
export const checkPublished = (
  version: Pick<FormVersion, "definition" | "id">,
  limits: Limits
): Effect.Effect<CheckedForm> =>
  Result.match(check(version.definition, limitsOfPublished(limits), { published: true }), {
    onSuccess: Effect.succeed,
    onFailure: (faults) =>
      Effect.die(new Error(`version ${version.id} was published with faults: ${JSON.stringify(faults)}`))
  })
