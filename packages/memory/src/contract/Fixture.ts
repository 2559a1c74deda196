/** What the laws start from. A fresh organisation for every sample replaces cleaning up, and tests isolation for nothing. */
import { Effect } from "effect"
import type { DateTime } from "effect"
import { SecureRandom } from "effect/crypto"
import { FiringId } from "@formwork/domain/effects/Firing"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import type { Filing } from "@formwork/domain/filing/SubmissionStore"
import { FormId, FormVersionId } from "@formwork/domain/forms/Form"
import type { Form, FormVersion } from "@formwork/domain/forms/Form"
import { FormStore } from "@formwork/domain/forms/FormStore"
import * as Caller from "@formwork/domain/grants/Caller"
import type { Privilege } from "@formwork/domain/grants/Privilege"
import { Admissions } from "@formwork/domain/keys/Admissions"
import { ApiKeyId } from "@formwork/domain/keys/ApiKey"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import * as Token from "@formwork/domain/keys/Token"
import { TokenHasher } from "@formwork/domain/keys/TokenHasher"
import { OrganisationId, UserId } from "@formwork/domain/organisations/Organisation"
import { OrganisationStore } from "@formwork/domain/organisations/OrganisationStore"
import type { Json } from "@formwork/rules/Json"

export const uuid = SecureRandom.SecureRandom.use((random) => random.uuidV7())

/** An organisation that nobody else uses, seen through its owner. */
export const owner = Effect.gen(function* () {
  const organisationId = OrganisationId.make(yield* uuid)
  const userId = UserId.make(yield* uuid)
  const organisations = yield* OrganisationStore
  yield* organisations.create(
    { id: organisationId, name: "Ashworth & Daughters" },
    { id: userId, email: "owner@ashworth.example", name: "Edith Ashworth", role: "owner" }
  )
  return Caller.operator(organisationId, userId)
})

export const newKey = Effect.fnUntraced(function* (
  creator: Caller.Caller,
  privileges: ReadonlyArray<Privilege>,
  options: { readonly expiresAt?: DateTime.Utc; readonly activeLimit?: number; readonly name?: string } = {}
) {
  const store = yield* ApiKeyStore
  const hasher = yield* TokenHasher
  const id = ApiKeyId.make(yield* uuid)
  const token = yield* Token.mint("fwk", creator.organisationId, id)
  const key = yield* store.insert(
    creator,
    {
      id,
      name: options.name ?? "Quote engine",
      privileges,
      expiresAt: options.expiresAt ?? null,
      hint: Token.hint("fwk", token),
      hash: yield* hasher.hash(token)
    },
    options.activeLimit ?? 100
  )
  return { key, token }
})

/** A machine caller, admitted with a key of its own. */
export const machine = Effect.fnUntraced(function* (
  creator: Caller.Caller,
  privileges: ReadonlyArray<Privilege> = ["submission:read", "submission:write"]
) {
  const { key, token } = yield* newKey(creator, privileges)
  const admissions = yield* Admissions
  const { caller } = yield* admissions.admit(token)
  return { caller, key, token }
})

/** The smallest definition there is; a store keeps it and does not read it. */
export const definition = (code: string): Json => ({
  title: "Enquiry",
  code,
  fields: [{ slug: "subject", type: "text" }]
})

export const newForm = Effect.fnUntraced(function* (caller: Caller.Caller, code: string) {
  const store = yield* FormStore
  return yield* store.create(caller, {
    id: FormId.make(yield* uuid),
    code,
    title: "Enquiry",
    draft: definition(code)
  })
})

export const publish = Effect.fnUntraced(function* (caller: Caller.Caller, form: Form) {
  const store = yield* FormStore
  return yield* store.publish(caller, form.id, FormVersionId.make(yield* uuid), form.draft)
})

/** A form with a live version. */
export const liveForm = Effect.fnUntraced(function* (caller: Caller.Caller, code = "ENQ") {
  const form = yield* newForm(caller, code)
  return { form, version: yield* publish(caller, form) }
})

/** A filing against `version`, with one firing. */
export const filing = Effect.fnUntraced(function* (version: FormVersion, change: Partial<Filing> = {}) {
  return {
    submission: {
      id: SubmissionId.make(yield* uuid),
      formId: version.formId,
      formVersionId: version.id,
      workflowState: "submitted",
      data: { subject: "Roof" },
      calculatedData: { score: 3 },
      hiddenFields: ["notes"],
      outcomes: [{ id: "refer", message: "Ask Edith", severity: "warning" as const }]
    },
    reference: { prefix: "ENQ-", suffix: "-X", sequenceWidth: 4 },
    firings: [{ id: FiringId.make(yield* uuid), effectId: "thank", kind: "notification" as const, on: "filed" }],
    idempotency: undefined,
    ...change
  } satisfies Filing
})

/** The same ids with another secret. */
export const forged = (token: Token.Token) => Token.mint("fwk", token.organisationId, token.credentialId)
