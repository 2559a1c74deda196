/** The rows of a claim, as `formwork.begin_firings` gives them, and the results of attempts, as `formwork.settle_firings` takes them. */
import { Effect, Schema } from "effect"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import { Firing, FiringId } from "@formwork/domain/filing/Firing"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { SecretHosts, SecretName } from "@formwork/domain/secrets/Secret"
import type { Claim, Ended } from "@formwork/domain/sending/Outbox"
import { rows } from "../database/TenantDatabase.ts"
import { storedJson } from "../database/storedJson.ts"
import * as StoredContent from "./storedContent.ts"

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

const decoded = rows(
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
    content: storedJson,
    claimedAtMillis: Schema.Finite,
    referenceNumber: Schema.String,
    secrets: Schema.NullOr(Schema.String)
  })
)

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

/** Reads what a statement gave. */
export const claims = <E, R>(
  self: Effect.Effect<ReadonlyArray<unknown>, E, R>
): Effect.Effect<ReadonlyArray<Claim>, E, R> =>
  Effect.flatMap(decoded(self), (found) => {
    const secretsOf = reading()
    return Effect.forEach(found, ({ content, secrets, ...claimed }) =>
      Effect.map(secretsOf(claimed.organisationId, secrets), (read) => ({
        ...claimed,
        ...StoredContent.read(content),
        secrets: read
      }))
    )
  })

/** Text as the database can store it. INVARIANT: nothing that a receiver answers keeps an attempt from being recorded. */
const storable = (text: string | null): string | null => text?.replaceAll(/\p{Cs}|\0/gu, "\uFFFD") ?? null

/** The JSON of how attempts ended. */
export const endedText = (ended: ReadonlyArray<Ended>): string =>
  JSON.stringify(
    ended.map(({ claim, settlement }) => ({
      organisation: claim.organisationId,
      firing: claim.id,
      attempt: claim.attempt,
      lease: claim.leaseId,
      result: settlement.result,
      status: settlement.status,
      excerpt: storable(settlement.excerpt),
      reason: storable(settlement.reason),
      delay: settlement.delayMillis
    }))
  )

const settled = rows(Schema.Struct({ place: Schema.Int }))

/** Reads for each of so many results whether it was recorded. */
export const recorded =
  (count: number) =>
  <E, R>(self: Effect.Effect<ReadonlyArray<unknown>, E, R>): Effect.Effect<ReadonlyArray<boolean>, E, R> =>
    Effect.map(settled(self), (found) => {
      const places = new Set(found.map(({ place }) => place))
      return Array.from({ length: count }, (_, index) => places.has(index + 1))
    })
