/** Filing a submission against a form's live version: once, whole, or not at all. */
import { Context, DateTime, Effect, Layer } from "effect"
import { Digest, SecureRandom } from "effect/crypto"
import type { Evaluation } from "@formwork/rules/Evaluation"
import type { JsonObject } from "@formwork/rules/Json"
import { firingsOf } from "./fire.ts"
import { Wakeup } from "./Wakeup.ts"
import { today } from "../forms/Today.ts"
import type { FormId } from "../forms/Form.ts"
import { LiveForms } from "../forms/LiveForms.ts"
import type { LiveForm } from "../forms/LiveForms.ts"
import * as Caller from "../callers/Caller.ts"
import { SubmissionInvalid, Unavailable } from "../callers/Refusal.ts"
import type {
  FormNotFound,
  IdempotencyInProgress,
  IdempotencyMismatch,
  PrivilegeMissing,
  SubmissionDeleted,
  Unauthenticated
} from "../callers/Refusal.ts"
import { CallCounter } from "../usage/CallCounter.ts"
import * as CanonicalJson from "./CanonicalJson.ts"
import * as Reference from "./Reference.ts"
import { draft, SubmissionId } from "./Submission.ts"
import type { Submission } from "./Submission.ts"
import { SubmissionStore } from "./SubmissionStore.ts"
import type { Filed, Filing, Idempotency } from "./SubmissionStore.ts"

export interface FilingRequest {
  /** Values keyed by field slug, as parsed from JSON; untrusted. */
  readonly data: JsonObject
  /** True saves a partial record that `required` does not bind. */
  readonly draft: boolean
  /** 1 to 255 visible ASCII characters; two requests with the same one are one. */
  readonly idempotencyKey: string | undefined
}

export interface FilingResult {
  readonly submission: Submission
  /** True when an earlier request with the same idempotency key did the work. */
  readonly replayed: boolean
}

type FilingRefusal =
  | PrivilegeMissing
  | FormNotFound
  | SubmissionInvalid
  | Unauthenticated
  | IdempotencyMismatch
  | SubmissionDeleted
  | IdempotencyInProgress

export class Filings extends Context.Service<
  Filings,
  {
    /**
     * Runs the payload through the same engine as evaluate and stores it with one reference number and every due effect.
     * Goes on to its end if the caller leaves meanwhile.
     * Refuses, in this order: `PrivilegeMissing` (`submission:write`), `FormNotFound`, `IdempotencyMismatch`,
     * `SubmissionDeleted` (the key filed one that was deleted since), `SubmissionInvalid` (nothing was stored), `Unauthenticated` (the credential ended meanwhile), `IdempotencyInProgress`.
     */
    readonly create: (
      caller: Caller.Caller,
      formId: FormId,
      request: FilingRequest
    ) => Effect.Effect<FilingResult, FilingRefusal>
  }
>()("@formwork/domain/filing/Filings") {
  static readonly layer = Layer.effect(
    Filings,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const digest = yield* Digest.Digest
      const forms = yield* LiveForms
      const calls = yield* CallCounter
      const store = yield* SubmissionStore
      const wakeup = yield* Wakeup

      const idempotencyOf = Effect.fnUntraced(function* ({ data, draft, idempotencyKey }: FilingRequest) {
        if (idempotencyKey === undefined) return undefined
        const bodyHash = yield* Effect.orDie(digest.digest(Digest.sha256, CanonicalJson.bytes({ data, draft })))
        return { key: idempotencyKey, bodyHash } satisfies Idempotency
      })

      const attempt = Effect.fnUntraced(function* (
        caller: Caller.Caller,
        form: LiveForm,
        request: FilingRequest,
        idempotency: Idempotency | undefined
      ): Effect.fn.Return<Filed, FilingRefusal> {
        const date = yield* today(form.compiled.definition.timeZone)
        const evaluation = form.compiled.evaluate(request.data, { today: date, draft: request.draft })
        if (!evaluation.valid) {
          const earlier = idempotency && (yield* store.replay(caller, form.formId, idempotency))
          return earlier ? { _tag: "Replayed", submission: earlier } : yield* new SubmissionInvalid(evaluation)
        }
        const filing = yield* filingOf(form, request, date, evaluation).pipe(
          Effect.provideService(SecureRandom.SecureRandom, random)
        )
        return yield* store.file(caller, { ...filing, idempotency })
      })

      const create = Effect.fn("Filings.create")(function* (
        caller: Caller.Caller,
        formId: FormId,
        request: FilingRequest
      ): Effect.fn.Return<FilingResult, FilingRefusal> {
        yield* Caller.require(caller, "submission:write")
        const idempotency = yield* idempotencyOf(request)
        let form = yield* forms.get(caller, formId)
        yield* calls.count(caller, "create")
        for (let attempts = 0; attempts < 10; attempts++) {
          const filed = yield* attempt(caller, form, request, idempotency)
          if (filed._tag === "Replayed") return { submission: filed.submission, replayed: true }
          if (filed._tag === "Filed") return yield* Effect.as(wakeup, { submission: filed.submission, replayed: false })
          if (filed._tag === "Superseded") form = yield* forms.refresh(caller, formId)
        }
        return yield* Effect.die(
          new Unavailable({ reason: `form ${formId}: no version or reference number held for ten attempts` })
        )
      }, Effect.uninterruptible)

      return Filings.of({ create })
    })
  )
}

/** A submission about to be stored, with what it fires. */
const filingOf = Effect.fnUntraced(function* (
  form: LiveForm,
  request: FilingRequest,
  date: string,
  evaluation: Evaluation
): Effect.fn.Return<Omit<Filing, "idempotency">, never, SecureRandom.SecureRandom> {
  const { definition } = form.compiled
  const id = SubmissionId.make(yield* SecureRandom.SecureRandom.use((random) => random.uuidV7()))
  const state = request.draft ? draft : definition.workflow.initial
  const now = yield* DateTime.now
  return {
    submission: {
      id,
      formId: form.formId,
      formVersionId: form.versionId,
      workflowState: state,
      data: evaluation.data,
      calculatedData: evaluation.calculatedData,
      hiddenFields: evaluation.hiddenFields,
      outcomes: evaluation.outcomes
    },
    reference: yield* Reference.slot(definition.reference, date),
    firings: yield* firingsOf(form, evaluation, {
      on: request.draft ? "draft_saved" : "filed",
      submissionId: id,
      today: date,
      state,
      at: now,
      createdAt: now
    })
  }
})
