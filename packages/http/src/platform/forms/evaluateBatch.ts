/** Many payloads in one request, a line each: read, evaluated and answered while they come. */
import { Effect, Schema, Struct } from "effect"
import { Batches } from "@formwork/domain/evaluation/Batches"
import * as Caller from "@formwork/domain/callers/Caller"
import { FormVersionId } from "@formwork/domain/forms/Form"
import { Callers } from "@formwork/domain/credentials/Callers"
import { Problem } from "@formwork/domain/callers/Refusal"
import * as BatchLine from "../../batch/batchLine.ts"
import * as BatchesAtOnce from "../../batch/BatchesAtOnce.ts"
import { response } from "../../batch/runBatch.ts"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { lines } from "../../endpoint/Success.ts"
import { EvaluationResult } from "../../v1/schemas.ts"
import { form } from "./wire.ts"

const operation = "forms.evaluateBatch"
const needs = "submission:write"

const line = {
  id: Schema.optionalKey(Schema.String.annotate({ description: "The `id` of the line that this one answers." })),
  line: Schema.Int.annotate({ description: "The number of the line in the body, from 1; empty lines count too." })
}

const BatchResult = Schema.Struct({ ...line, ...Struct.omit(EvaluationResult.fields, ["trace"]) }).annotate({
  identifier: "BatchResult",
  description: "What the form's rules made of one line."
})

const BatchProblem = Schema.Struct({
  ...line,
  problem: Schema.Struct({
    type: Schema.String,
    title: Schema.String,
    status: Schema.Int,
    error: Schema.String.annotate({ description: "A sentence for a person." }),
    code: Schema.String.annotate({ description: "What a program branches on." }),
    requestId: Schema.String,
    problems: Schema.optionalKey(Schema.Array(Problem))
  }).annotate({ description: "Problem details (RFC 9457), as v1's evaluate answers them." }),
  resumeFrom: Schema.optionalKey(
    Schema.Int.annotate({
      description:
        "In the last line of a batch that ended early: the first line without an answer. Send the rest as another batch."
    })
  ),
  retryAfter: Schema.optionalKey(Schema.Int.annotate({ description: "Seconds to wait before that." }))
}).annotate({
  identifier: "BatchProblem",
  description: "Why one line was not evaluated; or, with `resumeFrom`, why no more are."
})

export const evaluateBatch = endpoint({
  name: "evaluateBatch",
  method: "POST",
  path: "/api/platform/forms/:formId/evaluate/batch",
  summary: "Run many payloads through a form's live rules",
  description:
    "Stores nothing. Takes and answers a line of JSON a payload, in the same order, and answers while it reads: read while you send. All lines " +
    "are evaluated by the version that is live when the batch begins, which `Formwork-Form-Version` names. A line that cannot be " +
    "evaluated is answered with a `problem`, and the others go on. Each 100 lines take one request of the budget. If the last line has " +
    "`resumeFrom`, the batch ended early. If the answer ends without the last chunk of the chunked coding, it is incomplete.",
  needs,
  of: form,
  query: {},
  lines: BatchLine.BatchLine,
  success: lines(Schema.Union([BatchResult, BatchProblem]), { "formwork-form-version": FormVersionId }),
  refuses: ["Overloaded"],
  handle: Effect.fnUntraced(function* ({ caller, exchange, params, query }) {
    const batches = yield* Batches
    const callers = yield* Callers
    const secret = exchange.head.credential
    if (secret === undefined) return yield* Effect.die(new Error("A request has a caller and no credential"))
    const goOn = Effect.fnUntraced(function* (caller: Caller.Caller) {
      yield* Caller.requireFor(caller, needs, operation)
      yield* batches.begin(caller, params.formId)
      return caller
    })
    const batch = yield* batches.begin(caller, params.formId)
    yield* query
    const leave = yield* BatchesAtOnce.enter(caller)
    return yield* response(exchange, caller, batch, {
      admit: Effect.flatMap(callers.authenticate(secret), ({ caller }) => goOn(caller)),
      check: Effect.flatMap(callers.again(secret), goOn),
      leave
    })
  })
})
