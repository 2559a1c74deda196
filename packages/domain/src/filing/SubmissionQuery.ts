/** A query over submissions, and the part of it that no index decides. */
import { DateTime, Effect, Result } from "effect"
import type { Condition } from "@formwork/rules/compileCondition"
import type { Json } from "@formwork/rules/Json"
import { today } from "../forms/Today.ts"
import type { Concealing } from "../forms/concealing.ts"
import { findPublished } from "../forms/findPublished.ts"
import type { FormId, FormVersionId } from "../forms/Form.ts"
import type { FormCompiler } from "../forms/FormCompiler.ts"
import type { FormStore } from "../forms/FormStore.ts"
import type { Caller } from "../callers/Caller.ts"
import { ConditionInvalid, FormNotFound } from "../callers/Refusal.ts"
import type { FormVersionNotFound, PrivilegeMissing } from "../callers/Refusal.ts"
import { draft } from "./Submission.ts"
import type { Submission } from "./Submission.ts"
import type { IndexedFilter, TimeFilter } from "./SubmissionListStore.ts"
import { nextTurn } from "../limits/nextTurn.ts"

/** Each member narrows the list; without members it is every submission of the organisation. */
export interface SubmissionQuery extends IndexedFilter {
  /** True: no drafts; false: drafts alone. */
  readonly filed?: boolean
  /** An outcome with this id was stored with it. */
  readonly outcome?: string
  /** Some value contains this text; case is ignored. */
  readonly text?: string
  /** A condition on the stored values: an expression of the rule language over the fields of `formId`, which is then required. */
  readonly where?: {
    readonly source: string
    /** The version that has these fields; undefined for the live one. */
    readonly versionId: FormVersionId | undefined
  }
}

/** What a query with `where` refuses, in this order. */
export type QueryRefusal = PrivilegeMissing | FormNotFound | FormVersionNotFound | ConditionInvalid

/** The part of a query that no index decides: a test for every submission. */
export interface ResidualFilter {
  /** The steps of one test at worst, counted as publishing counts the steps of rules. */
  readonly steps: number
  readonly passes: (submission: Submission) => boolean
}

/** After this many steps other fibers get a turn. */
const stepsATurn = 200_000

/** Steps of a text search for one submission: an estimate is enough, because the size of values is limited. */
const textSteps = 100

/**
 * The part of `query` to test on every submission; undefined where indexes decide all of it.
 * Without `form:read` a condition finds no internal fields and no tables.
 * Refuses, in this order: `FormNotFound`, `FormVersionNotFound`, `ConditionInvalid`.
 */
export const residualFilterOf = Effect.fnUntraced(function* (
  store: FormStore["Service"],
  compiler: FormCompiler["Service"],
  conceal: Concealing,
  caller: Caller,
  query: SubmissionQuery
): Effect.fn.Return<ResidualFilter | undefined, FormNotFound | FormVersionNotFound | ConditionInvalid> {
  const tests: Array<ResidualFilter> = []
  // The index of reference numbers has no other columns.
  const { createdBefore, createdFrom, formId, state } = query
  if (query.reference !== undefined && [createdBefore, createdFrom, formId, state].some((one) => one !== undefined))
    tests.push({ steps: 1, passes: (submission) => isWithin(query, submission) })
  const { filed, outcome } = query
  if (filed !== undefined) tests.push({ steps: 1, passes: ({ workflowState }) => filed === (workflowState !== draft) })
  if (outcome !== undefined)
    tests.push({ steps: 1, passes: ({ outcomes }) => outcomes.some(({ id }) => id === outcome) })
  if (query.text !== undefined) {
    const wanted = query.text.toLowerCase()
    const passes = ({ calculatedData, data }: Submission) => isIn(wanted, data) || isIn(wanted, calculatedData)
    tests.push({ steps: textSteps, passes })
  }
  if (query.where !== undefined)
    tests.push(yield* conditionOf(store, compiler, conceal, caller, query.formId, query.where))
  if (tests.length === 0) return undefined
  const steps = tests.reduce((sum, test) => sum + test.steps, 0)
  return { steps, passes: (submission) => tests.every((test) => test.passes(submission)) }
})

/** The submissions that pass, with turns for other fibers in between. */
export const filtered = Effect.fnUntraced(function* (filter: ResidualFilter, submissions: ReadonlyArray<Submission>) {
  const passing: Array<Submission> = []
  let steps = 0
  for (const submission of submissions) {
    if (filter.passes(submission)) passing.push(submission)
    steps += filter.steps
    if (steps < stepsATurn) continue
    steps = 0
    yield* nextTurn
  }
  return passing
})

const isWithin = ({ createdBefore, createdFrom, formId, state }: TimeFilter, submission: Submission): boolean =>
  (formId === undefined || submission.formId === formId) &&
  (state === undefined || submission.workflowState === state) &&
  (createdFrom === undefined || DateTime.isGreaterThanOrEqualTo(submission.createdAt, createdFrom)) &&
  (createdBefore === undefined || DateTime.isLessThan(submission.createdAt, createdBefore))

const isIn = (wanted: string, value: Json): boolean => {
  if (value === null) return false
  if (typeof value !== "object") return String(value).toLowerCase().includes(wanted)
  return Object.values(value).some((part: Json) => isIn(wanted, part))
}

const conditionOf = Effect.fnUntraced(function* (
  store: FormStore["Service"],
  compiler: FormCompiler["Service"],
  conceal: Concealing,
  caller: Caller,
  formId: FormId | undefined,
  { source, versionId }: NonNullable<SubmissionQuery["where"]>
): Effect.fn.Return<ResidualFilter, FormNotFound | FormVersionNotFound | ConditionInvalid> {
  if (formId === undefined) return yield* new FormNotFound()
  const published = yield* findPublished(store, compiler, caller, formId, versionId)
  const form = yield* conceal.formOf(caller, formId, published)
  const compiled = yield* compiler.condition(caller, form, source)
  if (Result.isFailure(compiled)) {
    const faults = compiled.failure.map((fault) => ({ pointer: "/where", ...fault }))
    return yield* new ConditionInvalid({ faults })
  }
  const condition: Condition = compiled.success
  const date = yield* today(form.definition.timeZone)
  return { steps: condition.steps, passes: (submission) => condition.holds(submission, date) }
})
