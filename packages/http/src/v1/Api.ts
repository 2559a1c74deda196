/** The versioned surface: everything under /api/platform/v1, frozen (spec/service.md §4 and spec/service.md §9). */
import { Effect, Result, Schema } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { FormNotFound, PrivilegeMissing } from "@formwork/domain/callers/Refusal"
import type { RequestInvalid } from "@formwork/domain/callers/Refusal"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { FormId } from "@formwork/domain/forms/Form"
import { toJson as evaluationJson } from "@formwork/rules/Evaluation"
import { endpoint } from "../endpoint/Endpoint.ts"
import * as Query from "../endpoint/Query.ts"
import { resource } from "../endpoint/Resource.ts"
import { languageHeaders } from "../connection/languageHeaders.ts"
import { accepts } from "../endpoint/accepts.ts"
import { jsonWithHeaders, readable } from "../endpoint/Success.ts"
import {
  createdJson,
  CreatedSubmission,
  EvaluateRequest,
  EvaluationResult,
  IdempotencyKeyHeader,
  isEvaluateRequest,
  SubmissionRequest
} from "./schemas.ts"

const form = { params: { formId: FormId }, notFound: new FormNotFound() }

/**
 * v1 can only refuse for the privilege named here, so that new privileges of the app do not change the answers that v1's
 * clients know.
 */
const narrows = { PrivilegeMissing: { privilege: Schema.Literal("submission:write") } }

/** The promise of v1 has no other privilege than that one, so a lack of `form:read` is a fault of the parameter (spec/http.md §5.7). */
const explainedOnly = <A, E>(
  self: Effect.Effect<A, E | PrivilegeMissing>
): Effect.Effect<A, E | PrivilegeMissing | RequestInvalid> =>
  Effect.mapError(self, (refusal) =>
    refusal instanceof PrivilegeMissing && refusal.privilege === "form:read"
      ? Query.invalid("explain", "rule", "needs the privilege form:read, which the credential does not have")
      : refusal
  )

const evaluate = endpoint({
  name: "evaluate",
  operationId: "evaluate",
  method: "POST",
  path: "/api/platform/v1/forms/:formId/evaluate",
  summary: "Run a payload through a form's live rules",
  description:
    "Stores nothing. Always uses the form's live version. Validation failures are not errors: they are listed in `problems`, " +
    "and `valid` is false, also when a required value is missing.",
  needs: "submission:write",
  of: form,
  query: {
    explain: Schema.optionalKey(
      Schema.Literal("true").annotate({
        description: "Adds `trace`: how each rule came to what it gave. Also needs form:read."
      })
    )
  },
  body: EvaluateRequest,
  fits: isEvaluateRequest,
  // The trace of an explained evaluation is written by its schema.
  success: readable(EvaluationResult, (given) => (given.trace === undefined ? evaluationJson(given) : undefined)),
  narrows,
  seesExchange: true,
  handle: ({ body, caller, exchange, params, query }) =>
    Evaluations.use((evaluations) =>
      Effect.flatMapEager(Effect.result(query), (asked) => {
        // Refused only once the form was found, as the body is: so that both are one request's shape (spec/http.md §1.13).
        const data = Effect.flatMapEager(Effect.fromResult(asked), () => Effect.mapEager(body, ({ data }) => data))
        const explains = Result.isSuccess(asked) && asked.success.explain === "true"
        return explains
          ? explainedOnly(evaluations.explain(caller, params.formId, data, accepts(exchange)))
          : evaluations.evaluate(caller, params.formId, data, accepts(exchange))
      })
    )
})

const createSubmission = endpoint({
  name: "createSubmission",
  operationId: "createSubmission",
  method: "POST",
  path: "/api/platform/v1/forms/:formId/submissions",
  summary: "File a submission against a form's live version",
  description:
    "Runs the same engine as evaluate, allocates the reference number once, stores the submission and fires every configured effect. " +
    "A payload with problems is refused and nothing is stored; `draft: true` lifts required fields alone.",
  needs: "submission:write",
  of: form,
  query: {},
  headers: { "idempotency-key": Schema.optionalKey(IdempotencyKeyHeader) },
  body: SubmissionRequest,
  success: jsonWithHeaders(
    201,
    CreatedSubmission,
    { location: Schema.String, "idempotent-replayed": Schema.optionalKey(Schema.Literal("true")) },
    createdJson
  ),
  refuses: ["IdempotencyInProgress", "SubmissionInvalid", "IdempotencyMismatch"],
  undocumented: ["SubmissionDeleted"],
  narrows,
  seesExchange: true,
  handle: Effect.fnUntraced(function* ({ body, caller, exchange, headers, params, query }) {
    const submissions = yield* Submissions
    const request = Effect.map(Effect.andThen(query, body), ({ data, draft = false }) => ({
      data,
      draft,
      idempotencyKey: headers["idempotency-key"],
      accepts: accepts(exchange)
    }))
    const { language, replayed, submission } = yield* submissions.create(caller, params.formId, request)
    return {
      body: submission,
      headers: {
        location: `/api/platform/submissions/${submission.id}`,
        ...(language === undefined ? {} : languageHeaders(language)),
        ...(replayed ? { "idempotent-replayed": "true" } : {})
      }
    }
  })
})

const v1 = resource("v1", "Evaluate a payload, file a submission.", evaluate, createSubmission)

export const Api = HttpApi.make("formwork")
  .add(v1.group.annotateMerge(OpenApi.annotations({ title: "v1" })))
  .annotateMerge(
    OpenApi.annotations({
      title: "Formwork",
      version: "1",
      description:
        "Headless form evaluation and submission. Everything under /api/platform/v1 is frozen: members may be added to answers, " +
        "and are never renamed or removed."
    })
  )

/** Builds the routes; takes the services of both endpoints. */
export const routes = v1.routes
