/** The dispatcher's view of the outbox, on Postgres: the functions formwork.claim_firings and formwork.settle_firings, and those of nodes. */
import { Effect, Layer, Option, Schema } from "effect"
import { Outbox } from "@formwork/domain/sending/Outbox"
import type { Claim, ClaimLimits, Ended } from "@formwork/domain/sending/Outbox"
import type { UploadId } from "@formwork/domain/filing/Upload"
import { row } from "../database/TenantDatabase.ts"
import type { RoleDatabase } from "../database/RoleDatabase.ts"
import { Worker } from "../database/Worker.ts"
import { claims, endedText, recorded } from "./claimRows.ts"
import * as NodesOutbox from "./NodesOutbox.ts"

const file = row(Schema.Struct({ name: Schema.String, mediaType: Schema.String, bytes: Schema.Uint8Array }))
const backlogRow = row(Schema.Struct({ pending: Schema.Int, oldestDueMillis: Schema.Finite }))

/** Where one server has all organisations. */
const onOneServer = (worker: RoleDatabase): Omit<Outbox["Service"], "upload"> => ({
  claim: ({ documents, lastPrinted, leaseMillis, limit, perDestination, perOrganisation, places }: ClaimLimits) =>
    worker
      .across(
        (sql) =>
          sql`
                select organisation_id as "organisationId", firing_id as "id", submission_id as "submissionId",
                       effect_id as "effectId", kind, destination, attempt, failures, lease_id as "leaseId", content,
                       reference_number as "referenceNumber", secrets::text as secrets,
                       (extract(epoch from claimed_at) * 1000)::double precision as "claimedAtMillis"
                  from formwork.claim_firings(${limit}::integer, ${perDestination}::integer, ${perOrganisation}::integer,
                    ${leaseMillis}::integer, ${documents}::integer, ${lastPrinted}::uuid,
                    ${places.map(({ organisationId }) => organisationId)}::uuid[],
                    ${places.map(({ destination }) => destination)}::text[],
                    ${places.map((one) => one.places)}::integer[])`
      )
      .pipe(claims, Effect.orDie),

  settle: (ended: ReadonlyArray<Ended>) =>
    worker
      .across((sql) => sql`select place from formwork.settle_firings(${endedText(ended)}::json) as place`)
      .pipe(recorded(ended.length), Effect.orDie),

  backlog: worker
    .across(
      (sql) => sql`
          select count(*)::integer as pending,
                 greatest(0, extract(epoch from clock_timestamp() - min(next_attempt_at) filter (where next_attempt_at < 'infinity')) * 1000)::double precision as "oldestDueMillis"
            from formwork.firings f
           where f.state = 'pending'
             and not exists (
               select from formwork.organisations o
                where o.organisation_id = f.organisation_id and o.suspended_at is not null)`
    )
    .pipe(
      backlogRow,
      Effect.orDie,
      Effect.map((found) => found ?? { pending: 0, oldestDueMillis: 0 })
    )
})

export const layer: Layer.Layer<Outbox, never, Worker> = Layer.effect(
  Outbox,
  Effect.gen(function* () {
    const worker = yield* Worker
    const { nodes } = worker

    const upload = ({ organisationId, submissionId }: Pick<Claim, "organisationId" | "submissionId">, id: UploadId) =>
      worker
        .within(
          organisationId,
          (sql, organisation) =>
            sql`
                select name, media_type as "mediaType", bytes
                  from formwork.uploads
                 where organisation_id = ${organisation} and submission_id = ${submissionId} and upload_id = ${id}`
        )
        .pipe(file, Effect.orDie, Effect.map(Option.fromNullishOr))

    return Outbox.of({ ...(nodes === undefined ? onOneServer(worker) : yield* NodesOutbox.make(nodes)), upload })
  })
)
