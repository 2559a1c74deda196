/** Impact runs for tests. */
import { Effect } from "effect"
import type { FormVersion } from "@formwork/domain/forms/Form"
import type { Caller } from "@formwork/domain/callers/Caller"
import { nothing } from "@formwork/domain/impact/difference"
import { ImpactStore } from "@formwork/domain/impact/ImpactStore"
import * as Impact from "@formwork/contract/impact/impacts"

/** A finished run that found one change. */
export const run = Effect.fnUntraced(function* (owner: Caller, version: FormVersion) {
  const impacts = yield* ImpactStore
  const begun = yield* Impact.newRun(version.formId)
  yield* impacts.begin(owner, begun)
  const changes = [{ position: 1, change: Impact.found(yield* Impact.filed(owner, version)) }]
  yield* impacts.progress(owner, begun.id, { done: 1, summary: nothing, changes, state: "finished" }, 1_000)
})
