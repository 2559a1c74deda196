/** Submissions after they were stored: read, saved again, filed, moved through their form's workflow. */
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Comment, Revision, Status, Submission, SubmissionId } from "@formwork/domain/filing/Submission"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { SubmissionNotFound } from "@formwork/domain/callers/Refusal"
import { data } from "../../v1/Api.ts"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import { Absent, canonicalId, Ids } from "../../endpoint/PathIds.ts"
import * as IfMatch from "../../endpoint/IfMatch.ts"
import { bodyRefusals, needs, refusals, Timestamp } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"
import { list } from "../wire/Wire.ts"

const params = { submissionId: canonicalId(SubmissionId) }

export const SubmissionRecord = Schema.Struct({ ...Submission.fields, createdAt: Timestamp }).annotate({
  identifier: "Submission",
  description: "A submission as it is now."
})

const SubmissionStatus = Status.annotate({
  identifier: "SubmissionStatus",
  description: "Where a submission is, without its values: reading those needs submission:read."
})

const RevisionRecord = Schema.Struct({ ...Revision.fields, at: Timestamp }).annotate({
  identifier: "Revision",
  description: "How a submission came to one of its states. `transition` is null where it was stored, saved or filed."
})

const DraftRequest = Schema.Struct({ data }).annotate({ identifier: "DraftRequest" })

const FileRequest = Schema.Struct({ data: Schema.optionalKey(data) }).annotate({
  identifier: "FileRequest",
  description: "Without `data` what is stored is filed."
})

const TransitionRequest = Schema.Struct({
  name: Schema.String.annotate({ description: "One that the workflow has from the submission's state." }),
  comment: Schema.optionalKey(Comment.annotate({ description: "Kept in the history." }))
}).annotate({ identifier: "TransitionRequest", examples: [{ name: "approve", comment: "As discussed." }] })

const tagged = <S extends Schema.Top>(schema: S) => HttpApiSchema.WithHeaders(schema, { etag: Schema.String })

const changed = ["SubmissionNotFound", "RevisionStale"] as const

const get = HttpApiEndpoint.get("get", "/api/platform/submissions/:submissionId", {
  params,
  success: tagged(SubmissionRecord),
  error: refusals("submission:read", "SubmissionNotFound")
})
  .annotateMerge(needs("submission:read"))
  .annotateMerge(OpenApi.annotations({ summary: "One submission, and the ETag of its revision" }))

const history = HttpApiEndpoint.get("history", "/api/platform/submissions/:submissionId/history", {
  params,
  success: list(RevisionRecord),
  error: refusals("submission:read", "SubmissionNotFound")
})
  .annotateMerge(needs("submission:read"))
  .annotateMerge(
    OpenApi.annotations({ summary: "Every revision, oldest first: its state, who made it, with what and when" })
  )

const saveDraft = HttpApiEndpoint.put("saveDraft", "/api/platform/submissions/:submissionId", {
  params,
  headers: IfMatch.header,
  payload: DraftRequest,
  success: tagged(SubmissionRecord),
  error: refusals("submission:write", ...bodyRefusals, ...changed, "DraftLeft", "FormArchived", "SubmissionInvalid")
})
  .annotateMerge(needs("submission:write"))
  .annotateMerge(IfMatch.required)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Save a draft again",
      description: "The values replace what was stored, as a draft of the version that is live now."
    })
  )

const file = HttpApiEndpoint.post("file", "/api/platform/submissions/:submissionId/file", {
  params,
  headers: IfMatch.header,
  payload: FileRequest,
  success: tagged(SubmissionRecord),
  error: refusals("submission:write", ...bodyRefusals, ...changed, "DraftLeft", "FormArchived", "SubmissionInvalid")
})
  .annotateMerge(needs("submission:write"))
  .annotateMerge(IfMatch.required)
  .annotateMerge(
    OpenApi.annotations({
      summary: "File a draft",
      description:
        "In full, against the version that is live now. Values with problems change nothing. Without `data` it also needs submission:read."
    })
  )

const transition = HttpApiEndpoint.post("transition", "/api/platform/submissions/:submissionId/transitions", {
  params,
  headers: IfMatch.header,
  payload: TransitionRequest,
  success: tagged(SubmissionStatus),
  error: refusals("submission:write", ...bodyRefusals, ...changed, "TransitionNotPossible")
})
  .annotateMerge(needs("submission:write"))
  .annotateMerge(IfMatch.required)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Make a transition",
      description:
        "Of the workflow of the version that the submission was filed against. Also needs the transition's own privilege, where it names one."
    })
  )

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("submissions")
    .annotateMerge(
      OpenApi.annotations({
        description:
          "Submissions after they were stored: read, saved again, filed, moved through their form's workflow."
      })
    )
    .add(get, saveDraft, file, transition, history)
    .middleware(Ids)
    .middleware(Guard)
    .annotate(Absent, new SubmissionNotFound())
)

const draftRequest = Payload.decoder(DraftRequest)
const fileRequest = Payload.decoder(FileRequest)
const transitionRequest = Payload.decoder(TransitionRequest)

/** An answer with the ETag of the revision that it tells of. */
const withTag = <A extends Status>(body: A) =>
  HttpApiSchema.withHeaders({ body, headers: { etag: IfMatch.tag(body.revision) } })

export const layer = HttpApiBuilder.group(
  api,
  "submissions",
  Effect.fnUntraced(function* (endpoints) {
    const submissions = yield* Submissions
    const store = yield* SubmissionStore

    /** A change: its body and the revision that it is based on are read, and then it is made. */
    const changing = <A, B extends Status, E extends Parameters<typeof ProblemDetails.answer>[0]>(
      decode: ReturnType<typeof Payload.decoder<A>>,
      change: (
        caller: CurrentCaller["Service"],
        id: SubmissionId,
        request: A & { readonly revision: number }
      ) => Effect.Effect<B, E>
    ) =>
      Effect.fnUntraced(function* (id: SubmissionId, ifMatch: string | undefined) {
        const [body, revision] = yield* Effect.all([Payload.read(decode), IfMatch.read(ifMatch)]).pipe(
          Payload.of((caller) => store.get(caller, id))
        )
        return withTag(yield* change(yield* CurrentCaller, id, { ...body, revision }))
      }, ProblemDetails.answering)

    const save = changing(draftRequest, submissions.save)
    const fileIt = changing(fileRequest, (caller, id, { data, revision }) =>
      submissions.file(caller, id, { data, revision })
    )
    const move = changing(transitionRequest, (caller, id, { comment, name, revision }) =>
      submissions.transition(caller, id, { comment, name, revision })
    )
    const one = (id: SubmissionId) =>
      Effect.flatMap(CurrentCaller, (caller) => submissions.get(caller, id)).pipe(Effect.map(withTag))
    const revisions = (id: SubmissionId) =>
      Effect.flatMap(CurrentCaller, (caller) => submissions.history(caller, id)).pipe(
        Effect.map((items) => ({ items }))
      )
    return endpoints
      .handle("get", ({ params }) => ProblemDetails.answering(one(params.submissionId)))
      .handle("history", ({ params }) => ProblemDetails.answering(revisions(params.submissionId)))
      .handleRaw("saveDraft", ({ headers, params }) => save(params.submissionId, headers["if-match"]))
      .handleRaw("file", ({ headers, params }) => fileIt(params.submissionId, headers["if-match"]))
      .handleRaw("transition", ({ headers, params }) => move(params.submissionId, headers["if-match"]))
  })
)
