/** The dispatcher's view of the outbox, on Postgres: the functions formwork.claim_firings and formwork.settle_firings. */
import { Effect, Layer, Option, Schema } from "effect"
import { Firing, FiringId } from "@formwork/domain/filing/Firing"
import { Outbox } from "@formwork/domain/sending/Outbox"
import type { Claim, ClaimLimits, Ended } from "@formwork/domain/sending/Outbox"
import { SecretHosts, SecretName } from "@formwork/domain/secrets/Secret"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import type { UploadId } from "@formwork/domain/filing/Upload"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import { row, rows } from "../database/TenantDatabase.ts"
import * as StoredContent from "./storedContent.ts"
import { Worker } from "../database/Worker.ts"

/** Secrets as JSON has them: bytes in hexadecimal. */
const Stored = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      name: SecretName,
      keyId: Schema.String,
      nonce: Schema.Uint8ArrayFromHex,
      ciphertext: Schema.Uint8ArrayFromHex,
      hosts: SecretHosts
    })
  )
)
const decodeStored = Schema.decodeUnknownEffect(Stored)

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
    claimedAtMillis: Schema.Finite,
    referenceNumber: Schema.String,
    secrets: Schema.NullOr(Schema.String)
  })
)
const file = row(Schema.Struct({ name: Schema.String, mediaType: Schema.String, bytes: Schema.Uint8Array }))
const settled = rows(Schema.Struct({ place: Schema.Int }))
const backlogRow = row(Schema.Struct({ pending: Schema.Int, oldestDueMillis: Schema.Finite }))

/** Reads the secrets of a claim. Firings of one organisation that need the same ones share what is read. */
const reading = () => {
  const known = new Map<string, Claim["secrets"]>()
  return Effect.fnUntraced(function* (organisationId: OrganisationId, text: string | null) {
    if (text === null) return []
    const key = organisationId + text
    const before = known.get(key)
    if (before !== undefined) return before
    const stored = yield* Effect.orDie(decodeStored(text))
    const secrets = stored.map(({ hosts, name, ...sealed }) => ({ name, hosts, sealed }))
    known.set(key, secrets)
    return secrets
  })
}

/** Text as the database can store it. INVARIANT: nothing that a receiver answers keeps an attempt from being recorded. */
const storable = (text: string | null): string | null => text?.replaceAll(/\p{Cs}|\0/gu, "\uFFFD") ?? null

const asJson = ({ claim, settlement }: Ended) => ({
  organisation: claim.organisationId,
  firing: claim.id,
  attempt: claim.attempt,
  lease: claim.leaseId,
  result: settlement.result,
  status: settlement.status,
  excerpt: storable(settlement.excerpt),
  reason: storable(settlement.reason),
  delay: settlement.delayMillis
})

export const layer: Layer.Layer<Outbox, never, Worker> = Layer.effect(
  Outbox,
  Effect.gen(function* () {
    const worker = yield* Worker

    const claim = Effect.fnUntraced(function* (limits: ClaimLimits) {
      const { documents, lastPrinted, leaseMillis, limit, perDestination, perOrganisation, places } = limits
      const found = yield* worker
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
        .pipe(claims, Effect.orDie)
      const secretsOf = reading()
      return yield* Effect.forEach(found, ({ content, secrets, ...claimed }) =>
        Effect.map(secretsOf(claimed.organisationId, secrets), (read) => ({
          ...claimed,
          ...StoredContent.read(content),
          secrets: read
        }))
      )
    })

    const settle = Effect.fnUntraced(function* (ended: ReadonlyArray<Ended>) {
      const found = yield* worker
        .across(
          (sql) => sql`select place from formwork.settle_firings(${JSON.stringify(ended.map(asJson))}::json) as place`
        )
        .pipe(settled, Effect.orDie)
      const places = new Set(found.map(({ place }) => place))
      return ended.map((_, index) => places.has(index + 1))
    })

    const backlog = worker
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

    return Outbox.of({ claim, settle, upload, backlog })
  })
)
