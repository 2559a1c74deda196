/** MCP on `formwork serve`: on the embedded database, with the demo's key and the settings of the environment. */
import { expect, it } from "vitest"
import { demoOf } from "../support/demo.ts"
import { inDemo } from "../support/demoFolder.ts"
import { listOf, objectOf } from "../support/reading.ts"
import { connections } from "./clients.ts"
import { serving } from "../support/warm.ts"

it("every client finds, describes, evaluates and files a form with the demo's key, and pages of MCP_ALLOWED_ORIGINS may call", () =>
  inDemo((data) =>
    serving(
      { FORMWORK_DATA_DIR: data, MCP_ALLOWED_ORIGINS: "https://a.example, https://b.example:8443" },
      async (address, running) => {
        await running.says(/Ctrl-C/u)
        const { key } = demoOf(running)
        for (const { connect } of connections) {
          const client = await connect(Number(new URL(address).port), key)
          const listed = await client.callTool("list_forms", { text: "mq" })
          const forms = listOf(objectOf(listed.structuredContent)["forms"])
          expect(forms).toMatchObject([{ code: "MQ" }])
          const { formId } = objectOf(forms[0])
          const described = await client.callTool("describe_form", { formId })
          const { example: data } = objectOf(described.structuredContent)
          expect((await client.callTool("evaluate_form", { formId, data })).structuredContent).toMatchObject({
            valid: true
          })
          const filed = await client.callTool("create_submission", { formId, data })
          expect(filed.structuredContent).toMatchObject({ formId, referenceNumber: expect.stringMatching(/^MQ-/u) })
          await client.close()
        }
        const ping = (origin: string) =>
          fetch(`${address}/mcp`, {
            method: "POST",
            headers: { authorization: `Bearer ${key}`, "content-type": "application/json", origin },
            body: '{"jsonrpc":"2.0","id":1,"method":"ping"}'
          }).then(({ status }) => status)
        expect(await ping("https://a.example")).toBe(200)
        expect(await ping("https://b.example:8443")).toBe(200)
        expect(await ping("https://b.example")).toBe(403)
        expect(await ping(address)).toBe(200)
        expect(await ping("http://127.0.0.1:1")).toBe(403)
      }
    )
  ))
