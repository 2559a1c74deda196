/** What matrix.test.ts knows about operations in addition to their document. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { FormId } from "@formwork/domain/forms/Form"
import { FormStore } from "@formwork/domain/forms/FormStore"
import * as Caller from "@formwork/domain/callers/Caller"
import type { Privilege } from "@formwork/domain/callers/Privilege"
import * as Role from "@formwork/domain/callers/Role"
import { Submissions } from "@formwork/domain/filing/Submissions"
import type { User } from "@formwork/domain/people/Organisation"
import { SessionStore } from "@formwork/domain/people/SessionStore"
import * as Sent from "./fileFixture.ts"
import * as Fired from "./firingFixture.ts"
import * as LookedUp from "./tableFixture.ts"
import * as Harness from "./Harness.ts"
import type * as Operations from "./operations.ts"
import * as Ran from "./impactRuns.ts"

export type Tenant = Harness.Tenant

export const missing = "01890000-0000-7000-8000-000000000000"

/** Operations on the live version of a form. */
const isOfLive = ({ id, path }: Operations.Operation) =>
  path("").startsWith("/api/platform/v1/") || ["forms.schema", "forms.evaluateBatch", "impact.start"].includes(id)

/** How to get a record that a path parameter names. `absent`: ids that must be answered like a missing one. */
const records = {
  /** A live form where the operation needs one, else a new form. */
  formId: {
    make: (tenant: Tenant, operation: Operations.Operation) =>
      operation.id === "files.add"
        ? Sent.form(tenant)
        : isOfLive(operation)
          ? Effect.succeed(tenant.form.id)
          : Effect.map(Harness.newForm(tenant.operator), ({ id }) => id),
    absent: ({ form, unpublished }: Tenant, operation: Operations.Operation) => [
      form.id.toUpperCase(),
      ...(isOfLive(operation) ? [unpublished.id] : [])
    ]
  },
  folderId: {
    make: ({ operator }: Tenant) => Effect.map(Harness.newFolder(operator), ({ id }) => id),
    absent: ({ form }: Tenant) => [form.id]
  },
  apiKeyId: {
    make: ({ mint }: Tenant) => Effect.map(mint(), ({ key }) => key.id),
    absent: () => []
  },
  /** A new draft, or for a transition a newly filed submission. */
  submissionId: {
    make: ({ form, operator }: Tenant, { id }: Operations.Operation) =>
      Effect.map(
        Effect.orDie(
          Submissions.use((submissions) =>
            submissions.create(operator, form.id, {
              data: { name: "Ada" },
              draft: id !== "submissions.transition",
              idempotencyKey: undefined
            })
          )
        ),
        ({ submission }) => submission.id
      ),
    absent: ({ form }: Tenant) => [form.id]
  },
  "formId versionId": {
    make: ({ form, version }: Tenant) => Effect.succeed(`${form.id} ${version.id}`),
    absent: ({ form, unpublished, version }: Tenant) => [
      `${unpublished.id} ${version.id}`,
      `${form.id} ${missing}`,
      `${version.id} ${form.id}`
    ]
  },
  "formId runId": {
    make: ({ form, operator }: Tenant) => Effect.map(Ran.toItsEnd(operator, form.id), ({ id }) => `${form.id} ${id}`),
    absent: ({ form, unpublished }: Tenant) => [`${form.id} ${missing}`, `${unpublished.id} ${missing}`, `${missing} x`]
  },
  /** Of the person who calls, where the caller is one. */
  sessionId: {
    make: ({ operator }: Tenant, _: Operations.Operation, caller?: User) =>
      Effect.gen(function* () {
        const { email, id } = caller ?? (yield* Harness.person(operator, "viewer"))
        yield* Harness.signIn(operator, email)
        const [session] = yield* SessionStore.use((sessions) =>
          sessions.list(Caller.operator(operator.organisationId, id))
        )
        return session?.id ?? missing
      }),
    absent: () => []
  },
  userId: {
    make: ({ operator }: Tenant) => Effect.map(Harness.person(operator, "viewer"), ({ id }) => id),
    absent: () => []
  },
  "submissionId documentId": {
    make: (tenant: Tenant) => Effect.map(Fired.dead(tenant), ({ id, submissionId }) => `${submissionId} ${id}`),
    absent: () => []
  },
  "formId fileId": {
    make: (tenant: Tenant) => Effect.map(Sent.waiting(tenant), ({ formId, id }) => `${formId} ${id}`),
    absent: () => []
  },
  "submissionId fileId": {
    make: (tenant: Tenant) => Effect.map(Sent.filed(tenant), ({ id, submissionId }) => `${submissionId} ${id}`),
    absent: () => []
  },
  "submissionId revision": {
    make: (tenant: Tenant) => Effect.map(Fired.dead(tenant), ({ submissionId }) => `${submissionId} 1`),
    absent: () => []
  },
  effectId: { make: (tenant: Tenant) => Effect.map(Fired.dead(tenant), ({ id }) => id), absent: () => [] },
  tableName: { make: (tenant: Tenant) => LookedUp.table(tenant), absent: () => ["No", "none"] },
  secretName: { make: (tenant: Tenant) => Fired.secret(tenant), absent: () => [] }
} as const

