/** The firings of effects: their state, and retrying them. */
import { Effect, Schema } from "effect"
import { FiringNotFound } from "@formwork/domain/callers/Refusal"
import { FiringId } from "@formwork/domain/filing/Firing"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { FormId } from "@formwork/domain/forms/Form"
import { Attachment, Attempt, FiringRecord, FiringState, StateSummary } from "@formwork/domain/sending/FiringRecord"
import { Content } from "@formwork/domain/filing/Content"
import { Firings, maxAtOnce } from "@formwork/domain/sending/Firings"
import type { FiringFilter } from "@formwork/domain/sending/FiringStore"
import { endpoint } from "../../endpoint/Endpoint.ts"
import * as Query from "../../endpoint/Query.ts"
import { resource } from "../../endpoint/Resource.ts"
import { json } from "../../endpoint/Success.ts"
import { GivenTimestamp, Timestamp } from "../../endpoint/Timestamp.ts"
import * as Page from "../wire/Page.ts"

const effect = { params: { effectId: FiringId }, notFound: new FiringNotFound() }

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
  nextAttemptAt: Schema.NullOr(Timestamp).annotate({
    description: "Null where no attempt will follow, and while an e-mail waits for the documents that it attaches."
  }),
  createdAt: Timestamp,
  attachments: Schema.Array(Attachment).annotate({
    description:
      "Of an e-mail: the documents that it attaches, as effects of the same submission, in their order. It is sent once all are `delivered`, and is `dead` where one of them is. Empty for other kinds."
  }),
  lastAttempt: Schema.NullOr(AttemptRecord)
}).annotate({ identifier: "Effect", description: "One effect of one submission. Receivers see its id." })

const EffectHistory = Schema.Struct({
  ...EffectRecord.fields,
  attempts: Schema.Array(AttemptRecord).annotate({ description: "Every attempt, oldest first." })
}).annotate({ identifier: "EffectHistory" })

const EffectPage = Page.page(EffectRecord, FiringId).annotate({ identifier: "EffectPage" })

const Kind = FiringRecord.fields.kind

const destination = Schema.String.check(
  Schema.isPattern(/^[^\p{Cc}\p{Cs}]{1,255}$/u, { expected: "1 to 255 characters, none of them a control character" })
)

const RetryRequest = Schema.Struct({
  ids: Schema.optionalKey(
    Schema.Array(FiringId).check(Schema.isMaxLength(maxAtOnce, { expected: `a list of at most ${maxAtOnce} ids` }))
  ),
  filter: Schema.optionalKey(
    Schema.Struct({
      form: Schema.optionalKey(FormId),
      submission: Schema.optionalKey(SubmissionId),
      state: Schema.optionalKey(Schema.Literals(["dead", "stopped"])),
      kind: Schema.optionalKey(Kind),
      destination: Schema.optionalKey(destination),
      from: Schema.optionalKey(GivenTimestamp),
      to: Schema.optionalKey(GivenTimestamp)
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

interface Filter extends Omit<FiringFilter, "formId" | "submissionId"> {
  readonly form?: FormId
  readonly submission?: SubmissionId
}

const filterOf = ({ form, submission, ...others }: Filter): FiringFilter => ({
  ...others,
  ...(form === undefined ? {} : { formId: form }),
  ...(submission === undefined ? {} : { submissionId: submission })
})

const EffectSummary = Schema.Struct({
  states: Schema.Array(
    Schema.Struct({
      ...StateSummary.fields,
      hasMore: StateSummary.fields.hasMore.annotate({
        description:
          "True where the organisation has more than 10,000 effects in this state: the newest of them are counted."
      })
    })
  )
}).annotate({ identifier: "EffectSummary", description: "Every state once." })

const all = endpoint({
  name: "list",
  method: "GET",
  path: "/api/platform/effects",
  summary: "Effects, newest first, each with its last attempt",
  needs: "effect:read",
  query: {
    form: Query.optional("Those of this form.", FormId),
    submission: Query.optional("Those of this submission.", SubmissionId),
    state: Query.optional("Effects in this state: pending, delivered, dead or stopped.", FiringState),
    kind: Query.optional("Effects of this kind: notification, document, integration or delivery.", Kind),
    destination: Query.optional("Effects that go to this host, as `destination` shows it.", destination),
    from: Query.optional("Effects that fired at this time or later (RFC 3339).", GivenTimestamp),
    to: Query.optional("Effects that fired before this time.", GivenTimestamp),
    ...Page.parameters(100, FiringId)
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

const summary = endpoint({
  name: "summary",
  method: "GET",
  path: "/api/platform/effects/summary",
  summary: "How many effects are in each state",
  needs: "effect:read",
  query: { form: Query.optional("Those of this form.", FormId) },
  success: json(EffectSummary),
  refuses: ["FormNotFound"],
  handle: Effect.fnUntraced(function* ({ caller, query }) {
    const firings = yield* Firings
    const { form } = yield* query
    return { states: yield* firings.summary(caller, form) }
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

const EffectContent = Schema.Struct({
  content: Schema.NullOr(Content).annotate({
    description:
      "By its kind; null where there is nothing to send. The value of a secret is filled in during sending, and is not in it."
  })
}).annotate({ identifier: "EffectContent" })

const content = endpoint({
  name: "content",
  method: "GET",
  path: "/api/platform/effects/:effectId/content",
  summary: "What an effect sends",
  description:
    "As it was rendered when its submission was stored: every attempt sends the same. Also needs submission:read, because values are in it.",
  needs: "effect:read",
  of: effect,
  success: json(EffectContent),
  handle: ({ caller, params }) =>
    Firings.use((firings) => Effect.map(firings.content(caller, params.effectId), (content) => ({ content })))
})

const retry = endpoint({
  name: "retry",
  method: "POST",
  path: "/api/platform/effects/:effectId/retry",
  summary: "Try an effect again, now",
  description:
    "The effect keeps its id, and its schedule of attempts begins anew. A receiver that stopped its deliveries is tried again too. With an e-mail, the documents that it still needs are made again; with a document, e-mails that were given up for want of it are sent after it.",
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
  summary,
  get,
  content,
  retry,
  retryMany
)
