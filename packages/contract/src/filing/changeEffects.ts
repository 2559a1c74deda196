/** Laws of SubmissionStore about what a change fires: it goes into the outbox with the change. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { FiringId } from "@formwork/domain/filing/Firing"
import type { Change } from "@formwork/domain/filing/SubmissionStore"
import { firedFor } from "./firedFor.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import { saved, setting } from "./changes.ts"

export const contract = suite("effects of changes", (it) => {
  it.effect("each change fires its effects, also one that leaves the state as it is: a draft that is saved again", () =>
    Effect.gen(function* () {
      const { caller, first, owner, store, version } = yield* setting
      const content = Fixture.content(version)
      const filing = saved({ action: "submission.filed", workflowState: "submitted", content })
      const stages: ReadonlyArray<readonly [on: string, change: Partial<Change>]> = [
        ["draft_saved", saved({ content })],
        ["draft_saved", saved({ content })],
        ["filed", filing],
        ["state:in_review", {}],
        ["state:in_review", { transition: "again" }]
      ]
      const expected = [...(yield* firedFor(owner, first.id))]
      for (const [index, [on, change]] of stages.entries()) {
        const ids = [FiringId.make(yield* Fixture.uuid), FiringId.make(yield* Fixture.uuid)]
        const firings = ids.map((id) => ({ id, effectId: `tell-${id}`, kind: "delivery" as const, on }))
        yield* store.change(caller, yield* Fixture.change({ ...first, revision: index + 1 }, { ...change, firings }))
        expected.push(...ids)
        assert.deepStrictEqual(yield* firedFor(owner, first.id), expected.toSorted())
      }
    })
  )
})