interface Particular {
  /** A valid body. */
  readonly body?: (tenant: Tenant, id: string) => Effect.Effect<unknown, never, Operations.Needed>
  /** Bytes that its body may have; 1,048,576 if left out. */
  readonly mostBytes?: number
  /** Privileges that the operation passes on, so that the caller needs them too. */
  readonly delegates?: ReadonlyArray<Privilege>
  /** The status of the answer to a key, where the operation needs a session. */
  readonly byKey?: number
  /** The status of the answer to every credential but the one that made the record, where the operation is for that one. */
  readonly toOthers?: number
}

const viewer = Role.privileges("viewer")

/** Facts about operations that a document cannot have. */
export const particulars: { readonly [operation: string]: Particular } = {
  evaluate: { body: () => Effect.succeed({ data: { name: "Ada" } }) },
  createSubmission: { body: () => Effect.succeed({ data: { name: "Ada" } }) },
  "sessions.signIn": {
    body: ({ operator }) =>
      Effect.map(Harness.person(operator, "viewer"), ({ email }) => ({
        email,
        password: Harness.password,
        organisation: operator.organisationId
      }))
  },
  "sessions.signOut": { byKey: 403 },
  "sessions.confirm": { body: () => Effect.succeed({ password: Harness.password }), byKey: 403 },
  "me.sessions": { byKey: 403 },
  "me.endSession": { byKey: 403 },
  "me.endOtherSessions": { byKey: 403 },
  "me.changePassword": {
    body: () => Effect.succeed({ currentPassword: Harness.password, newPassword: "another long password" }),
    byKey: 403
  },
  "keys.create": { body: () => Effect.succeed({ name: "New", privileges: ["apikey:write"] }) },
  "keys.revoke": { body: () => Effect.succeed({}) },
  "keys.rotate": { body: () => Effect.succeed({}) },
  "users.create": {
    body: () => Effect.sync(() => ({ email: `${crypto.randomUUID()}@ashworth.example`, name: "New", role: "viewer" })),
    delegates: viewer
  },
  "organisation.update": { body: () => Effect.succeed({ name: "Ashworth" }) },
  "users.update": { body: () => Effect.succeed({ name: "New" }), delegates: viewer },
  "users.deactivate": { delegates: viewer },
  "users.reactivate": { delegates: viewer },
  "invitations.invite": {
    body: () => Effect.sync(() => ({ email: `${crypto.randomUUID()}@ashworth.example`, name: "New", role: "viewer" })),
    delegates: viewer,
    byKey: 403
  },
  "invitations.renew": { delegates: viewer, byKey: 403 },
  "invitations.accept": { body: ({ operator }) => Harness.acceptance(operator) },
  "submissions.save": { body: () => Effect.succeed({ data: { age: 36 } }) },
  "submissions.file": { body: () => Effect.succeed({ data: { name: "Ada" } }) },
  "submissions.transition": { body: () => Effect.succeed({ name: "review" }) },
  "submissions.example": { delegates: ["form:read"] },
  "folders.create": { body: () => Effect.sync(() => ({ name: Harness.unused() })) },
  "folders.update": { body: () => Effect.sync(() => ({ name: Harness.unused() })) },
  "forms.create": { body: () => Effect.sync(() => ({ definition: { code: Harness.unused() } })) },
  "forms.update": { body: () => Effect.succeed({ title: "Another" }) },
  "drafts.save": {
    body: ({ operator }, id) =>
      FormStore.use((forms) => forms.get(operator, FormId.make(id))).pipe(
        Effect.map(({ draft }) => ({ definition: draft })),
        Effect.catchCause(() => Effect.succeed({ definition: {} }))
      )
  },
  "examples.save": { body: () => Effect.succeed({ examples: [] }) },
  "drafts.publish": { body: () => Effect.succeed({ note: "Another version" }) },
  "versions.republish": { body: () => Effect.succeed({}) },
  "drafts.check": { body: () => Effect.succeed({}) },
  "forms.check": { body: () => Effect.succeed({ definition: {} }) },
  "forms.evaluate": {
    body: () => Effect.succeed({ data: { name: "Ada" }, version: "draft" }),
    delegates: ["submission:write"]
  },
  "forms.evaluateBatch": { body: () => Effect.succeed({ data: { name: "Ada" } }) },
  "files.add": { body: () => Effect.succeed({}), mostBytes: 10_000_000 },
  "files.remove": { toOthers: 404 },
  "submissions.delete": { body: () => Effect.succeed({ reason: "Asked for." }) },
  "effects.content": { delegates: ["submission:read"] },
  "effects.retryMany": { body: () => Effect.succeed({ filter: { state: "dead" } }) },
  "tables.create": {
    body: () => Effect.sync(() => ({ name: LookedUp.unused(), csv: LookedUp.csv })),
    mostBytes: 10_485_760
  },
  "tables.save": { body: () => Effect.succeed({ csv: LookedUp.csv }), mostBytes: 10_485_760 },
  "tables.publish": { body: () => Effect.succeed({}) },
  "tables.forms": { delegates: ["form:read"] },
  "secrets.set": { body: () => Effect.succeed({ name: "signing", value: `whsec_${"V".repeat(44)}` }) },
  "secrets.change": { body: () => Effect.succeed({ hosts: ["crm.example"] }) },
  // Run one to its end first: an organisation has one at a time.
  "impact.start": {
    body: ({ form, operator }) => Effect.as(Ran.toItsEnd(operator, form.id), { limit: 10 }),
    delegates: ["submission:read"]
  },
  "impact.get": { delegates: ["submission:read"] },
  "leakedTokens.report": { body: () => Effect.succeed({ token: "x" }) }
}

const isRecorded = (parameters: string): parameters is keyof typeof records => Object.hasOwn(records, parameters)

export const mostBytesOf = ({ id }: Operations.Operation): number => particulars[id]?.mostBytes ?? 1_048_576

export const recordOf = (operation: Operations.Operation) => {
  const parameters = operation.parameters.join(" ")
  if (parameters === "") return undefined
  return isRecorded(parameters)
    ? records[parameters]
    : assert.fail(`${operation.id} names a record by ${parameters}: tell "records" how to make one.`)
}

export const bodyOf = Effect.fnUntraced(function* (operation: Operations.Operation, tenant: Tenant, id: string) {
  if (!operation.takesBody) return undefined
  const { body } = particulars[operation.id] ?? {}
  if (body === undefined) assert.fail(`${operation.id} takes a body: add a valid one to "particulars".`)
  return JSON.stringify(yield* body(tenant, id))
})
