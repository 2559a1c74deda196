/** `formwork serve` sends effects right after a filing; in development it prints e-mail and keeps documents in the data folder. */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Agent } from "node:http"
import { readFile, readdir } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import { call } from "./support/call.ts"
import { demoOf, quote } from "./support/demo.ts"
import { inFolder, start } from "./support/formwork.ts"
import type { Running } from "./support/formwork.ts"
import { listOf } from "./support/reading.ts"

/** Longer than this test: the dispatcher looks for effects only when it is woken. */
const settings = {
  PORT: "0",
  ADMIN_PORT: "0",
  WORKER_POLL: "1 day",
  LOG_LEVEL: "None",
  RATE_LIMIT_PER_MINUTE: "100000"
}

interface Filed {
  readonly id: string
  readonly reference: string
}

/** Files the demo's motor quote, which sends an e-mail and makes a PDF. */
const customer = async (running: Running) => {
  const [, address = ""] = await running.says(/listening on (http:\S+)/)
  await running.says(/Ctrl-C/)
  const { formId, key: token } = demoOf(running)
  const agent = new Agent({ keepAlive: true })
  const file = async (): Promise<Filed> => {
    const body: unknown = JSON.parse(quote())
    const reply = await call(agent, address, { path: `v1/forms/${formId}/submissions`, token, body })
    assert.strictEqual(reply.status, 201)
    return { id: String(reply.body["id"]), reference: String(reply.body["referenceNumber"]) }
  }
  const documents = async (id: string): Promise<ReadonlyArray<unknown>> => {
    const reply = await call(agent, address, { method: "GET", path: `submissions/${id}/documents`, token })
    assert.strictEqual(reply.status, 200)
    return listOf(reply.body["items"])
  }
  return { file, documents, leave: () => agent.destroy() }
}

const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 1_200; tries++) {
    if (await holds()) return
    await sleep(100)
  }
  assert.fail(`${what} did not happen in two minutes`)
}

const serving = async (
  running: Running,
  use: (asking: Awaited<ReturnType<typeof customer>>) => Promise<void>
): Promise<void> => {
  try {
    const asking = await customer(running)
    await use(asking)
    asking.leave()
  } finally {
    running.child.kill("SIGINT")
    await running.ended
  }
}

it.live("every filing wakes the server's dispatcher right after its commit", () =>
  Effect.gen(function* () {
    const { admin } = yield* TestServer.migrated
    const env = {
      ...settings,
      DATABASE_URL: Redacted.value(admin),
      KEY_PEPPER: "a pepper of at least 32 characters"
    }
    yield* Effect.promise(() =>
      serving(start(["serve", "--demo"], env), async ({ documents, file }) => {
        // The dispatcher may have found the first one as it started.
        for (let times = 0; times < 3; times++) {
          const { id } = await file()
          await until(`the document of filing ${times + 1}`, async () => (await documents(id)).length === 1)
        }
      })
    )
  })
)

it("in development, right after a filing, notifications are printed and documents are in .formwork", () =>
  inFolder((folder) => {
    const running = start(["serve"], settings, folder)
    return serving(running, async ({ file }) => {
      for (let times = 0; times < 3; times++) {
        const { reference } = await file()
        await running.says(
          new RegExp(`E-mail \\(not sent: SMTP_URL is not set\\)\\nTo: [^\\n]+\\n[^]*Subject: .*${reference}`)
        )
        const name = `motor-quote-${reference}.pdf`
        const found = async () =>
          (await readdir(join(folder, ".formwork", "documents"), { recursive: true })).find((path) =>
            path.endsWith(name)
          )
        await until(name, async () => (await found().catch(() => undefined)) !== undefined)
        const pdf = await readFile(join(folder, ".formwork", "documents", (await found()) ?? ""))
        assert.strictEqual(pdf.subarray(0, 5).toString(), "%PDF-")
      }
    })
  }))
