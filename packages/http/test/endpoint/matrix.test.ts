/**
 * Every operation of both documents × every single privilege, none and no credential × every kind of record: what each
 * answers follows from what the documents declare (spec/http.md §1.1 and spec/http.md §3.11). A new operation is covered as soon as it is
 * declared. Where it needs a record or a body that matrixRecords.ts lacks, the test fails and names it.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { OpenApi } from "effect/http-api"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import * as Harness from "../support/Harness.ts"
import { bodyOf, missing, mostBytesOf, particulars, recordOf } from "../support/matrixRecords.ts"
import type { Tenant } from "../support/matrixRecords.ts"
import * as Operations from "../support/operations.ts"
import * as Wire from "../support/wire.ts"
import { problemsOf } from "../support/reading.ts"

/** The status of a valid call, where the operation has one successful answer. */
const successOf = ({ id, responses }: Operations.Operation) => {
  const [status, ...more] = Object.keys(responses)
    .map(Number)
    .filter((code) => code < 300)
  return more.length === 0 && status !== undefined ? status : assert.fail(`${id} has not exactly one success.`)
}

const expected = (operation: Operations.Operation, held: ReadonlyArray<Privilege>, isThere: boolean): number => {
  const { byKey, delegates = [], toOthers } = particulars[operation.id] ?? {}
  const { need } = operation
  if (need !== "nothing" && need !== "any credential" && !held.includes(need)) return 403
  if (isForSessions(operation)) return 403
  if (!isThere) return 404
  return delegates.some((privilege) => !held.includes(privilege)) ? 403 : (toOthers ?? byKey ?? successOf(operation))
}

/** Whether an operation is for sessions alone: it needs no privilege, and refuses keys before anything else. */
const isForSessions = ({ id, need }: Operations.Operation): boolean =>
  need === "any credential" && particulars[id]?.byKey === 403

