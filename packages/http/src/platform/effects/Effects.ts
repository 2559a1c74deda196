/** What became of effects, and another try for them. */
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { FiringId } from "@formwork/domain/filing/Firing"
import { Attempt, FiringRecord, FiringState } from "@formwork/domain/sending/FiringRecord"
import { Firings, maxAtOnce } from "@formwork/domain/sending/Firings"
import type { FiringFilter } from "@formwork/domain/sending/FiringStore"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { FormId } from "@formwork/domain/forms/Form"
import { FiringNotFound } from "@formwork/domain/callers/Refusal"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import { Absent, canonicalId, Ids } from "../../endpoint/PathIds.ts"
import { bodyRefusals, needs, refusals, Timestamp } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"
import * as Query from "../../endpoint/Query.ts"
import * as Page from "../wire/Page.ts"

const params = { effectId: canonicalId(FiringId) }

const AttemptRecord = Schema.Struct({
  ...Attempt.fields,
  startedAt: Timestamp,
  result: Attempt.fields.result.annotate({
    description: "Null while it is being made; `lost` where whoever made it ended meanwhile, so that nobody knows."
  })
}).annotate({ identifier: "EffectAttempt", description: "One attempt to send." })

const EffectRecord = Schema.Struct({
  ...FiringRecord.fields,
  nextAttemptAt: Schema.NullOr(Timestamp),
  createdAt: Timestamp,
  lastAttempt: Schema.NullOr(AttemptRecord)
}).annotate({ identifier: "Effect", description: "One effect of one submission. Receivers see its id." })

const EffectHistory = Schema.Struct({
  ...EffectRecord.fields,
  attempts: Schema.Array(AttemptRecord).annotate({ description: "Every attempt, the first one first." })
}).annotate({ identifier: "EffectHistory" })

const pages = Page.upTo(100)

const EffectPage = Page.page(EffectRecord, FiringId).annotate({ identifier: "EffectPage" })

const RetryRequest = Schema.Struct({
  ids: Schema.optionalKey(
    Schema.Array(canonicalId(FiringId)).check(
      Schema.isMaxLength(maxAtOnce, { expected: `a list of at most ${maxAtOnce} ids` })
    )
  ),
  filter: Schema.optionalKey(
    Schema.Struct({
      form: Schema.optionalKey(canonicalId(FormId)),
      submission: Schema.optionalKey(canonicalId(SubmissionId)),
      state: Schema.optionalKey(Schema.Literals(["dead", "stopped"]))
    })
  )
})
  .check(
    Schema.makeFilter(({ filter, ids }) => (filter === undefined) !== (ids === undefined), {
      expected: "an object with either ids or filter"
    })
  )
  .annotate({ identifier: "EffectRetryRequest", examples: [{ filter: { state: "dead" } }] })

const RetryResult = Schema.Struct({
  retried: Schema.Int.annotate({
    description: `How many are due again. ${maxAtOnce} at most: while it is as many, ask again.`
  })
}).annotate({ identifier: "EffectRetryResult" })

const all = HttpApiEndpoint.get("list", "/api/platform/effects", {
  query: {
    form: Schema.optionalKey(Schema.String.annotate({ description: "Those of this form." })),
    submission: Schema.optionalKey(Schema.String.annotate({ description: "Those of this submission." })),
    state: Schema.optionalKey(
      Schema.String.annotate({ description: "Those in this state: pending, delivered, dead or stopped." })
    ),
    ...pages.parameters
  },
  success: EffectPage,
  error: refusals("effect:read", "RequestInvalid")
})
  .annotateMerge(needs("effect:read"))
  .annotateMerge(OpenApi.annotations({ summary: "Effects, newest first, each with its last attempt" }))

const get = HttpApiEndpoint.get("get", "/api/platform/effects/:effectId", {
  params,
  success: EffectHistory,
  error: refusals("effect:read", "FiringNotFound")
})
  .annotateMerge(needs("effect:read"))
  .annotateMerge(OpenApi.annotations({ summary: "One effect with every attempt" }))

const retry = HttpApiEndpoint.post("retry", "/api/platform/effects/:effectId/retry", {
  params,
  success: EffectHistory,
  error: refusals("effect:write", "FiringNotFound", "FiringDelivered")
})
  .annotateMerge(needs("effect:write"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Try an effect again, now",
      description:
        "Under the same id, and with the whole schedule before it. An endpoint that was stopped is tried again."
    })
  )

const retryMany = HttpApiEndpoint.post("retryMany", "/api/platform/effects/retry", {
  payload: RetryRequest,
  success: RetryResult,
  error: refusals("effect:write", ...bodyRefusals)
})
  .annotateMerge(needs("effect:write"))
  .annotateMerge(OpenApi.annotations({ summary: "Try many dead or stopped effects again, the oldest first" }))

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("effects")
    .annotateMerge(OpenApi.annotations({ description: "What became of effects, and another try for them." }))
    .add(all, get, retry, retryMany)
    .middleware(Ids)
    .middleware(Guard)
    .annotate(Absent, new FiringNotFound())
)

const ListQuery = Schema.Struct({
  form: Schema.optionalKey(canonicalId(FormId)),
  submission: Schema.optionalKey(canonicalId(SubmissionId)),
  state: Schema.optionalKey(FiringState),
  cursor: Schema.optionalKey(canonicalId(FiringId)),
  limit: Schema.optionalKey(pages.Limit)
})
const listQuery = Payload.decoder(ListQuery)
const retryRequest = Payload.decoder(RetryRequest)

const filterOf = ({ form, state, submission }: Omit<typeof ListQuery.Type, "cursor" | "limit">): FiringFilter => ({
  ...(form === undefined ? {} : { formId: form }),
  ...(submission === undefined ? {} : { submissionId: submission }),
  ...(state === undefined ? {} : { state })
})

export const layer = HttpApiBuilder.group(
  api,
  "effects",
  Effect.fnUntraced(function* (endpoints) {
    const firings = yield* Firings

    const page = Effect.fnUntraced(function* () {
      const caller = yield* CurrentCaller
      const { cursor, limit: asked, ...filter } = yield* Query.read(listQuery)
      const limit = Page.limitOf(asked)
      const before = cursor === undefined ? {} : { before: cursor }
      const found = yield* firings.list(caller, filterOf(filter), { limit: limit + 1, ...before })
      return Page.cut(found, limit, ({ id }) => id)
    })
    const many = Effect.fnUntraced(function* () {
      const { filter = {}, ids } = yield* Payload.read(retryRequest)
      const selection = ids === undefined ? { filter: filterOf(filter) } : { ids }
      return { retried: yield* firings.retryMany(yield* CurrentCaller, selection) }
    })
    return endpoints
      .handle("list", () => ProblemDetails.answering(page()))
      .handle("get", ({ params }) =>
        ProblemDetails.answering(Effect.flatMap(CurrentCaller, (caller) => firings.get(caller, params.effectId)))
      )
      .handle("retry", ({ params }) =>
        ProblemDetails.answering(Effect.flatMap(CurrentCaller, (caller) => firings.retry(caller, params.effectId)))
      )
      .handleRaw("retryMany", () => ProblemDetails.answering(many()))
  })
)
