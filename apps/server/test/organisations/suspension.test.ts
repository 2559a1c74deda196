/** A suspended organisation over real HTTP: key, session and MCP get the one 401 at the next request, and work again after `resume`. */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Agent } from "node:http"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import { call } from "../support/call.ts"
import type { Reply } from "../support/call.ts"
import { demoOf } from "../support/demo.ts"
import { run, serving } from "../support/warm.ts"
import { objectOf } from "../support/reading.ts"

const pepper = "a pepper of at least 32 characters"

/** What all refused credentials are answered alike: the status and the body but for its request id. */
const answered = ({ body: { requestId: _, ...body }, headers, status }: Reply) => ({
  status,
  body,
  challenge: headers["www-authenticate"]
})

it.live("suspended at the next request, and back as before", () =>
  Effect.gen(function* () {
    const { admin } = yield* TestServer.migrated
    const env = { DATABASE_URL: Redacted.value(admin), KEY_PEPPER: pepper, WORKER_POLL: "20 millis" }
    yield* Effect.promise(() =>
      serving(
        env,
        async (address, running) => {
          await running.says(/Ctrl-C/u)
          const { formId, signIn } = demoOf(running)
          const agent = new Agent({ keepAlive: true })
          const session = await call(agent, address, { path: "sessions", body: JSON.parse(signIn) })
          const owner = String(session.body["token"])
          const made = await call(agent, address, {
            path: "api-keys",
            token: owner,
            body: { name: "Key", privileges: ["submission:write", "form:read"] }
          })
          const key = String(made.body["token"])
          const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }
          const mcp = {
            path: "../../mcp",
            token: key,
            body: list,
            headers: { accept: "application/json, text/event-stream" }
          }
          const asked = () =>
            Promise.all([
              call(agent, address, { path: `v1/forms/${formId}/evaluate`, token: key, body: { data: {} } }),
              call(agent, address, { method: "GET", path: "me", token: owner }),
              call(agent, address, mcp)
            ])
          const before = await asked()
          assert.deepStrictEqual(
            before.map(({ status }) => status),
            [200, 200, 200]
          )
          const unknown = await call(agent, address, { method: "GET", path: "me", token: `${key.slice(0, -1)}!` })
          const { id } = objectOf((before[1]?.body ?? {})["organisation"])

          const suspended = await run(["organisation", "suspend", String(id)], env)
          assert.strictEqual(suspended.code, 0, suspended.stderr)
          for (const reply of await asked()) {
            assert.strictEqual(reply.status, 401)
            assert.deepStrictEqual(answered(reply), answered(unknown))
          }
          const refused = await call(agent, address, { path: "sessions", body: JSON.parse(signIn) })
          assert.strictEqual(refused.status, 401)

          const resumed = await run(["organisation", "resume", "demo insurance"], env)
          assert.strictEqual(resumed.code, 0, resumed.stderr)
          const after = await asked()
          assert.deepStrictEqual(
            after.map(({ body, status }) => [status, body]),
            before.map(({ body, status }) => [status, body])
          )
          const log = await call(agent, address, { method: "GET", path: "audit", token: owner })
          assert.include(JSON.stringify(log.body), '"organisation.suspended"')
          assert.include(JSON.stringify(log.body), '"organisation.resumed"')
          agent.destroy()
        },
        ["--demo"]
      )
    )
  })
)
