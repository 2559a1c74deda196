/** The firings of effects: their state, and retrying them. */
import { Effect, Schema } from "effect"
import { FiringNotFound } from "@formwork/domain/callers/Refusal"
import { FiringId } from "@formwork/domain/filing/Firing"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { FormId } from "@formwork/domain/forms/Form"
import { Attempt, FiringRecord, FiringState } from "@formwork/domain/sending/FiringRecord"
import { Firings, maxAtOnce } from "@formwork/domain/sending/Firings"
import type { FiringFilter } from "@formwork/domain/sending/FiringStore"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { canonicalId } from "../../endpoint/PathIds.ts"
import * as Query from "../../endpoint/Query.ts"
import { resource } from "../../endpoint/Resource.ts"
import { json } from "../../endpoint/Success.ts"
import { Timestamp } from "../../endpoint/Timestamp.ts"
import * as Page from "../wire/Page.ts"

const effect = { params: { effectId: canonicalId(FiringId) }, notFound: new FiringNotFound() }

const AttemptRecord = Schema.Struct({
  ...Attempt.fields,
  startedAt: Timestamp,
  result: Attempt.fields.result.annotate({
    description:
      "Null while the attempt runs; `lost` where the worker that made it stopped, so that its outcome is unknown."
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
  attempts: Schema.Array(AttemptRecord).annotate({ description: "Every attempt, oldest first." })
}).annotate({ identifier: "EffectHistory" })

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

interface Filter {
  readonly form?: FormId
  readonly submission?: SubmissionId
  readonly state?: typeof FiringState.Type
}

const filterOf = ({ form, state, submission }: Filter): FiringFilter => ({
  ...(form === undefined ? {} : { formId: form }),
  ...(submission === undefined ? {} : { submissionId: submission }),
  ...(state === undefined ? {} : { state })
})

const all = endpoint({
  name: "list",
  method: "GET",
  path: "/api/platform/effects",
  summary: "Effects, newest first, each with its last attempt",
  needs: "effect:read",
  query: {
    form: Query.optional("Those of this form.", canonicalId(FormId)),
    submission: Query.optional("Those of this submission.", canonicalId(SubmissionId)),
    state: Query.optional("Effects in this state: pending, delivered, dead or stopped.", FiringState),
    ...Page.parameters(100, canonicalId(FiringId))
  },
  success: json(EffectPage),
  handle: Effect.fnUntraced(function* ({ caller, query }) {
    const firings = yield* Firings
    const { cursor, limit: asked, ...filter } = yield* query
    const limit = Page.limitOf(asked)
    const before = cursor === undefined ? {} : { before: cursor }
    const found = yield* firings.list(caller, filterOf(filter), { limit: limit + 1, ...before })
    return Page.cut(found, limit, ({ id }) => id)
  })
})

const get = endpoint({
  name: "get",
  method: "GET",
  path: "/api/platform/effects/:effectId",
  summary: "One effect with every attempt",
  needs: "effect:read",
  of: effect,
  success: json(EffectHistory),
  handle: ({ caller, params }) => Firings.use((firings) => firings.get(caller, params.effectId))
})

const retry = endpoint({
  name: "retry",
  method: "POST",
  path: "/api/platform/effects/:effectId/retry",
  summary: "Try an effect again, now",
  description:
    "The effect keeps its id, and its schedule of attempts begins anew. A receiver that stopped its deliveries is tried again too.",
  needs: "effect:write",
  of: effect,
  success: json(EffectHistory),
  refuses: ["FiringDelivered"],
  handle: ({ caller, params }) => Firings.use((firings) => firings.retry(caller, params.effectId))
})

const retryMany = endpoint({
  name: "retryMany",
  method: "POST",
  path: "/api/platform/effects/retry",
  summary: "Try many dead or stopped effects again, the oldest first",
  needs: "effect:write",
  body: RetryRequest,
  success: json(RetryResult),
  handle: Effect.fnUntraced(function* ({ body, caller }) {
    const firings = yield* Firings
    const { filter = {}, ids } = yield* body
    const selection = ids === undefined ? { filter: filterOf(filter) } : { ids }
    return { retried: yield* firings.retryMany(caller, selection) }
  })
})

export const effects = resource(
  "effects",
  "Effects and their attempts; trying effects again.",
  all,
  get,
  retry,
  retryMany
)
