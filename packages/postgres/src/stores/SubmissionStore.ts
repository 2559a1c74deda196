/** Submissions on Postgres: filing is one statement, the function formwork.file, and so is a change, formwork.change. */
import { Effect, Layer, Schema } from "effect"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { Change, Changed, Filed, Filing, Idempotency } from "@formwork/domain/filing/SubmissionStore"
import type { FormId } from "@formwork/domain/forms/Form"
import type { Caller } from "@formwork/domain/callers/Caller"
import {
  FormNotFound,
  IdempotencyInProgress,
  IdempotencyMismatch,
  RevisionStale,
  SubmissionNotFound,
  Unauthenticated
} from "@formwork/domain/callers/Refusal"
import { row, TenantDatabase, writers } from "../database/TenantDatabase.ts"
import type { Database, Turn } from "../database/TenantDatabase.ts"
import { type Conflict, noConflict } from "../database/SqlFailure.ts"
import * as FiledTogether from "./filedTogether.ts"
import * as Reads from "./submissionReads.ts"
import * as Statements from "./submissionStatements.ts"
import * as Together from "./Together.ts"
import * as Turns from "./Turns.ts"
import * as WrittenFiling from "./WrittenFiling.ts"

const Answer = Schema.Union([
  Schema.Struct({
    status: Schema.Literals(["unauthenticated", "not_found", "mismatch", "superseded", "uploads_taken"])
  }),
  Schema.Struct({ status: Schema.Literal("replayed"), id: SubmissionId }),
  Schema.Struct({
    status: Schema.Literal("filed"),
    referenceNumber: Schema.String,
    createdAt: Schema.DateTimeUtcFromDate
  })
])

const Repeated = Schema.Union([
  Schema.Struct({ status: Schema.Null }),
  Schema.Struct({ status: Schema.Literal("mismatch") }),
  Schema.Struct({ status: Schema.Literal("replayed"), id: SubmissionId })
])

const Altered = Schema.Union([
  Schema.Struct({ status: Schema.Literals(["unauthenticated", "not_found", "superseded", "uploads_taken"]) }),
  Schema.Struct({ status: Schema.Literal("stale"), workflowState: Schema.String, revision: Schema.Int }),
  Schema.Struct({ status: Schema.Literal("changed"), revision: Schema.Int })
])

const answered = row(Answer)
const altered = row(Altered)
const repeated = row(Repeated)
const change = (database: Database) =>
  Effect.fn("SubmissionStore.change")(function* (caller: Caller, wanted: Change) {
    const answer = yield* Statements.change(database, caller, wanted, yield* CurrentRequest).pipe(altered, noConflict)
    switch (answer?.status) {
      case "changed":
        return { _tag: "Changed", revision: answer.revision } satisfies Changed
      case "superseded":
        return { _tag: "Superseded" } satisfies Changed
      case "uploads_taken":
        return { _tag: "UploadsTaken" } satisfies Changed
      case "stale": {
        const { revision, workflowState } = answer
        return yield* new RevisionStale({ revision, workflowState })
      }
      case "not_found":
        return yield* new SubmissionNotFound()
      default:
        return yield* new Unauthenticated()
    }
  })

type Answered = typeof Answer.Type | { readonly status: "reference_taken" }

/** A credential that has ended has no row. */
const unanswered: Answered = { status: "unauthenticated" }

/** @param turn of this filing. */
const statement = (database: Database, written: WrittenFiling.WrittenFiling, turn: Turn) =>
  Statements.file(database, written, turn).pipe(answered)

const passed = row(Schema.Struct({ passed: Schema.Int }))

/** In a transaction of its own: the filing that met the number was undone. If the counter is busy, another filing is moving it. */
const passTaken = (database: Database) =>
  Effect.fnUntraced(function* (caller: Caller, { reference, submission }: Filing) {
    if (reference.sequenceWidth === null) return
    yield* database
      .call(
        "write",
        caller,
        (sql, organisation) =>
          sql`
            select formwork.pass_taken_references(${organisation}, ${submission.formId}, ${reference.prefix}, ${reference.suffix},
              ${reference.sequenceWidth}) as passed`
      )
      .pipe(passed, Effect.ignore)
  })

