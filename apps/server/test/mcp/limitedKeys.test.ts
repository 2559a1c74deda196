/** Keys with limits over MCP: what is outside of them is not there (spec/http.md §3.25; docs/decisions/0140). */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Http from "../../../../packages/http/test/support/Harness.ts"
import { objectOf } from "../support/reading.ts"
import { connections } from "./clients.ts"
import type { Called } from "./clients.ts"
import * as Harness from "./Harness.ts"

const missing = "01890000-0000-7000-8000-000000000000"
const data = { name: "Ada", age: 70 }

/** What a tool answered, without what is of one request. */
const answerOf = ({ content, isError }: Called): unknown => {
  const { requestId: _, ...answer } = objectOf(JSON.parse(content[0]?.text ?? ""))
  return [isError ?? false, answer]
}

for (const { connect, name } of connections) {
  layer(Harness.layer(), { excludeTestServices: true })(name, (it) => {
    it.effect("a key that is limited to one form finds no other: each tool answers as for a form that never was", () =>
      Effect.gen(function* () {
        const { form, mintWithin, operator } = yield* Http.tenant
        const other = yield* Http.newForm(operator)
        yield* Forms.use((forms) => forms.publish(operator, other.id))
        const { text } = yield* mintWithin({ forms: [form.id] }, ["form:read", "submission:write"])
        const port = yield* Http.port
        const client = yield* Effect.acquireRelease(
          Effect.promise(() => connect(port, text)),
          (one) => Effect.promise(() => one.close())
        )
        const ask = (tool: string, given: object) =>
          Effect.map(
            Effect.promise(() => client.callTool(tool, given)),
            answerOf
          )
        assert.deepStrictEqual(yield* ask("list_forms", {}), [
          false,
          { forms: [{ formId: form.id, title: "Quote", code: "QT" }] }
        ])
        for (const tool of ["describe_form", "evaluate_form", "create_submission"]) {
          const given = (formId: string) => (tool === "describe_form" ? { formId } : { formId, data })
          const [own, outside, none] = [
            yield* ask(tool, given(form.id)),
            yield* ask(tool, given(other.id)),
            yield* ask(tool, given(missing))
          ]
          assert.include(JSON.stringify(none), "NOT_FOUND", tool)
          assert.deepStrictEqual(outside, none, tool)
          assert.notDeepEqual(own, none, tool)
        }
      }).pipe(Effect.scoped)
    )

    it.effect("a key that is limited to other addresses is none", () =>
      Effect.gen(function* () {
        const { mintWithin } = yield* Http.tenant
        const { text } = yield* mintWithin({ addresses: ["203.0.113.0/24"] }, ["form:read"])
        const port = yield* Http.port
        const asked = yield* Effect.exit(
          Effect.tryPromise(async () => {
            const client = await connect(port, text)
            try {
              return await client.listTools()
            } finally {
              await client.close()
            }
          })
        )
        assert.strictEqual(asked._tag, "Failure")
      })
    )
  })
}
