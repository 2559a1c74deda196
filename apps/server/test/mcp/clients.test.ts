/** Every tool and every refusal, as the official clients see them over both transports (spec/service.md §1.9; spec/http.md §8.4). */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import * as Http from "../../../../packages/http/test/support/Harness.ts"
import { listOf, objectOf } from "../support/reading.ts"
import { connections } from "./clients.ts"
import type { Called, Client } from "./clients.ts"
import * as Harness from "./Harness.ts"

const missing = "01890000-0000-7000-8000-000000000000"

const valid = { name: "Ada", age: 70 }

/** The problem details of a tool's refusal. */
const problemOf = ({ content, isError, structuredContent }: Called): Record<string, unknown> => {
  assert.isTrue(isError)
  assert.isUndefined(structuredContent)
  assert.strictEqual(content.length, 1)
  return JSON.parse(content[0]?.text ?? "")
}

const done = ({ content, isError, structuredContent }: Called): Record<string, unknown> => {
  assert.isNotTrue(isError)
  assert.deepStrictEqual(JSON.parse(content[0]?.text ?? ""), structuredContent)
  return objectOf(structuredContent)
}

const pointersOf = (problems: unknown) => listOf(problems).map((problem) => objectOf(problem)["pointer"])

for (const { connect, name, version } of connections) {
  layer(Harness.layer(), { excludeTestServices: true })(name, (it) => {
    const connected = (key: string) =>
      Effect.acquireRelease(
        Effect.flatMap(Http.port, (port) => Effect.promise(() => connect(port, key))),
        (client) => Effect.promise(() => client.close())
      )
    const ask = (client: Client, tool: string, given: unknown) => Effect.promise(() => client.callTool(tool, given))

    it.effect("a client agrees on a protocol version and lists the tools that its key may call", () =>
      Effect.gen(function* () {
        const { key, mint, mintWithin } = yield* Http.tenant
        const client = yield* connected(key)
        assert.strictEqual(client.version, version)
        const names = (yield* Effect.promise(() => client.listTools())).map(({ name }) => name)
        assert.deepStrictEqual(names, ["evaluate_form", "create_submission"])
        const reader = yield* connected(Redacted.value((yield* mint("form:read")).token.text))
        const found = (yield* Effect.promise(() => reader.listTools())).map(({ name }) => name)
        assert.deepStrictEqual(found, ["list_forms", "describe_form"])
        const other = yield* connected(Redacted.value((yield* mint("submission:read")).token.text))
        assert.deepStrictEqual(yield* Effect.promise(() => other.listTools()), [])
        const { text } = yield* mintWithin({ operations: ["evaluate"] }, ["form:read", "submission:write"])
        const limited = yield* connected(text)
        const one = (yield* Effect.promise(() => limited.listTools())).map(({ name }) => name)
        assert.deepStrictEqual(one, ["evaluate_form"])
        const { privilege } = problemOf(yield* ask(limited, "list_forms", {}))
        assert.strictEqual(privilege, "form:read")
      }).pipe(Effect.scoped)
    )

    it.effect("a client finds a form, reads its description, fills it in as described, and files", () =>
      Effect.gen(function* () {
        const { form, mint, version } = yield* Http.tenant
        yield* Http.tenant
        const client = yield* connected(Redacted.value((yield* mint("form:read", "submission:write")).token.text))
        const formId = form.id
        assert.deepStrictEqual(done(yield* ask(client, "list_forms", {})), {
          forms: [{ formId, title: "Quote", code: "QT" }]
        })
        assert.deepStrictEqual(done(yield* ask(client, "list_forms", { text: "other" })), { forms: [] })
        const { example, schema, ...guide } = done(yield* ask(client, "describe_form", { formId }))
        assert.deepStrictEqual(guide, {
          formId,
          formVersionId: version.id,
          title: "Quote",
          timeZone: "UTC",
          fields: [
            { slug: "name", label: "name", type: "text", required: true, computed: false },
            { slug: "age", label: "age", type: "integer", required: false, computed: false },
            { slug: "guardian", label: "guardian", type: "text", required: false, computed: false },
            { slug: "premium", label: "premium", type: "money", required: false, computed: true }
          ],
          rules: [
            "guardian is shown only when age < 18; otherwise it is not to be sent.",
            "premium is computed, as age * 2.5; it is not to be sent.",
            'The outcome senior (info), "Senior rate", is raised when age >= 65.'
          ]
        })
        assert.isTrue(done(yield* ask(client, "evaluate_form", { formId, data: example }))["valid"])
        assert.deepInclude(done(yield* ask(client, "create_submission", { formId, data: example })), { formId })

        const uri = `formwork://forms/${formId}/schema`
        const mimeType = "application/schema+json"
        const read = yield* Effect.promise(() => client.readResource(uri))
        assert.deepInclude(read, { contents: [{ uri, mimeType, text: JSON.stringify(schema) }] })
        const [template] = yield* Effect.promise(() => client.listResourceTemplates())
        assert.deepInclude(template, { uriTemplate: "formwork://forms/{formId}/schema", mimeType })
        const listed = yield* Effect.promise(() => client.listResources())
        assert.deepStrictEqual(listed, [{ uri, name: "QT", title: "Quote", mimeType }])
      }).pipe(Effect.scoped)
    )

    it.effect("reading a resource that does not exist, or that the key may not read, is refused", () =>
      Effect.gen(function* () {
        const { form, key, mint, unpublished } = yield* Http.tenant
        const foreign = yield* Http.tenant
        const reader = yield* connected(Redacted.value((yield* mint("form:read")).token.text))
        const uris = [missing, foreign.form.id, unpublished.id, "x"].map((id) => `formwork://forms/${id}/schema`)
        for (const uri of [
          ...uris,
          "formwork://forms",
          `formwork://forms/${form.id}/schema/x`,
          "file:///etc/passwd",
          "é"
        ]) {
          const said = yield* Effect.promise(() => reader.readResource(uri).then(() => "read", String))
          assert.include(said, "There is no resource with this URI.", uri)
        }
        const filer = yield* connected(key)
        for (const uri of [...uris, `formwork://forms/${form.id}/schema`]) {
          const refused = yield* Effect.promise(() => filer.readResource(uri).then(() => "read", String))
          assert.include(refused, "This call needs the privilege form:read")
        }
        assert.deepStrictEqual(yield* Effect.promise(() => filer.listResources()), [])
        assert.deepStrictEqual(yield* Effect.promise(() => filer.listResourceTemplates()), [])
      }).pipe(Effect.scoped)
    )

    it.effect("an evaluation is a result, valid or not, and stores nothing", () =>
      Effect.gen(function* () {
        const { form, key, mint } = yield* Http.tenant
        const client = yield* connected(key)
        assert.deepStrictEqual(done(yield* ask(client, "evaluate_form", { formId: form.id, data: valid })), {
          valid: true,
          calculatedData: { premium: "175.00" },
          hiddenFields: ["guardian"],
          outcomes: [{ id: "senior", message: "Senior rate", severity: "info" }],
          problems: []
        })
        const invalid = done(yield* ask(client, "evaluate_form", { formId: form.id, data: { age: -1 } }))
        assert.isFalse(invalid["valid"])
        assert.deepStrictEqual(pointersOf(invalid["problems"]), ["/data/name", "/data/age"])
        const reader = yield* connected(Redacted.value((yield* mint("submission:write", "form:read")).token.text))
        const explained = done(yield* ask(reader, "evaluate_form", { formId: form.id, data: valid, explain: true }))
        assert.lengthOf(listOf(explained["trace"]), 3)
        const [first] = listOf(explained["trace"]).map((entry) => objectOf(entry))
        assert.deepInclude(first, { expression: "age < 18", words: "guardian is hidden: age is 70." })
        const created = done(yield* ask(client, "create_submission", { formId: form.id, data: valid }))
        assert.strictEqual(created["referenceNumber"], "QT-00000001")
      }).pipe(Effect.scoped)
    )

    it.effect("create_submission files once per idempotency key, drafts too, and refuses an invalid payload", () =>
      Effect.gen(function* () {
        const { form, key } = yield* Http.tenant
        const client = yield* connected(key)
        const given = { formId: form.id, data: valid, idempotencyKey: "one" }
        const first = yield* ask(client, "create_submission", given)
        const again = yield* ask(client, "create_submission", given)
        assert.deepStrictEqual(done(again), done(first))
        assert.isUndefined(first._meta?.["idempotentReplayed"])
        assert.isTrue(again._meta?.["idempotentReplayed"])
        const other = yield* ask(client, "create_submission", { ...given, data: { name: "Bea" } })
        assert.deepInclude(problemOf(other), { status: 422, code: "IDEMPOTENCY_MISMATCH" })

        const refused = problemOf(yield* ask(client, "create_submission", { formId: form.id, data: { age: 70 } }))
        assert.deepInclude(refused, { status: 422, code: "INVALID_SUBMISSION", hiddenFields: ["guardian"] })
        const draft = yield* ask(client, "create_submission", { formId: form.id, data: { age: 70 }, draft: true })
        assert.deepInclude(done(draft), { workflowState: "draft", referenceNumber: "QT-00000002" })
      }).pipe(Effect.scoped)
    )

    it.effect("a form id that is unknown, foreign, never published or malformed gets the same 404", () =>
      Effect.gen(function* () {
        const { mint, unpublished } = yield* Http.tenant
        const foreign = yield* Http.tenant
        const client = yield* connected(Redacted.value((yield* mint("form:read", "submission:write")).token.text))
        const seen = new Set<string>()
        for (const formId of [missing, foreign.form.id, unpublished.id, "x", "", foreign.form.id.toUpperCase()])
          for (const tool of ["describe_form", "evaluate_form", "create_submission"])
            for (const given of [{ data: valid }, { data: valid, drafts: true }, {}]) {
              const problem = problemOf(yield* ask(client, tool, { formId, ...given }))
              assert.deepInclude(problem, { status: 404, code: "NOT_FOUND" })
              seen.add(JSON.stringify({ ...problem, requestId: "" }))
            }
        assert.strictEqual(seen.size, 1)
      }).pipe(Effect.scoped)
    )

    it.effect("malformed arguments are refused, each with a pointer", () =>
      Effect.gen(function* () {
        const { form, key } = yield* Http.tenant
        const client = yield* connected(key)
        const formId = form.id
        const shapes: ReadonlyArray<readonly [tool: string, given: unknown, pointer: string]> = [
          ["evaluate_form", { data: valid }, "/formId"],
          ["evaluate_form", { formId }, "/data"],
          ["evaluate_form", { formId, data: [] }, "/data"],
          ["evaluate_form", { formId, data: valid, draft: true }, "/draft"],
          ["evaluate_form", { formId: 1, data: valid }, "/formId"],
          ["create_submission", { formId, data: valid, drafts: true }, "/drafts"],
          ["create_submission", { formId, data: valid, draft: "true" }, "/draft"],
          ["create_submission", { formId, data: valid, idempotencyKey: "" }, "/idempotencyKey"],
          ["create_submission", { formId, data: valid, idempotencyKey: "a b" }, "/idempotencyKey"]
        ]
        for (const [tool, given, pointer] of shapes) {
          const problem = problemOf(yield* ask(client, tool, given))
          assert.deepInclude(problem, { status: 422, code: "INVALID_REQUEST" })
          assert.deepStrictEqual(pointersOf(problem["problems"]), [pointer])
        }
        const none = yield* Effect.promise(() => client.callTool("delete_form", {}).then(String, String))
        assert.include(none, "There is no tool of this name.")
      }).pipe(Effect.scoped)
    )

    it.effect("a tool that the key may not call is refused as v1 refuses it, for any form", () =>
      Effect.gen(function* () {
        const { form, mint } = yield* Http.tenant
        const client = yield* connected(Redacted.value((yield* mint("submission:read", "form:write")).token.text))
        for (const [tool, privilege] of [
          ["list_forms", "form:read"],
          ["describe_form", "form:read"],
          ["evaluate_form", "submission:write"],
          ["create_submission", "submission:write"]
        ] as const)
          for (const given of [{ formId: form.id, data: valid }, { formId: missing }, { x: 1 }])
            assert.deepInclude(problemOf(yield* ask(client, tool, given)), {
              status: 403,
              code: "PRIVILEGE_REQUIRED",
              privilege
            })
      }).pipe(Effect.scoped)
    )

    it.effect("a revoked key cannot connect", () =>
      Effect.gen(function* () {
        const { mint, operator } = yield* Http.tenant
        const { key, token } = yield* mint("submission:write")
        const text = Redacted.value(token.text)
        const client = yield* connected(text)
        // A program that has just started may not have greeted the server yet.
        yield* Effect.promise(() => client.listTools())
        yield* (yield* ApiKeys).revoke(operator, key.id)
        const listed = yield* Effect.promise(() => client.listTools().then(() => "listed", String))
        assert.match(listed, /UNAUTHENTICATED|needs a valid key|Unauthorized/u)
        const port = yield* Http.port
        const outcome = yield* Effect.promise(() => connect(port, text).then(() => "connected", String))
        assert.notStrictEqual(outcome, "connected")
        assert.notInclude(outcome, text)
      }).pipe(Effect.scoped)
    )
  })

  layer(Harness.layer({ quota: { limit: 8, windowMillis: 60_000 } }), { excludeTestServices: true })(name, (it) => {
    it.effect("a client whose key has spent its budget gets RATE_LIMITED and how long to wait", () =>
      Effect.gen(function* () {
        const { form, key } = yield* Http.tenant
        const port = yield* Http.port
        const client = yield* Effect.promise(() => connect(port, key))
        const said: Array<string> = []
        for (let call = 0; call < 9; call++)
          said.push(
            yield* Effect.promise(() =>
              client.callTool("evaluate_form", { formId: form.id, data: valid }).then(({ content, isError }) => {
                return isError === true ? (content[0]?.text ?? "") : "evaluated"
              }, String)
            )
          )
        assert.strictEqual(said[0], "evaluated")
        assert.include(said.at(-1), "RATE_LIMITED")
        assert.match(said.at(-1) ?? "", /Wait \d+ seconds? and go on/u)
        yield* Effect.promise(() => client.close())
      })
    )
  })
}
