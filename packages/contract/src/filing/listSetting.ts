/** Submissions to be listed, and the model of each filter. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Submission } from "@formwork/domain/filing/Submission"
import { SubmissionListStore } from "@formwork/domain/filing/SubmissionListStore"
import type { ReferenceFilter, TimeFilter } from "@formwork/domain/filing/SubmissionListStore"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { Filing } from "@formwork/domain/filing/SubmissionStore"
import type { FormId } from "@formwork/domain/forms/Form"
import { at } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"

export const references = ["A-", "A-1", "B", "a "]
const states = ["draft", "submitted"]

/** A submission of one of two forms, in one of two states, with one of several kinds of reference. */
const Sample = Schema.Struct({
  form: Schema.Literals([0, 1]),
  state: Schema.Literals([0, 1]),
  reference: Schema.Literals([0, 1, 2, 3]),
  size: Schema.Literals([1, 1, 300, 5_000])
})
const slugs: ReadonlyArray<string> = ["a", "b", "constructor", "__proto__", "ü"]
export const Slug = Schema.Literals(slugs)
export const Samples = Schema.Array(Sample).check(Schema.isMinLength(8), Schema.isMaxLength(16))
export const plain: typeof Sample.Type = { form: 0, state: 1, reference: 0, size: 1 }

export const file = Effect.fnUntraced(function* (
  { owner, versions }: Effect.Success<typeof setting>,
  { form, reference, size, state }: typeof Sample.Type
) {
  const filing = yield* Fixture.filing(at(versions, form), {
    reference: { prefix: at(references, reference), suffix: form === 0 ? "" : "/x", sequenceWidth: 3 },
    firings: []
  })
  return yield* filed(owner, filing, { workflowState: at(states, state), data: { subject: "é".repeat(size) } })
})

/** A submission of the first form, with these values. */
export const fileContent = Effect.fnUntraced(function* (
  { owner, versions }: Effect.Success<typeof setting>,
  content: Pick<Submission, "data" | "calculatedData">
) {
  const reference = { prefix: at(references, 0), suffix: "", sequenceWidth: 3 }
  return yield* filed(owner, yield* Fixture.filing(at(versions, 0), { reference, firings: [] }), content)
})

const filed = Effect.fnUntraced(function* (owner: Caller, filing: Filing, content: Partial<Submission>) {
  const store = yield* SubmissionStore
  const answer = yield* store.file(owner, { ...filing, submission: { ...filing.submission, ...content } })
  return answer._tag === "Filed" ? answer.submission : assert.fail(answer._tag)
})

export const setting = Effect.gen(function* () {
  const owner = yield* Fixture.owner
  const first = yield* Fixture.liveForm(owner, "ONE")
  const second = yield* Fixture.liveForm(owner, "TWO")
  return { owner, versions: [first.version, second.version], list: yield* SubmissionListStore }
})

export const plenty = { limit: 10, bytes: 1_000_000 }

export const newestFirst = (a: Submission, b: Submission): number =>
  DateTime.toEpochMillis(b.createdAt) - DateTime.toEpochMillis(a.createdAt) || (a.id < b.id ? 1 : -1)

export const greatestFirst = (a: Submission, b: Submission): number => (a.referenceNumber < b.referenceNumber ? 1 : -1)

/** Whether a filter selects one submission: the model of `byTime`. */
export const selectsByTime =
  ({ createdBefore, createdFrom, formId, state }: TimeFilter) =>
  (submission: Submission): boolean =>
    (formId === undefined || submission.formId === formId) &&
    (state === undefined || submission.workflowState === state) &&
    (createdFrom === undefined || DateTime.isGreaterThanOrEqualTo(submission.createdAt, createdFrom)) &&
    (createdBefore === undefined || DateTime.isLessThan(submission.createdAt, createdBefore))

/** The model of `byReference`. */
export const selectsByReference =
  ({ exact, prefix = "" }: ReferenceFilter) =>
  ({ referenceNumber }: Submission): boolean =>
    exact === undefined ? referenceNumber.startsWith(prefix) : referenceNumber === exact

/** All twelve combinations of a form or none, a state or none, and before a moment, from it on, or neither. */
export const timeFilters = (formId: FormId, moment: DateTime.Utc): ReadonlyArray<TimeFilter> =>
  [{}, { formId }]
    .flatMap((filter) => [filter, { ...filter, state: "draft" }])
    .flatMap((filter) => [filter, { ...filter, createdFrom: moment }, { ...filter, createdBefore: moment }])

export const referenceFilters = (known: string): ReadonlyArray<ReferenceFilter> => [
  ...["A", "A-", "A-0", "A-1", "B", "a", "Z", "a 0", "/"].map((prefix) => ({ prefix })),
  ...["A-", known, "B001/X"].map((exact) => ({ exact }))
]
