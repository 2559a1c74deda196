/** The fixtures of the outbox's laws: submissions whose effects are due. */
import { Duration, Effect, Redacted } from "effect"
import type { Content, NotificationContent } from "@formwork/domain/filing/Content"
import { FiringId } from "@formwork/domain/filing/Firing"
import type { Firing } from "@formwork/domain/filing/Firing"
import { Outbox } from "@formwork/domain/sending/Outbox"
import type { Claim, ClaimLimits, Settlement } from "@formwork/domain/sending/Outbox"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import { UploadId, UploadLimits } from "@formwork/domain/filing/Upload"
import { UploadStore } from "@formwork/domain/filing/UploadStore"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { FormVersion } from "@formwork/domain/forms/Form"
import type { Caller } from "@formwork/domain/callers/Caller"
import { SecretValue } from "@formwork/domain/secrets/Secret"
import { Secrets } from "@formwork/domain/secrets/Secrets"
import type { EffectKind } from "@formwork/rules/Definition"
import * as Fixture from "./Fixture.ts"

/** Gives the organisation a secret that deliveries are signed with. */
export const signing = (caller: Caller, name = "signing") =>
  Secrets.use((secrets) =>
    secrets.put(caller, name, Redacted.make(SecretValue.make(`whsec_${"S".repeat(44)}`)), Duration.zero)
  )

/** A signed event to `url`. */
export const delivery = (url: string): Content<"delivery"> => ({
  kind: "delivery",
  url,
  secret: "signing",
  event: { type: "submission.filed", timestamp: "2026-03-14T12:00:00Z", data: { subject: "Roof" } }
})

export const note: NotificationContent = {
  kind: "notification",
  to: ["edith@ashworth.example"],
  subject: "Roof",
  text: "A roof."
}

/** A content of each kind. A kind that is missing here does not compile. */
export const ofEachKind: { readonly [K in EffectKind]: Content<K> } = {
  notification: note,
  document: { kind: "document", title: "Roof", fileName: "roof.pdf", blocks: [{ heading: "Roof" }] },
  integration: { kind: "integration", method: "POST", url: "https://Crm.example:8443/leads", headers: [] },
  delivery: delivery("https://hooks.example/events")
}

/** Files a submission that fires one effect for each of `contents`: undefined has no content, a function gets the submission's id. */
export const file = Effect.fnUntraced(function* (
  caller: Caller,
  version: FormVersion,
  contents: ReadonlyArray<Content | undefined | ((id: SubmissionId) => Content)>,
  traced: Pick<Firing, "traceparent"> = {}
) {
  const store = yield* SubmissionStore
  const filing = yield* Fixture.filing(version)
  const rendered = contents.map((content) => (typeof content === "function" ? content(filing.submission.id) : content))
  const firings = yield* Effect.forEach(rendered, (content) =>
    Effect.map(Fixture.uuid, (id): Firing => ({
      id: FiringId.make(id),
      effectId: "tell",
      kind: content?.kind ?? "notification",
      on: "filed",
      ...(content === undefined ? {} : { content }),
      ...traced
    }))
  )
  const filed = yield* store.file(caller, { ...filing, firings })
  if (filed._tag !== "Filed") return yield* Effect.die(new Error(filed._tag))
  return { submission: filed.submission, firings, ids: firings.map(({ id }) => id) }
})

