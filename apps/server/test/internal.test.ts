/** The law of internal fields over Postgres, and over MCP: packages/http/test/endpoint/internal.test.ts has it in memory. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import type { Privilege } from "@formwork/domain/callers/Privilege"
import * as Services from "@formwork/domain/Services"
import * as Embedded from "@formwork/postgres/embedded/Embedded"
import * as RateLimiter from "@formwork/limiter/RateLimiter"
import * as Postgres from "@formwork/postgres/Postgres"
import * as Harness from "../../../packages/http/test/support/Harness.ts"
import * as Law from "../../../packages/http/test/support/internalLaw.ts"
import { made, marks, payloads } from "../../../packages/http/test/support/secretForm.ts"
import * as McpEndpoint from "../src/McpEndpoint.ts"
import * as Mcp from "./mcp/Harness.ts"

const answers = Number(process.env["INTERNAL_ANSWERS"] ?? 400)
const seed = Number(process.env["INTERNAL_SEED"] ?? Date.now() % 1_000_000)

const quota = { limit: 1_000_000, windowMillis: 60_000 }

const ports = Layer.merge(
  Postgres.layerOver(Embedded.layerMemory, { pepper: "a pepper of at least thirty-two characters", quota }),
  RateLimiter.layer(quota)
)

const server = Harness.over(
  McpEndpoint.layer(new Set()).pipe(Layer.provideMerge(Services.layer.pipe(Layer.provideMerge(ports))))
)

layer(server, { excludeTestServices: true, timeout: 120_000 })("internal fields on Postgres", (it) => {
  it.effect(
    `nothing of them is in ${answers} answers to callers without form:read (seed ${seed})`,
    () => Law.holds(answers, seed),
    { timeout: 3_600_000 }
  )

  it.effect("nothing of them is in what a tool of MCP answers, unless its caller may read forms", () =>
    Effect.gen(function* () {
      const { tenant } = yield* made
      const tokenOf = (...privileges: ReadonlyArray<Privilege>) =>
        Effect.map(tenant.mint(...privileges), ({ token }) => Redacted.value(token.text))
      const filer = yield* tokenOf("submission:write", "submission:read")
      const author = yield* tokenOf("submission:write", "form:read")
      let seen = 0
      const formId = tenant.form.id
      const asked = payloads.flatMap((data) => [
        { name: "evaluate_form", arguments: { formId, data } },
        { name: "evaluate_form", arguments: { formId, data, explain: true } },
        { name: "create_submission", arguments: { formId, data } },
        { name: "describe_form", arguments: { formId } }
      ])
      for (const call of asked) {
        const body = Mcp.request("tools/call", call)
        assert.notMatch((yield* Mcp.post(filer, body)).body, marks, JSON.stringify(call))
        if (marks.test((yield* Mcp.post(author, body)).body)) seen += 1
      }
      assert.isAbove(seen, 2 * payloads.length)
    })
  )
})
