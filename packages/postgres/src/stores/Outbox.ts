/** The dispatcher's view of the outbox, on Postgres: the functions formwork.claim_firings and formwork.settle_firing. */
import { Effect, Layer, Schema } from "effect"
import { Firing, FiringId } from "@formwork/domain/filing/Firing"
import { Outbox } from "@formwork/domain/sending/Outbox"
import type { Claim, ClaimLimits, Settlement } from "@formwork/domain/sending/Outbox"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import { row, rows } from "../database/TenantDatabase.ts"
import { Worker } from "../database/Worker.ts"

const claims = rows(
  Schema.Struct({
    id: FiringId,
    organisationId: OrganisationId,
    submissionId: SubmissionId,
    effectId: Schema.String,
    kind: Firing.fields.kind,
    destination: Schema.String,
    attempt: Schema.Int,
    failures: Schema.Int,
    leaseId: Schema.String,
    content: Schema.Json,
    claimedAtMillis: Schema.Finite
  })
)
const settled = row(Schema.Struct({ settled: Schema.Boolean }))
const backlogRow = row(Schema.Struct({ pending: Schema.Int, oldestDueMillis: Schema.Finite }))
const numbered = row(Schema.Struct({ referenceNumber: Schema.String }))

export const layer: Layer.Layer<Outbox, never, Worker> = Layer.effect(
  Outbox,
  Effect.gen(function* () {
    const worker = yield* Worker

    const claim = Effect.fn("Outbox.claim")((limits: ClaimLimits) => {
      const { documents, lastPrinted, leaseMillis, limit, perDestination, perOrganisation } = limits
      return worker
        .across(
          (sql) =>
            sql`
                select organisation_id as "organisationId", firing_id as "id", submission_id as "submissionId",
                       effect_id as "effectId", kind, destination, attempt, failures, lease_id as "leaseId", content,
                       (extract(epoch from clock_timestamp()) * 1000)::double precision as "claimedAtMillis"
                  from formwork.claim_firings(${limit}::integer, ${perDestination}::integer, ${perOrganisation}::integer,
                    ${leaseMillis}::integer, ${documents}::integer, ${lastPrinted}::uuid)`
        )
        .pipe(claims, Effect.orDie)
    })

    const settle = Effect.fn("Outbox.settle")(
      ({ id, leaseId, organisationId }: Claim, { delayMillis, excerpt, reason, result, status }: Settlement) =>
        worker
          .across(
            (sql) =>
              sql`
                select formwork.settle_firing(${organisationId}::uuid, ${id}::uuid, ${leaseId}::uuid, ${result}::text, ${status}::integer,
                  ${excerpt}::text, ${reason}::text, ${delayMillis}::bigint) as settled`
          )
          .pipe(
            settled,
            Effect.orDie,
            Effect.map((found) => found?.settled === true)
          )
    )

    const referenceNumber = Effect.fn("Outbox.referenceNumber")(function* (
      organisationId: OrganisationId,
      submissionId: SubmissionId
    ) {
      const found = yield* worker
        .within(
          organisationId,
          (sql, organisation) =>
            sql`
              select reference_number as "referenceNumber" from formwork.submissions
               where organisation_id = ${organisation} and submission_id = ${submissionId}`
        )
        .pipe(numbered, Effect.orDie)
      return found?.referenceNumber ?? (yield* Effect.die(new Error(`submission ${submissionId} is gone`)))
    })

    const backlog = worker
      .across(
        (sql) => sql`
          select count(*)::integer as pending,
                 greatest(0, extract(epoch from clock_timestamp() - min(next_attempt_at)) * 1000)::double precision as "oldestDueMillis"
            from formwork.firings where state = 'pending'`
      )
      .pipe(
        backlogRow,
        Effect.orDie,
        Effect.map((found) => found ?? { pending: 0, oldestDueMillis: 0 })
      )

    return Outbox.of({ claim, settle, backlog, referenceNumber })
  })
)
