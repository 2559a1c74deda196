/** The service of docs/embedding.md on each framework, on memory and on Postgres, as processes that answer over a socket. */
import { Effect, Redacted } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { expect, it } from "vitest"
import { freePort } from "@formwork/postgres/testing/freePort"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import * as Documented from "./support/documented.ts"

const page = await Documented.page("docs/embedding.md")
const saved = Documented.files(page)
const frameworks = ["node.ts", "hono.ts", "fastify.ts"]

/** The service as the page starts it, from its first line until a SIGTERM has ended it. */
const running = async (file: string, settings: Record<string, string>, use: (url: string) => Promise<void>) => {
  const { DATABASE_URL: _, ...environment } = process.env
  const child = spawn(process.execPath, [file], {
    env: { ...environment, ...settings, PORT: String(await freePort()) },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const exit = once(child, "exit")
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let printed = ""
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        printed += text
        const [, address] = /^(http:\S+)\n/mu.exec(printed) ?? []
        if (address !== undefined) resolve(address)
      })
      void exit.then(() => reject(new Error(`${file} ended before it listened`)))
    })
    await use(url)
  } finally {
    child.kill("SIGTERM")
  }
  expect(await exit, `${file} ends by itself at a SIGTERM`).toEqual([0, null])
}

/** @param body undefined sends none, and so no type either. */
const send = async (url: string, body: string | undefined, key?: string) => {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key })
    },
    ...(body === undefined ? {} : { body })
  })
  const answer: unknown = await response.json()
  return { status: response.status, type: response.headers.get("content-type")?.split(";")[0], answer }
}

const trip = '{"travellers": 2, "days": 7}'
const bought = (reference: string) => ({
  status: 201,
  type: "application/json",
  answer: { reference, premium: "32.90" }
})

const [quoted = ""] = Documented.blocks(page, "json").filter((block) => block.includes("premium"))

const prices = async (url: string) => {
  expect(await send(`${url}/quote`, trip)).toEqual({
    status: 200,
    type: "application/json",
    answer: JSON.parse(quoted)
  })
  const refusals = [
    ["/quote", '{"days": 7, "days": 8}', 400, "MALFORMED_REQUEST"],
    ["/quote", "null", 422, "INVALID_REQUEST"],
    ["/quote", undefined, 400, "MALFORMED_REQUEST"],
    ["/buy", undefined, 400, "MALFORMED_REQUEST"],
    ["/quote", " ".repeat(1_000_001), 413, "PAYLOAD_TOO_LARGE"],
    ["/buy", `{"note": "${"é".repeat(600_000)}"}`, 413, "PAYLOAD_TOO_LARGE"],
    ["/buy", "{}", 422, "INVALID_SUBMISSION"]
  ] as const
  for (const [path, body, status, code] of refusals) {
    const refused = { status, type: "application/problem+json", answer: { status, code } }
    expect(await send(`${url}${path}`, body)).toMatchObject(refused)
  }
}

it.each(frameworks)("%s prices and files in memory, and each refusal has its status", (framework) =>
  Documented.folder(saved, (folder) =>
    running(join(folder, framework), {}, async (url) => {
      await prices(url)
      expect(await send(`${url}/buy`, trip, "key-1")).toEqual(bought("TRIP-00000001"))
      expect(await send(`${url}/buy`, trip, "key-1")).toEqual(bought("TRIP-00000001"))
      expect(await send(`${url}/buy`, trip, "key-2")).toEqual(bought("TRIP-00000002"))
    })
  )
)

it("on Postgres each start finds what the one before made, whatever the framework", () =>
  Effect.gen(function* () {
    const { admin } = yield* TestServer.empty
    const settings = { DATABASE_URL: Redacted.value(admin), KEY_PEPPER: "a pepper of at least 32 characters" }
    yield* Effect.promise(() =>
      Documented.folder(saved, async (folder) => {
        for (const [index, framework] of frameworks.entries()) {
          await running(join(folder, framework), settings, async (url) => {
            await prices(url)
            expect(await send(`${url}/buy`, trip, "key-of-the-first")).toEqual(bought("TRIP-00000001"))
            expect(await send(`${url}/buy`, trip, `key-${index}`)).toEqual(bought(`TRIP-0000000${index + 2}`))
          })
        }
      })
    )
  }).pipe(Effect.scoped, Effect.runPromise))
