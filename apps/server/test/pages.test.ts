/** Every page with commands runs from its top to its bottom, as its reader pastes it, on one server with a fresh demo. */
import { execFileSync, spawn } from "node:child_process"
import { createHmac } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { version } from "../src/version.ts"
import { demoIn } from "./support/demoFolder.ts"
import { inFolder } from "./support/formwork.ts"
import { serving } from "./support/warm.ts"
import * as Documented from "./support/documented.ts"
import * as Pages from "./support/pages.ts"
import { isShown } from "./support/shown.ts"

/** What a page's `npm start` has to set so that effects may go to a receiver on the reader's own machine. */
const outbound = { OUTBOUND_ALLOW_HTTP: "true", OUTBOUND_ALLOW_PRIVATE: "true" }

/** The pages that are run, and what their `npm start` sets. */
const pages: ReadonlyArray<readonly [path: string, settings: Readonly<Record<string, string>>]> = [
  ["README.md", {}],
  ["docs/tutorial.md", outbound],
  ["docs/api.md", {}],
  ["docs/app-api.md", {}],
  ["docs/effects.md", outbound],
  ["docs/recipes/verify-a-delivery.md", outbound],
  ["docs/recipes/retry-safely.md", {}],
  ["docs/recipes/draft-save-file.md", {}],
  ["docs/recipes/quote-on-a-page.md", {}]
]

const has = (command: string, argument: string): boolean => {
  try {
    return execFileSync(command, [argument], { stdio: "pipe" }).length > 0
  } catch {
    return false
  }
}

const hasCurl = has("curl", "--version")
if (!hasCurl) console.warn("There is no curl: the commands of the documentation are not run.")
const hasGo = has("go", "version")
if (!hasGo) console.warn("There is no Go: the receiver in Go is not run.")

describe.skipIf(!hasCurl)("against a fresh demo, on one server for all pages", () => {
  let folder = ""
  let url = ""
  let stop = (): void => undefined
  let stopped: Promise<void> = Promise.resolve()

  beforeAll(
    () =>
      new Promise<void>((ready, failed) => {
        stopped = inFolder(async (made) => {
          await demoIn(join(made, ".formwork"))
          await serving(
            { FORMWORK_DATA_DIR: join(made, ".formwork"), LOG_LEVEL: "Warn", ...outbound },
            async (address, running) => {
              await running.says(/Ctrl-C/)
              folder = made
              url = address
              await new Promise<void>((resolve) => {
                stop = resolve
                ready()
              })
            }
          )
        }).catch(failed)
      })
  )
  afterAll(() => {
    stop()
    return stopped
  })

  it.each(pages)("every command of %s runs, and prints what the page shows", async (path, settings) => {
    const { blocks, faults } = await Pages.read(await Documented.page(path), { folder, settings })
    expect(blocks).toBeGreaterThan(0)
    expect(faults.join("\n\n")).toBe("")
  })

  it.each([
    ["a command fails", "sh\nfalse\n```", "ended with 1"],
    ["a request is refused", 'sh\n. .formwork/env\ncurl -sS "$URL/nowhere"\n```', "is answered 401"],
    [
      "an answer differs",
      `sh\necho '{"a": [1, 2]}'\n\`\`\`\n\n\`\`\`json\n{ "a": [1, 3] }\n\`\`\``,
      "and the page shows"
    ],
    ["its start lacks a setting", "sh\nOUTBOUND_ALLOW_HTTP=true npm start\n```", "ended with 1"],
    ["its npm command is unknown", "sh\nnpm run surprise\n```", "ended with 64"]
  ])("a page is wrong where %s", async (_what, block, fault) => {
    const { faults } = await Pages.read(`# Planted\n\n\`\`\`${block}\n`, { folder, settings: outbound })
    expect(faults.join("\n")).toContain(fault)
  })

  it("its guide shows a browser which release this is", async () => {
    const page = await fetch(`${url}/docs`, { headers: { accept: "text/html" } })
    expect(await page.text()).toContain(`<h1>Formwork ${version}</h1>`)
  })
})

it("an answer is as shown where it differs by ids, tokens, moments, numbers and what an ellipsis leaves out, and by nothing else", () => {
  const printed = `{"id":"01a20464-c305-712f-9119-ec51634ba92f","at":"2026-11-22T17:54:02.121Z","n":"ROOF-00000007","a":[1,2],"b":" x"}`
  const shown = (text: string) => isShown({ language: "json", text }, printed)
  expect(shown('{ "id": "…", "at": "2000-01-01T00:00:00Z", "n": "ROOF-00000001", "a": [1, 2], "b": " x" }')).toBe(true)
  expect(shown('{ …, "a": [1, …], … }')).toBe(true)
  expect(shown('{ …, "a": [1, 2] }')).toBe(false)
  expect(shown('{ …, "a": [1, 2], "b": "x" }')).toBe(false)
  expect(shown('{ "id": "x", … }')).toBe(false)
})

it.skipIf(!hasGo)("the receiver in Go takes what is signed with its secret, and nothing else", () =>
  inFolder(async (folder) => {
    const [program = ""] = Documented.blocks(await Documented.page("docs/recipes/verify-a-delivery.md"), "go")
    await writeFile(join(folder, "receiver.go"), program)
    const key = Buffer.alloc(32, 7)
    const env = { ...process.env, SIGNING_SECRET: `whsec_${key.toString("base64")}`, GOCACHE: join(folder, "cache") }
    const binary = join(folder, "receiver")
    execFileSync("go", ["build", "-o", binary, "receiver.go"], { cwd: folder, env })
    const receiver = spawn(binary, { env, stdio: ["ignore", "pipe", "inherit"] })
    try {
      await new Promise((resolve) => receiver.stdout.once("data", resolve))
      const body = JSON.stringify({ data: { referenceNumber: "ROOF-00000001" } })
      const send = async (sentAt: number, signedWith: Buffer) => {
        const signature = createHmac("sha256", signedWith).update(`msg_1.${sentAt}.${body}`).digest("base64")
        const headers = {
          "webhook-id": "msg_1",
          "webhook-timestamp": String(sentAt),
          "webhook-signature": `v1,Zm9yZ2Vk v1,${signature}`
        }
        return (await fetch("http://127.0.0.1:8993/", { method: "POST", headers, body })).status
      }
      const now = Math.floor(Date.now() / 1000)
      expect(await send(now, key)).toBe(204)
      expect(await send(now, Buffer.alloc(32, 8))).toBe(401)
      expect(await send(now - 600, key)).toBe(401)
    } finally {
      receiver.kill()
    }
  })
)
