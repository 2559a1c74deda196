/**
 * Every operation of both documents × every single privilege, none and no credential × every kind of record: what each
 * answers follows from what the documents declare (contract.md §1 and §3). A new operation is covered as soon as it is
 * declared; one that needs a record or a body that this does not know of fails, and says so.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { OpenApi } from "effect/http-api"
import { Privilege } from "@formwork/domain/grants/Privilege"
import * as Role from "@formwork/domain/grants/Role"
import { Filings } from "@formwork/domain/filing/Filings"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import * as Fired from "./fired.ts"
import * as Harness from "./Harness.ts"
import * as Operations from "./operations.ts"
import * as Wire from "./wire.ts"

type Tenant = Effect.Success<typeof Harness.tenant>

const missing = "01890000-0000-7000-8000-000000000000"

/** How to come by a record that a path parameter names. `absent`: ids that must answer as one that is missing does. */
const records = {
  formId: {
    make: ({ form }: Tenant) => Effect.succeed(form.id),
    absent: ({ form, unpublished }: Tenant) => [unpublished.id, form.id.toUpperCase()]
  },
  apiKeyId: {
    make: ({ mint }: Tenant) => Effect.map(mint(), ({ key }) => key.id),
    absent: () => []
  },
  /** A draft, or for a transition one that was filed; nothing has happened to it yet. */
  submissionId: {
    make: ({ form, operator }: Tenant, { id }: Operations.Operation) =>
      Effect.map(
        Effect.orDie(
          Filings.use((filings) =>
            filings.create(operator, form.id, {
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
  userId: {
    make: ({ operator }: Tenant) => Effect.map(Harness.person(operator, "viewer"), ({ id }) => id),
    absent: () => []
  },
  "submissionId documentId": {
    make: (tenant: Tenant) => Effect.map(Fired.dead(tenant), ({ id, submissionId }) => `${submissionId} ${id}`),
    absent: () => []
  },
  effectId: { make: (tenant: Tenant) => Effect.map(Fired.dead(tenant), ({ id }) => id), absent: () => [] },
  secretName: { make: (tenant: Tenant) => Fired.secret(tenant), absent: () => [] }
} as const

interface Particular {
  /** A body that nothing is wrong with. */
  readonly body?: (tenant: Tenant) => Effect.Effect<unknown, never, Operations.Needed>
  /** What the operation passes on: the caller must hold it too. */
  readonly delegates?: ReadonlyArray<Privilege>
  /** What a key is answered where only a session will do. */
  readonly byKey?: number
}

const viewer = Role.privileges("viewer")
const somebody = () =>
  Effect.sync(() => ({ email: `${crypto.randomUUID()}@ashworth.example`, name: "New", role: "viewer" }))

/** What the document cannot say of an operation. */
const particulars: { readonly [operation: string]: Particular } = {
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
  "sessions.signOut": { byKey: 404 },
  "me.changePassword": {
    body: () => Effect.succeed({ currentPassword: Harness.password, newPassword: "another long password" }),
    byKey: 422
  },
  "apiKeys.create": { body: () => Effect.succeed({ name: "New", privileges: [] }) },
  "apiKeys.rotate": { body: () => Effect.succeed({}) },
  "users.create": { body: somebody, delegates: viewer },
  "users.change": { body: () => Effect.succeed({ name: "New" }), delegates: viewer },
  "users.reactivate": { delegates: viewer },
  "invitations.invite": { body: somebody, delegates: viewer },
  "invitations.renew": { delegates: viewer },
  "invitations.accept": { body: ({ operator }) => Harness.acceptance(operator) },
  "organisation.change": { body: () => Effect.succeed({ name: "Ashworth" }) },
  "submissions.saveDraft": { body: () => Effect.succeed({ data: { age: 36 } }) },
  "submissions.file": { body: () => Effect.succeed({ data: { name: "Ada" } }) },
  "submissions.transition": { body: () => Effect.succeed({ name: "review" }) },
  "effects.retryMany": { body: () => Effect.succeed({ filter: { state: "dead" } }) },
  "secrets.put": { body: () => Effect.succeed({ name: "signing", value: "whsec_value" }) },
  "leakedTokens.report": { body: () => Effect.succeed({ token: "x" }) }
}

const recordOf = (operation: Operations.Operation) => {
  const parameters = operation.parameters.join(" ")
  if (parameters === "") return undefined
  return parameters in records
    ? records[parameters as keyof typeof records]
    : assert.fail(`${operation.id} names a record by ${parameters}: tell "records" how to make one.`)
}

const bodyOf = Effect.fnUntraced(function* (operation: Operations.Operation, tenant: Tenant) {
  if (!operation.takesBody) return undefined
  const { body } = particulars[operation.id] ?? {}
  if (body === undefined)
    assert.fail(`${operation.id} takes a body: tell "particulars" one that nothing is wrong with.`)
  return JSON.stringify(yield* body(tenant))
})

/** Where only one answer is a success, that is what a call that nothing is wrong with gets. */
const successOf = ({ id, responses }: Operations.Operation) => {
  const [status, ...more] = Object.keys(responses)
    .map(Number)
    .filter((code) => code < 300)
  return more.length === 0 && status !== undefined ? status : assert.fail(`${id} has not exactly one success.`)
}

const expected = (operation: Operations.Operation, held: ReadonlyArray<Privilege>, isThere: boolean): number => {
  const { byKey, delegates = [] } = particulars[operation.id] ?? {}
  const { need } = operation
  if (need !== "nothing" && need !== "any credential" && !held.includes(need)) return 403
  if (!isThere) return 404
  return delegates.some((privilege) => !held.includes(privilege)) ? 403 : (byKey ?? successOf(operation))
}

layer(Harness.layer(), { excludeTestServices: true })("the matrix", (it) => {
  const each = (
    test: (
      operation: Operations.Operation,
      tenant: Tenant,
      foreign: Tenant
    ) => Effect.Effect<void, unknown, Operations.Needed>
  ) =>
    Effect.gen(function* () {
      const tenant = yield* Harness.tenant
      const foreign = yield* Harness.tenant
      const { key } = tenant
      for (const operation of yield* Operations.every(key)) yield* test(operation, tenant, foreign)
    })

  const ask = (operation: Operations.Operation, id: string, token: string | undefined, body: string | undefined) =>
    Effect.map(
      Harness.send(
        Wire.request({
          method: operation.method,
          path: operation.path(id),
          token,
          headers: operation.headers,
          ...(body === undefined ? { contentType: undefined } : { body })
        })
      ),
      (answer) => {
        assert.property(operation.responses, String(answer.status), `${operation.id} does not declare ${answer.body}`)
        return answer
      }
    )

  it.effect("a key with one privilege gets what needs that one, and 403 elsewhere, whatever the record", () =>
    each((operation, tenant, foreign) =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const record = recordOf(operation)
        const standing = record === undefined ? "" : yield* record.make(tenant, operation)
        const absent =
          record === undefined ? [] : [missing, "x", yield* record.make(foreign, operation), ...record.absent(tenant)]
        const { delegates = [] } = particulars[operation.id] ?? {}
        const grants: ReadonlyArray<ReadonlyArray<Privilege>> = [
          [],
          ...Privilege.literals.map((privilege) => [privilege]),
          [...Privilege.literals],
          ...(delegates.length === 0 ? [] : [[...delegates, operation.need as Privilege]])
        ]
        for (const held of grants) {
          const { key, token } = yield* tenant.mint(...held)
          const text = Redacted.value(token.text)
          const named = `${operation.id} with ${held.join()}`
          const status = expected(operation, held, true)
          const mine = record === undefined || status === 403 ? standing : yield* record.make(tenant, operation)
          assert.strictEqual(
            (yield* ask(operation, mine, text, yield* bodyOf(operation, tenant))).status,
            status,
            named
          )
          let first: unknown
          for (const id of absent) {
            const answer = Wire.bytes(yield* ask(operation, id, text, yield* bodyOf(operation, tenant)))
            assert.strictEqual(answer.status, expected(operation, held, false), `${named} of ${id}`)
            assert.deepStrictEqual(answer, (first ??= answer), `${named} of ${id}`)
          }
          yield* keys.revoke(tenant.operator, key.id)
        }
      })
    )
  )

  it.effect("a session of the owner gets everything of its organisation", () =>
    each((operation, tenant) =>
      Effect.gen(function* () {
        const owner = yield* Harness.person(tenant.operator, "owner")
        const session = yield* Harness.signIn(tenant.operator, owner.email)
        const id = yield* recordOf(operation)?.make(tenant, operation) ?? Effect.succeed("")
        const answer = yield* ask(operation, id, session, yield* bodyOf(operation, tenant))
        assert.strictEqual(answer.status, successOf(operation), operation.id)
      })
    )
  )

  it.effect(
    "no credential, or a bad one, gets one 401 from everything that is not open, and open endpoints ask for none",
    () =>
      Effect.gen(function* () {
        let first: unknown
        yield* each((operation, tenant) =>
          Effect.gen(function* () {
            const record = recordOf(operation)
            const ids = record === undefined ? [""] : [missing, "x", yield* record.make(tenant, operation)]
            const revoked = yield* tenant.mint(...Privilege.literals)
            yield* (yield* ApiKeys).revoke(tenant.operator, revoked.key.id)
            for (const id of ids) {
              for (const token of [undefined, "none", Redacted.value(revoked.token.text)]) {
                const answer = Wire.bytes(yield* ask(operation, id, token, yield* bodyOf(operation, tenant)))
                if (operation.need === "nothing")
                  assert.strictEqual(answer.status, particulars[operation.id]?.byKey ?? successOf(operation))
                else {
                  assert.strictEqual(answer.status, 401, operation.id)
                  assert.deepStrictEqual(answer, (first ??= answer), operation.id)
                }
              }
            }
          })
        )
      })
  )

  it.effect("refuses in the order 401, 405, 403, 415, 413, 400, 404, 422, by every operation with a body", () =>
    each((operation, tenant) =>
      Effect.gen(function* () {
        if (!operation.takesBody) return
        const isOpen = operation.need === "nothing"
        const reader = Redacted.value((yield* tenant.mint()).token.text)
        const all = Redacted.value((yield* tenant.mint(...Privilege.literals)).token.text)
        const record = recordOf(operation)
        const path = operation.path(missing)
        const mine = record === undefined ? path : operation.path(yield* record.make(tenant, operation))
        const method = operation.method
        const large = "x".repeat(1_048_577)
        const text = { contentType: "text/plain", body: large }
        const needsPrivilege = !isOpen && operation.need !== "any credential"
        const faults: ReadonlyArray<readonly [expected: number, request: Wire.Request]> = [
          ...(isOpen ? [] : [[401, { method, path, token: "none", ...text }] as const]),
          [405, { method: "PROPFIND", path, token: reader, ...text }],
          ...(needsPrivilege ? [[403, { method, path, token: reader, ...text }] as const] : []),
          [415, { method, path, token: all, ...text }],
          [413, { method, path, token: all, body: large }],
          [400, { method, path, token: all, body: "[" }],
          ...(record === undefined ? [] : [[404, { method, path, token: all, body: "[]" }] as const]),
          [422, { method, path: mine, token: all, body: "[]" }]
        ]
        for (const [status, request] of faults)
          assert.strictEqual((yield* Harness.send(Wire.request(request))).status, status, `${operation.id} ${status}`)
      })
    )
  )

  it.effect("knows both documents, each with the operations that it declares", () =>
    Effect.gen(function* () {
      const { key } = yield* Harness.tenant
      const documents: ReadonlyArray<OpenApi.OpenAPISpec> = yield* Operations.documents(key)
      assert.deepStrictEqual(
        documents.map(({ info }) => info.title),
        ["Formwork", "Formwork app API"]
      )
      const ids = (yield* Operations.every(key)).map(({ id }) => id)
      assert.includeMembers(ids, Object.keys(particulars))
      assert.strictEqual(new Set(ids).size, ids.length)
    })
  )
})
