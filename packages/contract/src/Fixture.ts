/** The fixtures of the laws. A new organisation for every sample replaces cleaning up, and tests isolation at no cost. */
import { Duration, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import { FiringId } from "@formwork/domain/filing/Firing"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import type { EvaluatedData, Submission } from "@formwork/domain/filing/Submission"
import type { Change, Filing } from "@formwork/domain/filing/SubmissionStore"
import { FolderId } from "@formwork/domain/folders/Folder"
import { FolderLimits } from "@formwork/domain/folders/FolderTree"
import { FolderStore } from "@formwork/domain/folders/FolderStore"
import { FormId, FormVersionId } from "@formwork/domain/forms/Form"
import type { Form, FormVersion } from "@formwork/domain/forms/Form"
import { FormStore } from "@formwork/domain/forms/FormStore"
import * as Caller from "@formwork/domain/callers/Caller"
import * as KeyLimits from "@formwork/domain/callers/KeyLimits"
import type { Privilege } from "@formwork/domain/callers/Privilege"
import type { Role } from "@formwork/domain/callers/Role"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { ApiKeyId } from "@formwork/domain/keys/ApiKey"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { SessionId } from "@formwork/domain/people/Session"
import { SessionStore } from "@formwork/domain/people/SessionStore"
import type { NewSession } from "@formwork/domain/people/SessionStore"
import * as Token from "@formwork/domain/credentials/Token"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import { TokenPrefixes } from "@formwork/domain/credentials/Token"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import { InvitationId } from "@formwork/domain/people/Invitation"
import { InvitationStore } from "@formwork/domain/people/InvitationStore"
import { OrganisationStore } from "@formwork/domain/people/OrganisationStore"
import type { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { UserStore } from "@formwork/domain/people/UserStore"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { policyOf } from "./keyOptions.ts"
import type { NewKeyOptions, RotationOptions } from "./keyOptions.ts"

/** The default prefixes of tokens. */
export const prefixes: Token.Prefixes = TokenPrefixes.defaultValue()

export const uuid = SecureRandom.SecureRandom.use((random) => random.uuidV7())

/** The owner of a new organisation. */
export const owner = Effect.gen(function* () {
  const organisationId = OrganisationId.make(yield* uuid)
  const userId = UserId.make(yield* uuid)
  const organisations = yield* OrganisationStore
  yield* organisations.create(
    { id: organisationId, name: "Ashworth & Daughters" },
    { id: userId, email: "owner@ashworth.example", name: "Edith Ashworth", role: "owner" },
    null
  )
  return Caller.operator(organisationId, userId)
})

export const newKey = Effect.fnUntraced(function* (
  creator: Caller.Caller,
  privileges: ReadonlyArray<Privilege>,
  options: NewKeyOptions = {}
) {
  const store = yield* ApiKeyStore
  const hasher = yield* TokenHasher
  const id = ApiKeyId.make(yield* uuid)
  const token = yield* Token.mint(prefixes, "api_key", creator.organisationId, id)
  const key = yield* store.insert(
    creator,
    {
      id,
      name: options.name ?? "Quote engine",
      privileges,
      limits: { ...KeyLimits.none, ...options.limits },
      expiresAt: options.expiresAt ?? null,
      hint: Token.hint(token),
      hash: yield* hasher.hash(token)
    },
    policyOf(options)
  )
  return { key, token }
})

/** Stores a replacement of a key. */
export const rotate = Effect.fnUntraced(function* (caller: Caller.Caller, id: ApiKeyId, options: RotationOptions = {}) {
  const store = yield* ApiKeyStore
  const hasher = yield* TokenHasher
  const next = ApiKeyId.make(yield* uuid)
  const token = yield* Token.mint(prefixes, "api_key", caller.organisationId, next)
  const proof = { id: next, hint: Token.hint(token), hash: yield* hasher.hash(token) }
  const replacement = { ...proof, name: options.name, expiresAt: options.expiresAt }
  const { overlapMillis = 0 } = options
  return { ...(yield* store.rotate(caller, id, replacement, overlapMillis, policyOf(options))), token }
})

/** A caller with a new key, admitted. */
export const machine = Effect.fnUntraced(function* (
  creator: Caller.Caller,
  privileges: ReadonlyArray<Privilege> = ["submission:read", "submission:write"],
  limits: Partial<KeyLimits.KeyLimits> = {}
) {
  const { key, token } = yield* newKey(creator, privileges, { limits })
  const admissions = yield* Admissions
  const { caller } = yield* admissions.admit(token)
  return { caller, key, token }
})

/** A new user with a role and a unique address, as an operator. */
export const person = Effect.fnUntraced(function* (
  creator: Caller.Caller,
  role: Role,
  change: { readonly email?: string; readonly password?: PasswordHash } = {}
) {
  const users = yield* UserStore
  const id = UserId.make(yield* uuid)
  const { email = `${id}@ashworth.example`, password = null } = change
  const user = yield* users.insert(creator, { id, email, name: "Olive Ashworth", role }, password)
  return { user, operator: Caller.operator(creator.organisationId, id, role) }
})

/** An invitation about to be stored, and its token. */
export const invitation = Effect.fnUntraced(function* (
  { organisationId }: Pick<Caller.Caller, "organisationId">,
  options: { readonly lifetime?: Duration.Duration; readonly isShown?: boolean } = {}
) {
  const hasher = yield* TokenHasher
  const id = InvitationId.make(yield* uuid)
  const token = yield* Token.mint(prefixes, "invitation", organisationId, id)
  const { lifetime = Duration.days(7), isShown = false } = options
  return { token, stored: { id, lifetime, isShown, hash: yield* hasher.hash(token) } }
})

type Invitation = Parameters<typeof invitation>[1]

/** A person who was invited. */
export const invited = Effect.fnUntraced(function* (creator: Caller.Caller, role: Role, options: Invitation = {}) {
  const invitations = yield* InvitationStore
  const { stored, token } = yield* invitation(creator, options)
  const id = UserId.make(yield* uuid)
  const person = { id, email: `${id}@ashworth.example`, name: "Olive Ashworth", role }
  return { ...(yield* invitations.invite(creator, person, stored)), token }
})

/** Another invitation for an existing person. */
export const renewed = Effect.fnUntraced(function* (caller: Caller.Caller, id: UserId, options: Invitation = {}) {
  const invitations = yield* InvitationStore
  const { stored, token } = yield* invitation(caller, options)
  return { ...(yield* invitations.renew(caller, id, stored)), token }
})

/** The place of a sign-in whose network is not known. */
export const nowhere = { network: undefined }

/** Stores a session of `userId`. */
export const newSession = Effect.fnUntraced(function* (
  { organisationId, userId }: Pick<Caller.Caller, "organisationId" | "userId">,
  options: Partial<Omit<NewSession, "id" | "userId" | "hash">> = {}
) {
  const store = yield* SessionStore
  const hasher = yield* TokenHasher
  const id = SessionId.make(yield* uuid)
  const token = yield* Token.mint(prefixes, "session", organisationId, id)
  const { lifetime = Duration.hours(12), password = null, ...place } = options
  const hash = yield* hasher.hash(token)
  const session = yield* store.insert(organisationId, { id, userId, lifetime, hash, password, ...place })
  return { session, token }
})

/** A new user who has signed in, admitted with a new session. */
export const signedIn = Effect.fnUntraced(function* (
  who: Pick<Caller.Caller, "organisationId" | "userId">,
  options: Parameters<typeof newSession>[1] = {}
) {
  const { session, token } = yield* newSession(who, options)
  const admissions = yield* Admissions
  const { caller } = yield* admissions.admit(token)
  return { caller, session, token }
})

/** The smallest definition. A store keeps it and does not read it. */
const definition = (code: string): Json => ({
  title: "Enquiry",
  code,
  fields: [{ slug: "subject", type: "text" }]
})

/** The default limits of a tree of folders. */
export const folderLimits = FolderLimits.defaultValue()

/** A folder with a unique name. */
export const newFolder = Effect.fnUntraced(function* (caller: Caller.Caller, parentId: FolderId | null = null) {
  const store = yield* FolderStore
  const id = FolderId.make(yield* uuid)
  return yield* store.create(caller, { id, name: `Folder ${id}`, parentId }, folderLimits)
})

export const newForm = Effect.fnUntraced(function* (
  caller: Caller.Caller,
  code: string,
  { folderId = null, title = "Enquiry" }: { readonly folderId?: FolderId | null; readonly title?: string } = {}
) {
  const store = yield* FormStore
  return yield* store.create(caller, {
    id: FormId.make(yield* uuid),
    code,
    title,
    draft: definition(code),
    folderId
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
    uploads: [],
    ...change
  } satisfies Filing
})

/** The next change of a submission; by default a transition with one firing. */
export const change = Effect.fnUntraced(function* (
  { id, revision }: Pick<Submission, "id" | "revision">,
  change: Partial<Change> = {}
) {
  return {
    id,
    revision,
    action: "submission.transitioned" as const,
    workflowState: "in_review",
    content: undefined,
    transition: "review",
    comment: null,
    firings: [{ id: FiringId.make(yield* uuid), effectId: "tell", kind: "delivery" as const, on: "state:in_review" }],
    uploads: [],
    ...change
  } satisfies Change
})

/** New values for a draft that is saved again, or filed, with `version`. */
export const content = (version: FormVersion, data: JsonObject = { subject: "Gutter" }): EvaluatedData => ({
  formVersionId: version.id,
  data,
  calculatedData: { score: 4 },
  hiddenFields: ["attic"],
  outcomes: [{ id: "accept", message: "Fine", severity: "info" }]
})

/** The same ids with another secret. */
export const forged = <K extends Token.Kind>(token: Token.Token<K>) =>
  Token.mint(prefixes, token.kind, token.organisationId, token.credentialId)

/** What an admission finds: `good`, or why the token is refused; null where it gives no reason. */
export const verdict = Effect.fnUntraced(function* (token: Token.Token) {
  const admissions = yield* Admissions
  const result = yield* Effect.result(admissions.admit(token))
  if (result._tag === "Success") return "good"
  const refusal = result.failure
  if (refusal._tag !== "Unauthenticated") return yield* Effect.die(new Error(refusal._tag))
  const { known } = refusal
  if (known === undefined) return null
  return known.kind === token.kind && known.id === token.credentialId ? known.reason : "of another"
})

/** The audit log of an organisation, newest first. */
export const log = (caller: Caller.Caller) =>
  Effect.map(
    AuditStore.use((audit) => audit.list(caller, {}, { limit: 10_000, examine: 10_000 })),
    ({ items }) => items
  )

/** The refusal's tag, or `Success`. */
export const tagOf = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.result(self), (result) => (result._tag === "Success" ? "Success" : result.failure._tag))
