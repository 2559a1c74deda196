/** Submissions.create: evaluates and stores once, whole, or stores nothing. */
import { DateTime, Effect, Schema } from "effect"
import { Digest, SecureRandom } from "effect/crypto"
import type { JsonObject } from "@formwork/rules/Json"
import * as Caller from "../callers/Caller.ts"
import { RequestInvalid } from "../callers/Refusal.ts"
import type {
  FormNotFound,
  IdempotencyInProgress,
  IdempotencyMismatch,
  PrivilegeMissing,
  SubmissionDeleted,
  SubmissionInvalid,
  Unauthenticated
} from "../callers/Refusal.ts"
import type { FormId } from "../forms/Form.ts"
import { type Accepts, type Said, saidBy } from "../forms/Reader.ts"
import { refused } from "./refused.ts"
import { LiveForms } from "../forms/LiveForms.ts"
import { decode } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import { problem } from "../request/decoder.ts"
import * as Payload from "../request/Payload.ts"
import { CallCounter } from "../usage/CallCounter.ts"
import * as CanonicalJson from "./CanonicalJson.ts"
import * as Evaluated from "./Evaluated.ts"
import { evaluateAndStore } from "./evaluateAndStore.ts"
import { Wakeup } from "./Firing.ts"
import { FilingNotice } from "./FilingNotice.ts"
import { firingsOf, type Surroundings } from "./firingsOf.ts"
import { type NamedUploads, namedUploads } from "./namedUploads.ts"
import { IdempotencyKey } from "./IdempotencyKey.ts"
import * as Reference from "./Reference.ts"
import { SubmissionId } from "./Submission.ts"
import type { Submission } from "./Submission.ts"
import { SubmissionStore } from "./SubmissionStore.ts"
import type { Filed, Filing, Idempotency } from "./SubmissionStore.ts"
import { UploadStore } from "./UploadStore.ts"
import { visible } from "./visible.ts"

export interface CreateRequest {
  /** Values keyed by field slug; untrusted. Those of a plain request are read by `Payload.decode`. */
  readonly data: JsonObject
  /** True saves a partial record that `required` does not bind. */
  readonly draft: boolean
  /** An `IdempotencyKey`: two requests with the same one are one. */
  readonly idempotencyKey: string | undefined
  /** The languages that the reader of a refusal wants. What is stored, and answered, is in the form's own. */
  readonly accepts?: Accepts
}

export interface CreateResult extends Said {
  readonly submission: Submission
  /** True when an earlier request with the same idempotency key did the work. */
  readonly replayed: boolean
}

export type CreateRefusal =
  | PrivilegeMissing
  | FormNotFound
  | RequestInvalid
  | SubmissionInvalid
  | Unauthenticated
  | IdempotencyMismatch
  | SubmissionDeleted
  | IdempotencyInProgress

const isKey = Schema.is(IdempotencyKey)

const noKey = new RequestInvalid({
  problems: [problem(["idempotencyKey"], "rule", "must be 1 to 255 visible ASCII characters")]
})

export const create = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const digest = yield* Digest.Digest
  const forms = yield* LiveForms
  const calls = yield* CallCounter
  const store = yield* SubmissionStore
  const uploads = yield* UploadStore
  const wakeup = yield* Wakeup
  const notice = yield* FilingNotice
  const { one: shown } = yield* visible

  const idempotencyOf = Effect.fnUntraced(function* ({ data, draft, idempotencyKey }: CreateRequest) {
    if (idempotencyKey === undefined) return undefined
    if (!isKey(idempotencyKey)) return yield* noKey
    const bodyHash = yield* Effect.orDie(digest.digest(Digest.sha256, CanonicalJson.bytes({ data, draft })))
    return { key: idempotencyKey, bodyHash } satisfies Idempotency
  })

  const storeOnce = Effect.fnUntraced(function* (
    caller: Caller.Caller,
    idempotency: Idempotency | undefined,
    request: CreateRequest,
    evaluated: Evaluated.Evaluated
  ): Effect.fn.Return<Filed, CreateRefusal> {
    const { evaluation, form } = evaluated
    const { faults, ids, names } = yield* namedUploads(uploads, caller, evaluated)
    if (!evaluation.valid || faults.size > 0) {
      const earlier = idempotency && (yield* store.replay(caller, form.formId, idempotency))
      return earlier
        ? { _tag: "Replayed", submission: earlier }
        : yield* refused(forms, caller, evaluated, request, faults)
    }
    return yield* store.file(
      caller,
      yield* filingOf({ random, forms }, caller, { ...evaluated, idempotency, names, uploads: ids })
    )
  })

  const run = Effect.fnUntraced(function* (
    caller: Caller.Caller,
    formId: FormId,
    given: Decoded<CreateRequest>
  ): Effect.fn.Return<CreateResult, CreateRefusal> {
    yield* Caller.require(caller, "submission:write")
    const form = yield* forms.get(caller, formId)
    const request = yield* decode(Payload.ofRequest(given))
    const idempotency = yield* idempotencyOf(request)
    yield* calls.count(caller, "create", formId)
    const filed = yield* evaluateAndStore(form, forms.refresh(caller, formId), request, (evaluated) =>
      storeOnce(caller, idempotency, request, evaluated)
    )
    const replayed = filed._tag === "Replayed"
    if (!replayed) {
      yield* wakeup
      yield* notice(caller, formId)
    }
    // An answer that is repeated is that of the version that gave it.
    const { formVersionId } = filed.submission
    const version =
      formVersionId === form.versionId ? form : yield* Effect.orDie(forms.version(caller, formId, formVersionId))
    return saidBy(version.compiled, { submission: yield* shown(caller, filed.submission), replayed })
  })
  // The span alone: the stack that a traced function takes for each call costs more than the span.
  return (...given: Parameters<typeof run>) =>
    run(...given).pipe(Effect.withSpan("Submissions.create", {}, { captureStackTrace: false }), Effect.uninterruptible)
})

/** A submission about to be stored, with what it fires. */
const filingOf = Effect.fnUntraced(function* (
  surroundings: Surroundings,
  caller: Caller.Caller,
  {
    idempotency,
    names,
    uploads,
    ...evaluated
  }: Evaluated.Evaluated & Pick<Filing, "idempotency" | "uploads"> & Pick<NamedUploads, "names">
): Effect.fn.Return<Filing> {
  const { random } = surroundings
  const { form, today } = evaluated
  const id = SubmissionId.make(yield* random.uuidV7())
  const { on, state } = Evaluated.entryOf(evaluated)
  const now = yield* DateTime.now
  return {
    submission: { id, formId: form.formId, workflowState: state, ...Evaluated.dataOf(evaluated) },
    reference: yield* Reference.template(random, form.compiled.definition.reference, today),
    firings: yield* firingsOf(surroundings, caller, evaluated, {
      on,
      submissionId: id,
      state,
      at: now,
      createdAt: now,
      files: Effect.succeed(names)
    }),
    idempotency,
    uploads
  }
})