/** Files a submission that makes so many documents, and an e-mail that attaches them. */
export const fileAttaching = Effect.fnUntraced(function* (caller: Caller, version: FormVersion, count: number) {
  const store = yield* SubmissionStore
  const filing = yield* Fixture.filing(version)
  const made = yield* Effect.forEach(
    Array.from({ length: count }, (_, index) => `document${index}`),
    (effectId) =>
      Effect.map(Fixture.uuid, (id): Firing => ({
        id: FiringId.make(id),
        effectId,
        kind: "document",
        on: "filed",
        content: ofEachKind.document
      }))
  )
  const [first, ...others] = made.map(({ id }) => id)
  const mail: Firing = {
    id: FiringId.make(yield* Fixture.uuid),
    effectId: "offer",
    kind: "notification",
    on: "filed",
    content: { ...note, attach: made.map(({ effectId }) => effectId) },
    ...(first === undefined ? {} : { attachments: [first, ...others] })
  }
  // The e-mail comes before what it attaches, as in a form that defines it first.
  const filed = yield* store.file(caller, { ...filing, firings: [mail, ...made] })
  if (filed._tag !== "Filed") return yield* Effect.die(new Error(filed._tag))
  return { submission: filed.submission, mail: mail.id, documents: made.map(({ id }) => id) }
})

/** Files a submission with an upload, and an e-mail that attaches it. */
export const fileWithUpload = Effect.fnUntraced(function* (caller: Caller, version: FormVersion, bytes: Uint8Array) {
  const store = yield* SubmissionStore
  const id = UploadId.make(yield* Fixture.uuid)
  const upload = { name: "Beleg März.pdf", mediaType: "application/pdf", bytes }
  const { bytes: _, ...limits } = UploadLimits.defaultValue()
  yield* Effect.orDie((yield* UploadStore).add(caller, { id, formId: version.formId, ...upload }, limits))
  const mail: Firing = {
    id: FiringId.make(yield* Fixture.uuid),
    effectId: "tell",
    kind: "notification",
    on: "filed",
    content: { ...note, files: [{ id, name: upload.name }] }
  }
  const filed = yield* store.file(caller, yield* Fixture.filing(version, { uploads: [id], firings: [mail] }))
  if (filed._tag !== "Filed") return yield* Effect.die(new Error(filed._tag))
  return { mail: mail.id, submission: filed.submission, upload, uploadId: id }
})

/** A new organisation with a form to file against. */
export const setting = Effect.gen(function* () {
  const owner = yield* Fixture.owner
  const { form, version } = yield* Fixture.liveForm(owner)
  return { owner, form, version }
})

const everything: ClaimLimits = {
  limit: 100_000,
  perDestination: 10_000,
  places: [],
  perOrganisation: 10_000,
  leaseMillis: 60_000,
  documents: 10_000,
  lastPrinted: null
}

/** Claims, and keeps the claims that belong to `callers`: other samples use the same outbox. */
export const claim = Effect.fnUntraced(function* (callers: ReadonlyArray<Caller>, limits: Partial<ClaimLimits> = {}) {
  const outbox = yield* Outbox
  const claims = yield* outbox.claim({ ...everything, ...limits })
  return claims.filter(({ organisationId }) => callers.some((caller) => caller.organisationId === organisationId))
})

/** Nothing is due and nothing on its way: what other tests left is settled as dead. */
export const emptied = Effect.gen(function* () {
  const outbox = yield* Outbox
  const left = yield* outbox.claim(everything)
  for (const one of left) yield* settle(one, "dead")
})

/** The one firing of `caller` that is due. */
export const claimOne = Effect.fnUntraced(function* (caller: Caller, limits: Partial<ClaimLimits> = {}) {
  const [only, ...more] = yield* claim([caller], limits)
  return only === undefined || more.length > 0
    ? yield* Effect.die(new Error(`not one firing was due but ${more.length + (only === undefined ? 0 : 1)}`))
    : only
})

/** Ends an attempt. */
export const settle = (claimed: Claim, result: Settlement["result"], change: Partial<Settlement> = {}) =>
  Effect.map(
    Outbox.use((outbox) => outbox.settle([{ claim: claimed, settlement: settlement(result, change) }])),
    ([recorded]) => recorded === true
  )

/** How an attempt ends. */
export const settlement = (result: Settlement["result"], change: Partial<Settlement> = {}): Settlement => ({
  result,
  status: null,
  excerpt: null,
  reason: null,
  delayMillis: 0,
  ...change
})
