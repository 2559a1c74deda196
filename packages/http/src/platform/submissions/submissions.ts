/** Submissions: list, export, read, save, file and delete them, and move them through their form's workflow. */
import { Effect, Schema } from "effect"
import type { RequestInvalid } from "@formwork/domain/callers/Refusal"
import { Example } from "@formwork/domain/forms/Example"
import { Comment, Revision, Status } from "@formwork/domain/filing/Submission"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { accepts } from "../../endpoint/accepts.ts"
import * as IfMatch from "../../endpoint/IfMatch.ts"
import { resource } from "../../endpoint/Resource.ts"
import { json, tagged } from "../../endpoint/Success.ts"
import { Timestamp } from "../../endpoint/Timestamp.ts"
import { data } from "../../v1/schemas.ts"
import * as Wire from "../wire/Wire.ts"
import { remove } from "./delete.ts"
import { count } from "./count.ts"
import { exportFile } from "./export.ts"
import { list } from "./list.ts"
import { submission, SubmissionRecord } from "./wire.ts"

const SubmissionStatus = Status.annotate({
  identifier: "SubmissionStatus",
  description: "The state of a submission without its values: reading them needs submission:read."
})

const RevisionRecord = Schema.Struct({ ...Revision.fields, at: Timestamp }).annotate({
  identifier: "Revision",
  description: "One revision of a submission. `transition` is null where the submission was stored, saved or filed."
})

const DraftRequest = Schema.Struct({ data }).annotate({ identifier: "DraftRequest" })

const FileRequest = Schema.Struct({ data: Schema.optionalKey(data) }).annotate({
  identifier: "FileRequest",
  description: "Without `data` the stored values are filed."
})

const TransitionRequest = Schema.Struct({
  name: Schema.String.annotate({ description: "A transition of the workflow from the submission's state." }),
  comment: Schema.optionalKey(Comment.annotate({ description: "Kept in the history." }))
}).annotate({ identifier: "TransitionRequest", examples: [{ name: "approve", comment: "As discussed." }] })

/** An answer with the ETag of the revision in it. */
const withTag = <A extends Status, E, R>(answer: Effect.Effect<A, E, R>) =>
  Effect.map(answer, (body) => ({ body, headers: { etag: IfMatch.tag(body.revision) } }))

/** A change: its body, and the revision that it is based on. */
const basedOn = <A>(body: Effect.Effect<A, RequestInvalid>, headers: Schema.Struct.Type<typeof IfMatch.header>) =>
  Effect.map(Effect.all([body, IfMatch.read(headers)]), ([change, revision]) => ({ ...change, revision }))

const get = endpoint({
  name: "get",
  method: "GET",
  path: "/api/platform/submissions/:submissionId",
  summary: "One submission, and the ETag of its revision",
  needs: "submission:read",
  of: submission,
  success: tagged(SubmissionRecord),
  handle: ({ caller, params }) =>
    Submissions.use((submissions) => withTag(submissions.get(caller, params.submissionId)))
})

/** A number as a history has it: canonical, and one that a database can hold. */
const RevisionNumber = Schema.String.check(
  Schema.isPattern(/^[1-9]\d{0,8}$/u, { expected: "the number of a revision" })
)

const revision = endpoint({
  name: "revision",
  method: "GET",
  path: "/api/platform/submissions/:submissionId/revisions/:revision",
  summary: "The submission as a revision of it left it",
  description: "With its values of then. The history says who made each revision and when.",
  needs: "submission:read",
  of: { params: { ...submission.params, revision: RevisionNumber }, notFound: submission.notFound },
  success: json(SubmissionRecord),
  handle: ({ caller, params }) =>
    Submissions.use((submissions) => submissions.revision(caller, params.submissionId, Number(params.revision)))
})

const history = endpoint({
  name: "history",
  method: "GET",
  path: "/api/platform/submissions/:submissionId/history",
  summary: "Every revision, oldest first: its state, time, person and credential",
  needs: "submission:read",
  of: submission,
  success: json(Wire.list(RevisionRecord)),
  handle: ({ caller, params }) =>
    Submissions.use((submissions) => Wire.items(submissions.history(caller, params.submissionId)))
})

const example = endpoint({
  name: "example",
  method: "GET",
  path: "/api/platform/submissions/:submissionId/example",
  summary: "A submission as an example of its form",
  description:
    "Its values, the day on which they were stored, and all that its version gave for them on that day. It can be sent with the other examples of " +
    "the form, under any name: its reference number is a proposal. A draft is run as a complete submission. Also needs form:read.",
  needs: "submission:read",
  of: submission,
  success: json(Example),
  handle: ({ caller, params }) => Submissions.use((submissions) => submissions.example(caller, params.submissionId))
})

const save = endpoint({
  name: "save",
  method: "PUT",
  path: "/api/platform/submissions/:submissionId",
  summary: "Save a draft again",
  description: "The values replace the stored ones, as a draft of the version that is live now.",
  needs: "submission:write",
  of: submission,
  headers: IfMatch.header,
  body: DraftRequest,
  success: tagged(SubmissionRecord),
  refuses: ["RevisionStale", "DraftLeft", "FormArchived", "SubmissionInvalid"],
  seesExchange: true,
  handle: ({ body, caller, exchange, headers, params }) =>
    Submissions.use((submissions) => {
      const request = Effect.map(basedOn(body, headers), (change) => ({ ...change, accepts: accepts(exchange) }))
      return withTag(submissions.save(caller, params.submissionId, request))
    })
})

const file = endpoint({
  name: "file",
  method: "POST",
  path: "/api/platform/submissions/:submissionId/file",
  summary: "File a draft",
  description:
    "Files the submission against the version that is live now. Values with problems change nothing. Without `data` it also needs submission:read.",
  needs: "submission:write",
  of: submission,
  headers: IfMatch.header,
  body: FileRequest,
  success: tagged(SubmissionRecord),
  refuses: ["RevisionStale", "DraftLeft", "FormArchived", "SubmissionInvalid"],
  seesExchange: true,
  handle: ({ body, caller, exchange, headers, params }) =>
    Submissions.use((submissions) => {
      const request = Effect.map(basedOn(body, headers), ({ data, revision }) => ({
        data,
        revision,
        accepts: accepts(exchange)
      }))
      return withTag(submissions.file(caller, params.submissionId, request))
    })
})

const transition = endpoint({
  name: "transition",
  method: "POST",
  path: "/api/platform/submissions/:submissionId/transitions",
  summary: "Make a transition",
  description:
    "The workflow is that of the version that the submission was filed against. Also needs the transition's own privilege, where it names one.",
  needs: "submission:write",
  of: submission,
  headers: IfMatch.header,
  body: TransitionRequest,
  success: tagged(SubmissionStatus),
  refuses: ["RevisionStale", "TransitionNotPossible"],
  handle: ({ body, caller, headers, params }) =>
    Submissions.use((submissions) => {
      const request = Effect.map(basedOn(body, headers), ({ comment, name, revision }) => ({ comment, name, revision }))
      return withTag(submissions.transition(caller, params.submissionId, request))
    })
})

export const submissions = resource(
  "submissions",
  "Submissions: list, export, read, save, file and delete them, and move them through their form's workflow.",
  list,
  count,
  exportFile,
  get,
  save,
  file,
  transition,
  history,
  revision,
  example,
  remove
)