layer(Harness.layer(), { excludeTestServices: true })("the matrix of operations and credentials", (it) => {
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

  const ask = (operation: Operations.Operation, { form }: Tenant, id: string, token?: string, body?: string) =>
    Effect.map(
      Harness.send(
        Wire.request({
          method: operation.method,
          path: operation.path(id) + operation.query(form.id),
          token,
          headers: operation.headers,
          ...(body === undefined ? { contentType: undefined } : { contentType: operation.mediaType, body })
        })
      ),
      (answer) => {
        assert.property(operation.responses, String(answer.status), `${operation.id} does not declare ${answer.body}`)
        return answer
      }
    )

  it.effect(
    "a key with one privilege may call what needs that privilege, and gets 403 elsewhere for every record",
    () =>
      each((operation, tenant, foreign) =>
        Effect.gen(function* () {
          const keys = yield* ApiKeys
          const record = recordOf(operation)
          const standing = record === undefined ? "" : yield* record.make(tenant, operation)
          const absent =
            record === undefined
              ? []
              : [missing, "x", yield* record.make(foreign, operation), ...record.absent(tenant, operation)]
          const { delegates = [] } = particulars[operation.id] ?? {}
          const grants: ReadonlyArray<ReadonlyArray<Privilege>> = [
            [],
            ...Privilege.literals.map((privilege) => [privilege]),
            [...Privilege.literals],
            ...(delegates.length === 0 ? [] : [[...delegates, Operations.privilegeOf(operation)]])
          ]
          for (const held of grants) {
            const { key, token } = yield* tenant.mint(...held)
            const text = Redacted.value(token.text)
            const named = `${operation.id} with ${held.join()}`
            const status = expected(operation, held, true)
            const mine = record === undefined || status === 403 ? standing : yield* record.make(tenant, operation)
            assert.strictEqual(
              (yield* ask(operation, tenant, mine, text, yield* bodyOf(operation, tenant, mine))).status,
              status,
              named
            )
            let first: unknown
            for (const id of absent) {
              const answer = Wire.bytes(yield* ask(operation, tenant, id, text, yield* bodyOf(operation, tenant, id)))
              assert.strictEqual(answer.status, expected(operation, held, false), `${named} of ${id}`)
              assert.deepStrictEqual(answer, (first ??= answer), `${named} of ${id}`)
            }
            yield* keys.revoke(tenant.operator, key.id)
          }
        })
      )
  )

  it.effect("a session of the owner may call every operation of its organisation", () =>
    each((operation, tenant) =>
      Effect.gen(function* () {
        const owner = yield* Harness.person(tenant.operator, "owner")
        const session = yield* Harness.signIn(tenant.operator, owner.email)
        const id = yield* recordOf(operation)?.make(tenant, operation, owner) ?? Effect.succeed("")
        const answer = yield* ask(operation, tenant, id, session, yield* bodyOf(operation, tenant, id))
        assert.strictEqual(answer.status, particulars[operation.id]?.toOthers ?? successOf(operation), operation.id)
      })
    )
  )

  it.effect(
    "a missing or bad credential gets the same 401 from every endpoint but the open ones, which need no credential",
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
                const answer = Wire.bytes(
                  yield* ask(operation, tenant, id, token, yield* bodyOf(operation, tenant, id))
                )
                if (operation.need === "nothing") assert.strictEqual(answer.status, successOf(operation))
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

  it.effect("an operation with parameters refuses unknown and repeated ones, v1's too", () =>
    each((operation, tenant) =>
      Effect.gen(function* () {
        const { id, method, path, queries, query } = operation
        const [name] = queries
        if (name === undefined) return
        const record = yield* recordOf(operation)?.make(tenant, operation) ?? Effect.succeed("")
        const token = isForSessions(operation)
          ? yield* Harness.signIn(tenant.operator, (yield* Harness.person(tenant.operator, "owner")).email)
          : Redacted.value((yield* tenant.mint(...Privilege.literals)).token.text)
        const first = query(tenant.form.id)
        for (const [more, code] of [
          ["nonsense=1", "unknown_field"],
          [`${name}=1&${name}=1`, "unique"],
          [`${name}=%ff`, "type"]
        ]) {
          const target = `${path(record)}${first === "" ? "?" : `${first}&`}${more}`
          const body = yield* bodyOf(operation, tenant, record)
          const answer = yield* Harness.send(
            Wire.request({ method, path: target, token, ...(body === undefined ? {} : { body }) })
          )
          assert.strictEqual(answer.status, 422, `${id} ${more}`)
          const problems = problemsOf(answer)
          assert.include(
            problems.map((problem) => problem["code"]),
            code,
            `${id} ${more}`
          )
        }
      })
    )
  )

  it.effect("every operation with a body refuses in the order 401, 405, 403, 415, 413, 400, 404, 422", () =>
    each((operation, tenant) =>
      Effect.gen(function* () {
        if (!operation.takesBody) return
        const isOpen = operation.need === "nothing"
        const reader = Redacted.value((yield* tenant.mint()).token.text)
        const all = isForSessions(operation)
          ? yield* Harness.signIn(tenant.operator, (yield* Harness.person(tenant.operator, "owner")).email)
          : Redacted.value((yield* tenant.mint(...Privilege.literals)).token.text)
        const record = recordOf(operation)
        const path = operation.path(missing)
        const mine = record === undefined ? path : operation.path(yield* record.make(tenant, operation))
        const method = operation.method
        const large = "x".repeat(mostBytesOf(operation) + 1)
        const text = { contentType: "text/plain", body: large }
        const needsPrivilege = isForSessions(operation) || (!isOpen && operation.need !== "any credential")
        const faults: ReadonlyArray<readonly [expected: number, request: Wire.Request]> = [
          ...(isOpen ? [] : [[401, { method, path, token: "none", ...text }] as const]),
          [405, { method: "PROPFIND", path, token: reader, ...text }],
          ...(needsPrivilege ? [[403, { method, path, token: reader, ...text }] as const] : []),
          operation.mediaType === Operations.anyType
            ? [413, { method, path, token: all, ...text }]
            : [415, { method, path, token: all, ...text }],
          ...(operation.mediaType === "application/json"
            ? []
            : [[404, { method, path, token: all, contentType: operation.mediaType, body: "[" }] as const])
        ]
        // The lines of a batch are refused one by one, in its answer.
        const ofJson: typeof faults = [
          [413, { method, path, token: all, body: large }],
          [400, { method, path, token: all, body: "[" }],
          ...(record === undefined ? [] : [[404, { method, path, token: all, body: "[]" }] as const]),
          [422, { method, path: mine, token: all, body: "[]" }]
        ]
        for (const [status, request] of operation.mediaType === "application/json" ? [...faults, ...ofJson] : faults)
          assert.strictEqual((yield* Harness.send(Wire.request(request))).status, status, `${operation.id} ${status}`)
      })
    )
  )

  it.effect("the matrix knows both documents, each with the operations that it declares", () =>
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
