/** The checked form of a version that was published: its fields, with everything filled in. */
import { Result, Struct } from "effect"
import { checkInSlices } from "@formwork/rules/check"
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import type { Limits } from "@formwork/rules/Limits"
import { type KnownTables, knownTables } from "../tables/KnownTables.ts"
import type { FormVersion } from "./Form.ts"

const unlimited: Omit<Limits, "rows" | "characters"> = {
  payload: Infinity,
  fields: Infinity,
  rules: Infinity,
  nodes: Infinity,
  depth: Infinity,
  steps: Infinity,
  patterns: Infinity,
  tableRows: Infinity
}

/** What was published stays published: of the limits only those that fill in defaults still matter. */
const limitsOfPublished = (limits: Limits): Limits => ({
  ...unlimited,
  ...Struct.pick(limits, ["rows", "characters"])
})

/** In slices. @param tables those of the organisation that it names. @param accepts a reader's languages. Throws where the version has faults, which is a defect: publishing checked it. */
export function* checkPublished(
  version: Pick<FormVersion, "definition" | "id">,
  limits: Limits,
  tables: KnownTables = knownTables(),
  accepts: ReadonlyArray<string> = []
): Generator<undefined, CheckedForm, undefined> {
  return Result.getOrThrowWith(
    yield* checkInSlices(version.definition, limitsOfPublished(limits), { published: true, accepts, ...tables }),
    (faults) => new Error(`version ${version.id} was published with faults: ${JSON.stringify(faults)}`)
  )
}
