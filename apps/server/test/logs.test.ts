/** What a server writes to standard error, read as the operator's collector reads it. */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { once } from "node:events"
import { Agent } from "node:http"
import * as JsonLine from "../src/logs/JsonLine.ts"
import { call } from "./support/call.ts"
import { demoOf } from "./support/demo.ts"
import { inDemo } from "./support/demoFolder.ts"
import { start } from "./support/formwork.ts"
import type { Running } from "./support/formwork.ts"

const requests = 1_000

/** Serves on an embedded database, and answers so many requests of one key, over sixteen connections. */
const answering = (use: (running: Running, ask: () => Promise<void>) => Promise<void>) =>
  Effect.promise(() =>
    inDemo(async (data) => {
      const env = { PORT: "0", ADMIN_PORT: "0", RATE_LIMIT_PER_MINUTE: "100000" }
      const running = start(["serve"], { ...env, FORMWORK_DATA_DIR: data })
      const [, address = ""] = await running.says(/listening on (http:\S+)/)
      await running.says(/Ctrl-C/u)
      const { key: token } = demoOf(running)
      const agent = new Agent({ keepAlive: true, maxSockets: 16 })
      const one = () => call(agent, address, { method: "GET", path: "v1/forms", token })
      const ask = async () => {
        const answers = await Promise.all(Array.from({ length: requests }, one))
        for (const { status } of answers) assert.strictEqual(status, 404)
      }
      await use(running, ask)
      agent.destroy()
    })
  )

it.live("a server that is ended has logged every answered request, each as one flat line of JSON", () =>
  answering(async ({ child, ended }, ask) => {
    await ask()
    child.kill("SIGTERM")
    const { code, stderr } = await ended
    assert.strictEqual(code, 0)
    const lines = stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    for (const line of lines) {
      assert.deepStrictEqual(Object.keys(line).slice(0, 3), ["level", "time", "msg"])
      assert.match(line.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    }
    const answered = lines.filter(({ msg }) => msg === "request")
    assert.lengthOf(answered, requests)
    assert.lengthOf(new Set(answered.map(({ requestId }) => requestId)), requests)
    const [{ credential, level, ms, organisation, requestId, time, ...rest } = assert.fail("no line")] = answered
    assert.deepStrictEqual(rest, { msg: "request", method: "GET", route: "-", status: 404, address: "127.0.0.1" })
    assert.deepStrictEqual([level, typeof ms], ["info", "number"])
    for (const id of [credential, organisation, requestId]) assert.match(id, /^[\w-]{20,}$/)
    assert.isTrue(Date.parse(time) > 0)
  })
)

it.live("a server whose log is not read answers and ends as ever", () =>
  answering(async ({ child, ended }, ask) => {
    child.stderr?.pause()
    await ask()
    child.kill("SIGTERM")
    assert.deepStrictEqual(await once(child, "exit"), [0, null])
    child.stderr?.resume()
    await ended
  })
)

const Text = Schema.Union([Schema.String, Schema.Literals(['a"b', "\\", "\n", "\u2028", "\ud800", "::1", "{}", "PUT"])])
const Missing = Schema.UndefinedOr(Text)
const Line = Schema.Struct({
  method: Missing,
  route: Text,
  status: Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 599 })),
  millis: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1e6 })),
  requestId: Text,
  organisation: Missing,
  credential: Missing,
  address: Missing
})

it.prop("the line of a request is the JSON of its members in their order, whatever they contain", [Line], ([line]) => {
  const { address, credential, method, millis, organisation, requestId, route, status } = line
  const text = JsonLine.access(line)
  const { time, ...rest } = JSON.parse(text)
  const ms = Math.round(millis * 100) / 100
  const members = { method, route, status, ms, requestId, organisation, credential, address }
  assert.strictEqual(text, JSON.stringify({ level: "info", time, msg: "request", ...members }))
  assert.deepStrictEqual(rest, JSON.parse(JSON.stringify({ level: "info", msg: "request", ...members })))
})
