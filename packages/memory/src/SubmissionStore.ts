/** Submissions, in memory. Each method is one synchronous step, which is what makes it a transaction here. */
import { Clock, DateTime, Effect, Layer } from "effect"
import * as Reference from "@formwork/domain/filing/Reference"
import type { Submission, SubmissionId } from "@formwork/domain/filing/Submission"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { Filed, Filing, Idempotency } from "@formwork/domain/filing/SubmissionStore"
import type { FormId } from "@formwork/domain/forms/Form"
import type { Caller } from "@formwork/domain/grants/Caller"
import { FormNotFound, IdempotencyMismatch, SubmissionNotFound, Unauthenticated } from "@formwork/domain/Refusal"
import { Mac } from "effect/crypto"
import * as Audit from "./Audit.ts"
import { privilegesNow } from "./Standing.ts"
import { stored } from "./Outbox.ts"
import { Tables } from "./Tables.ts"
import type { Tenant } from "./Tables.ts"

const idempotencyMillis = 24 * 60 * 60 * 1000

const scope = (caller: Caller, formId: FormId, { key }: Idempotency): string =>
  JSON.stringify([caller.credential.kind, caller.credential.id, formId, key])

export const layer: Layer.Layer<SubmissionStore, never, Tables> = Layer.effect(
  SubmissionStore,
  Effect.gen(function* () {
    const { tenants } = yield* Tables

    const remembered = (
      tenant: Tenant | undefined,
      caller: Caller,
      formId: FormId,
      idempotency: Idempotency,
      nowMillis: number
    ): Submission | IdempotencyMismatch | undefined => {
      const record = tenant?.idempotency.get(scope(caller, formId, idempotency))
      if (record === undefined || record.expiresAtMillis <= nowMillis) return undefined
      return Mac.timingSafeEqual(record.bodyHash, idempotency.bodyHash) ? record.submission : new IdempotencyMismatch()
    }

    // INVARIANT: one synchronous step from the first read to the last write, so that no other fiber comes between.
    const fileNow = (caller: Caller, filing: Filing, occasion: Audit.Occasion) => {
      const { nowMillis } = occasion
      const { formId } = filing.submission
      const tenant = tenants.get(caller.organisationId)
      if (tenant === undefined || privilegesNow(tenant, caller, nowMillis) === undefined) return new Unauthenticated()
      const live = tenant.forms.get(formId)?.liveVersionId
      if (live === undefined || live === null) return new FormNotFound()
      const { idempotency } = filing
      const earlier = idempotency && remembered(tenant, caller, formId, idempotency, nowMillis)
      if (earlier instanceof IdempotencyMismatch) return earlier
      if (earlier !== undefined) return { _tag: "Replayed", submission: earlier } satisfies Filed
      if (live !== filing.submission.formVersionId) return { _tag: "Superseded" } satisfies Filed
      const sequence = (tenant.counters.get(formId) ?? 0) + 1
      const referenceNumber = Reference.fill(filing.reference, sequence)
      if (tenant.references.has(referenceNumber)) return { _tag: "ReferenceTaken" } satisfies Filed
      const submission: Submission = {
        ...filing.submission,
        referenceNumber,
        createdAt: DateTime.makeUnsafe(nowMillis)
      }
      if (filing.reference.sequenceWidth !== null) tenant.counters.set(formId, sequence)
      tenant.references.add(referenceNumber)
      tenant.submissions.set(submission.id, submission)
      tenant.firings.push(...filing.firings.map((firing) => stored(firing, submission.id, nowMillis)))
      if (idempotency !== undefined) {
        tenant.idempotency.set(scope(caller, formId, idempotency), {
          bodyHash: idempotency.bodyHash,
          submission,
          expiresAtMillis: nowMillis + idempotencyMillis
        })
      }
      Audit.record(tenant, occasion, caller, "submission.created", submission.id)
      return { _tag: "Filed", submission } satisfies Filed
    }

    const file = Effect.fnUntraced(function* (caller: Caller, filing: Filing) {
      const filed = fileNow(caller, filing, yield* Audit.occasion)
      return filed instanceof Error ? yield* filed : filed
    })

    const replay = Effect.fnUntraced(function* (caller: Caller, formId: FormId, idempotency: Idempotency) {
      const now = yield* Clock.currentTimeMillis
      const earlier = remembered(tenants.get(caller.organisationId), caller, formId, idempotency, now)
      return earlier instanceof IdempotencyMismatch ? yield* earlier : earlier
    })

    const get = (caller: Caller, id: SubmissionId) =>
      Effect.suspend(() => {
        const submission = tenants.get(caller.organisationId)?.submissions.get(id)
        return submission === undefined ? Effect.fail(new SubmissionNotFound()) : Effect.succeed(submission)
      })

    return SubmissionStore.of({ file, get, replay })
  })
)
