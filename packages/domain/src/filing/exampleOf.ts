/** Submissions.example: a submission as an example of its form (docs/decisions/0264). */
import { Effect } from "effect"
import { resultOf } from "@formwork/rules/Evaluation"
import { expectationOf } from "@formwork/rules/Expectation"
import * as Caller from "../callers/Caller.ts"
import type { PrivilegeMissing, SubmissionNotFound } from "../callers/Refusal.ts"
import type { Example } from "../forms/Example.ts"
import { findPublished } from "../forms/findPublished.ts"
import { FormCompiler } from "../forms/FormCompiler.ts"
import { FormStore } from "../forms/FormStore.ts"
import { LiveForms } from "../forms/LiveForms.ts"
import { dateAt } from "../forms/Today.ts"
import type { SubmissionId } from "./Submission.ts"
import { SubmissionStore } from "./SubmissionStore.ts"

export const exampleOf = Effect.gen(function* () {
  const forms = yield* LiveForms
  const versions = yield* FormStore
  const compiler = yield* FormCompiler
  const store = yield* SubmissionStore

  return Effect.fn("Submissions.example")(function* (
    caller: Caller.Caller,
    id: SubmissionId
  ): Effect.fn.Return<Example, PrivilegeMissing | SubmissionNotFound> {
    yield* Caller.require(caller, "submission:read")
    const { createdAt, data, formId, formVersionId, referenceNumber } = yield* store.get(caller, id)
    yield* Caller.require(caller, "form:read")
    // A transition leaves the values as they are.
    const stored = (yield* store.history(caller, id)).findLast(({ transition }) => transition === null)
    // A version is kept as long as one of its submissions.
    const { compiled } = yield* Effect.orDie(forms.version(caller, formId, formVersionId))
    const { definition } = yield* Effect.orDie(findPublished(versions, compiler, caller, formId, formVersionId))
    const today = dateAt((stored?.at ?? createdAt).epochMilliseconds, definition.timeZone)
    const result = resultOf(compiled.evaluate(data, { today, draft: false }))
    return { name: referenceNumber, data, today, expect: expectationOf(result, definition) }
  })
})
