/** Keys on the real server: sign in as the demo's owner, make a key, use it and revoke it. */
import { expect, it } from "vitest"
import { demoOf } from "./support/demo.ts"
import { inDemo } from "./support/demoFolder.ts"
import { bodyOf } from "./support/reading.ts"
import { serving } from "./support/warm.ts"

it("the demo's owner signs in, makes a key, evaluates with it, and revokes it: the next request is refused", () =>
  inDemo(async (data) => {
    const { running, secrets } = await serving(
      { FORMWORK_DATA_DIR: data, LOG_LEVEL: "All" },
      async (address, running) => {
        await running.says(/Ctrl-C/)
        const { formId: form, password, signIn: body } = demoOf(running)
        const call = (method: string, path: string, token?: string, content?: string) =>
          fetch(`${address}/api/platform/${path}`, {
            method,
            headers: {
              ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
              ...(content === undefined ? {} : { "content-type": "application/json" })
            },
            ...(content === undefined ? {} : { body: content })
          })
        const signedIn = await call("POST", "sessions", undefined, body)
        expect(signedIn.status).toBe(201)
        const session = String((await bodyOf(signedIn))["token"])
        expect(session).toMatch(/^fws_[0-9A-Za-z]{93}$/)
        const me = await bodyOf(await call("GET", "me", session))
        expect(me["user"]).toMatchObject({ email: "owner@demo.example", role: "owner" })

        const request = { name: "Website", privileges: ["submission:write"] }
        const made = await call("POST", "api-keys", session, JSON.stringify(request))
        expect(made.status).toBe(201)
        const key = await bodyOf(made)
        const evaluate = () => call("POST", `v1/forms/${form}/evaluate`, String(key["token"]), '{"data":{}}')
        expect((await evaluate()).status).toBe(200)
        expect((await call("GET", "users", String(key["token"]))).status).toBe(403)
        expect((await call("POST", `api-keys/${String(key["id"])}/revoke`, session)).status).toBe(200)
        expect((await evaluate()).status).toBe(401)

        expect((await call("DELETE", "sessions/current", session)).status).toBe(204)
        expect((await call("GET", "me", session)).status).toBe(401)
        const wrong = await call(
          "POST",
          "sessions",
          undefined,
          body.replace(/"password":"[^"]*"/, '"password":"canary"')
        )
        expect(wrong.status).toBe(401)
        return { running, secrets: [session, String(key["token"]), password, "canary"] }
      }
    )
    // Lines are written in batches, the last of them as the server ends.
    const log = running
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
    expect(log.filter((line) => line.includes(`"msg":"request"`))).toHaveLength(10)
    for (const secret of secrets) for (const line of log) expect(line).not.toContain(secret)
  }))
