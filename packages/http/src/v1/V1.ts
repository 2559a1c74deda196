/** The two v1 endpoints: each one line into the domain (service.md, Endpoints). */
import { Effect } from "effect"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { Submissions } from "@formwork/domain/filing/Submissions"
import type { FormId } from "@formwork/domain/forms/Form"
import { LiveForms } from "@formwork/domain/forms/LiveForms"
import { Api, EvaluateRequest, SubmissionRequest } from "./Api.ts"
import { CurrentCaller } from "../endpoint/Guard.ts"
import * as Payload from "../endpoint/Payload.ts"
import * as ProblemDetails from "../problem/ProblemDetails.ts"

const evaluateRequest = Payload.decoder(EvaluateRequest)
const submissionRequest = Payload.decoder(SubmissionRequest)

export const layer = HttpApiBuilder.group(
  Api,
  "v1",
  Effect.fnUntraced(function* (endpoints) {
    const evaluations = yield* Evaluations
    const submissions = yield* Submissions
    const forms = yield* LiveForms
    const seen = (formId: FormId) => Payload.of((caller) => forms.get(caller, formId))

    const evaluate = Effect.fnUntraced(function* (formId: FormId, explain: boolean) {
      const { data } = yield* Payload.read(evaluateRequest).pipe(seen(formId))
      return yield* evaluations[explain ? "explain" : "evaluate"](yield* CurrentCaller, formId, data)
    })
    const create = Effect.fnUntraced(function* (formId: FormId, idempotencyKey: string | undefined) {
      const { data, draft = false } = yield* Payload.read(submissionRequest).pipe(seen(formId))
      const { replayed, submission } = yield* submissions.create(yield* CurrentCaller, formId, {
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
        ProblemDetails.answering(evaluate(params.formId, query.explain === "true"))
      )
      .handleRaw("createSubmission", ({ headers, params }) =>
        ProblemDetails.answering(create(params.formId, headers["idempotency-key"]))
      )
  })
)