/** A form whose counter someone holds, and a credential that is being ended, keep their share of the connections waiting, not all. */
const formShare = writers / 2
const credentialShare = (3 * writers) / 4

const formTurn = ({ submission }: Filing): Turns.Share => ({ key: submission.formId, atOnce: formShare })

const file = Effect.fnUntraced(function* (database: Database) {
  const turns = Turns.make()
  const together = yield* Together.make<WrittenFiling.WrittenFiling, Answered>({
    ask: FiledTogether.ask(database),
    groupOf: ({ caller }) => caller.organisationId,
    rowOf: ({ filing }) => filing.submission.formId,
    sizeOf: WrittenFiling.sizeOf
  })
  const byItself = (written: WrittenFiling.WrittenFiling): Effect.Effect<Answered, IdempotencyInProgress> => {
    const { caller, filing } = written
    const turn = turns([formTurn(filing), { key: caller.credential.id, atOnce: credentialShare }])
    return statement(database, written, turn).pipe(
      Effect.map((answer) => answer ?? unanswered),
      Effect.catch((conflict) => refusalOf(conflict, filing))
    )
  }
  const run = Effect.fnUntraced(function* (caller: Caller, filing: Filing) {
    const written = yield* WrittenFiling.make(caller, filing)
    const alone = Effect.suspend(() => byItself(written))
    const isShared = FiledTogether.isShared(database, caller) && filing.uploads.length === 0
    const answer = yield* isShared ? together(written, alone) : alone
    switch (answer.status) {
      case "filed": {
        const { createdAt, referenceNumber } = answer
        return {
          _tag: "Filed",
          submission: { ...filing.submission, referenceNumber, createdAt, revision: 1 }
        } satisfies Filed
      }
      case "replayed":
        return { _tag: "Replayed", submission: yield* Reads.original(database)(caller, answer.id) } satisfies Filed
      case "superseded":
        return { _tag: "Superseded" } satisfies Filed
      case "uploads_taken":
        return { _tag: "UploadsTaken" } satisfies Filed
      case "reference_taken":
        yield* passTaken(database)(caller, filing).pipe(turns([formTurn(filing)]))
        return { _tag: "ReferenceTaken" } satisfies Filed
      case "mismatch":
        return yield* new IdempotencyMismatch()
      case "not_found":
        return yield* new FormNotFound()
      default:
        return yield* new Unauthenticated()
    }
  })
  // As in the domain: the span alone.
  return (caller: Caller, filing: Filing) =>
    run(caller, filing).pipe(Effect.withSpan("SubmissionStore.file", {}, { captureStackTrace: false }))
})

const replay = (database: Database) =>
  Effect.fn("SubmissionStore.replay")(function* (caller: Caller, formId: FormId, idempotency: Idempotency) {
    const answer = yield* database
      .call(
        "read",
        caller,
        (sql, organisation) =>
          sql`
            select status, submission_id as "id"
              from formwork.repeated(${organisation}, ${caller.credential.id}, ${formId}, ${idempotency.key},
                ${idempotency.bodyHash})`
      )
      .pipe(repeated, Effect.orDie)
    if (answer?.status === "mismatch") return yield* new IdempotencyMismatch()
    return answer?.status === "replayed" ? yield* Reads.original(database)(caller, answer.id) : undefined
  })

/** These two refusals promise that nothing was stored. They come as errors, because an error undoes the whole statement. */
const refusalOf = (conflict: Conflict, { idempotency }: Filing) => {
  if (conflict._tag === "UniqueViolation" && conflict.constraint === "submissions_reference_key") {
    return Effect.succeed({ status: "reference_taken" as const })
  }
  return conflict._tag === "LockTimeoutError" && idempotency !== undefined
    ? Effect.fail(new IdempotencyInProgress({ retryAfterSeconds: 1 }))
    : Effect.die(conflict)
}

export const layer: Layer.Layer<SubmissionStore, never, TenantDatabase> = Layer.effect(
  SubmissionStore,
  Effect.gen(function* () {
    const database = yield* TenantDatabase
    return SubmissionStore.of({
      file: yield* file(database),
      change: change(database),
      replay: replay(database),
      get: Reads.get(database),
      revision: Reads.revision(database),
      history: Reads.history(database)
    })
  })
)
