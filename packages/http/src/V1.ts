/** The two v1 endpoints: each one line into the domain (service.md, Endpoints). */
import { Effect } from "effect"
import { HttpApiBuilder, HttpApiMiddleware, HttpApiSchema } from "effect/http-api"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { Filings } from "@formwork/domain/filing/Filings"
import type { FormId } from "@formwork/domain/forms/Form"
import { FormNotFound } from "@formwork/domain/Refusal"
import { Api, EvaluateRequest, FormIds, SubmissionRequest } from "./Api.ts"
import { CurrentCaller } from "./Guard.ts"
import * as Payload from "./Payload.ts"
import * as Problem from "./Problem.ts"

/** A form id that is none, however odd, is a form that is missing (contract.md §1). Anything else undecodable is our fault. */
export const formIds = HttpApiMiddleware.layerSchemaErrorTransform(FormIds, (error) =>
  error.kind === "Params" ? Problem.answer(new FormNotFound()) : Effect.die(error)
)

const evaluateRequest = Payload.decoder(EvaluateRequest)
const submissionRequest = Payload.decoder(SubmissionRequest)

export const layer = HttpApiBuilder.group(
  Api,
  "v1",
  Effect.fnUntraced(function* (endpoints) {
    const evaluations = yield* Evaluations
    const filings = yield* Filings
    const payload = yield* Payload.forForm

    const evaluate = Effect.fnUntraced(function* (formId: FormId, explain: boolean) {
      const { data } = yield* payload(evaluateRequest, formId)
      return yield* evaluations[explain ? "explain" : "evaluate"](yield* CurrentCaller, formId, data)
    })
    const create = Effect.fnUntraced(function* (formId: FormId, idempotencyKey: string | undefined) {
      const { data, draft = false } = yield* payload(submissionRequest, formId)
      const { replayed, submission } = yield* filings.create(yield* CurrentCaller, formId, {
        data,
        draft,
        idempotencyKey
      })
      return HttpApiSchema.withHeaders({
        body: submission,
        headers: {
          location: `/api/platform/submissions/${submission.id}`,
          ...(replayed ? { "idempotent-replayed": "true" as const } : {})
        }
      })
    })
    return endpoints
      .handleRaw("evaluate", ({ params, query }) =>
        Effect.catch(evaluate(params.formId, query.explain === "true"), Problem.answer)
      )
      .handleRaw("createSubmission", ({ headers, params }) =>
        Effect.catch(create(params.formId, headers["idempotency-key"]), Problem.answer)
      )
  })
)
