/** `formwork mcp` as a process: what it writes on which stream, when it ends, and how it handles broken servers. */
import { assert, it, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { spawn } from "node:child_process"
import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import * as Http from "../../../../packages/http/test/support/Harness.ts"
import { inherited, run } from "../support/formwork.ts"
import { portOf } from "../support/reading.ts"
import * as Harness from "./Harness.ts"

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

interface Session {
  readonly send: (message: unknown) => void
  /** The next line that it wrote. */
  readonly next: () => Promise<string>
  /** Ends its standard input. */
  readonly end: () => void
  readonly ended: Promise<{
    readonly code: number | null
    readonly rest: ReadonlyArray<string>
    readonly stderr: string
  }>
}

const open = (url: string, key: string): Session => {
  const child = spawn(process.execPath, [main, "mcp"], {
    env: { ...inherited(), FORMWORK_URL: url, FORMWORK_API_KEY: key }
  })
  const lines: Array<string> = []
  const waiting: Array<(line: string) => void> = []
  createInterface({ input: child.stdout }).on("line", (line) => {
    const waiter = waiting.shift()
    if (waiter === undefined) lines.push(line)
    else waiter(line)
  })
  let stderr = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
  return {
    send: (message) => child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`),
    next: () => {
      const line = lines.shift()
      return line === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(line)
    },
    end: () => child.stdin.end(),
    ended: new Promise((resolve) => child.on("close", (code) => resolve({ code, rest: lines, stderr })))
  }
}

const addressOf = Effect.map(Http.port, (port) => `http://127.0.0.1:${port}`)
const ping = Harness.request("ping")

layer(Harness.layer(), { excludeTestServices: true })("formwork mcp", (it) => {
  it.effect("formwork mcp writes only answers, each on its own line, and ends with its input", () =>
    Effect.gen(function* () {
      const { key } = yield* Http.tenant
      const session = open(yield* addressOf, key)
      session.send({ ...ping, id: "a" })
      assert.strictEqual(yield* Effect.promise(session.next), '{"jsonrpc":"2.0","id":"a","result":{}}')
      session.send("{")
      assert.include(yield* Effect.promise(session.next), '"code":-32700')
      session.send([ping])
      assert.include(yield* Effect.promise(session.next), '"code":-32600')
      session.send("")
      session.send({ jsonrpc: "2.0", method: "notifications/initialized" })
      session.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "nothing" } })
      session.send('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":1,"x":2}}')
      // The line reached the server unchanged.
      assert.include(yield* Effect.promise(session.next), "MALFORMED_REQUEST")
      session.send({ ...ping, id: "last" })
      session.end()
      assert.include(yield* Effect.promise(session.next), '"id":"last"')
      assert.deepStrictEqual(yield* Effect.promise(() => session.ended), { code: 0, rest: [], stderr: "" })
    })
  )

  it.effect("formwork mcp answers many requests at once, and gives a refusal of the whole request as the tool's", () =>
    Effect.gen(function* () {
      const { form, mint, operator } = yield* Http.tenant
      const { key, token } = yield* mint("submission:write")
      const session = open(`${yield* addressOf}/mcp`, Redacted.value(token.text))
      for (let id = 0; id < 50; id++) session.send({ ...ping, id })
      const ids = new Set<number>()
      for (let id = 0; id < 50; id++) ids.add(JSON.parse(yield* Effect.promise(session.next)).id)
      assert.strictEqual(ids.size, 50)

      yield* (yield* ApiKeys).revoke(operator, key.id)
      const given = { name: "evaluate_form", arguments: { formId: form.id, data: {} } }
      session.send(Harness.request("tools/call", given))
      const { result } = JSON.parse(yield* Effect.promise(session.next))
      assert.isTrue(result.isError)
      assert.deepInclude(JSON.parse(result.content[0].text), { status: 401, code: "UNAUTHENTICATED" })
      session.send(Harness.modern("tools/call", given).body)
      assert.strictEqual(JSON.parse(yield* Effect.promise(session.next)).result.resultType, "complete")
      session.send(ping)
      const { error } = JSON.parse(yield* Effect.promise(session.next))
      assert.deepInclude(error, { code: 401 })
      assert.deepInclude(error.data, { code: "UNAUTHENTICATED" })
      session.end()
      assert.strictEqual((yield* Effect.promise(() => session.ended)).code, 0)
    })
  )

  it.effect(
    "formwork mcp says in one sentence which setting is missing, or that the key is refused, without the key",
    () =>
      Effect.gen(function* () {
        const address = yield* addressOf
        const { key } = yield* Http.tenant
        const starts: ReadonlyArray<readonly [env: Record<string, string>, sentence: RegExp]> = [
          [{}, /^FORMWORK_URL must be .*\nFORMWORK_API_KEY must be .*\n$/u],
          [{ FORMWORK_URL: address }, /^FORMWORK_API_KEY must be an API key/u],
          [{ FORMWORK_API_KEY: key }, /^FORMWORK_URL must be the address of a Formwork server/u],
          [{ FORMWORK_URL: "ftp://x", FORMWORK_API_KEY: key }, /^FORMWORK_URL must be/u],
          [{ FORMWORK_URL: "localhost:8787", FORMWORK_API_KEY: key }, /^FORMWORK_URL must be/u],
          [{ FORMWORK_URL: address, FORMWORK_API_KEY: `${key}\n` }, /^FORMWORK_API_KEY must be/u],
          [
            { FORMWORK_URL: address, FORMWORK_API_KEY: `${key}x` },
            /refuses FORMWORK_API_KEY: the key is not one of that server/u
          ],
          [
            { FORMWORK_URL: `${address}/nowhere`, FORMWORK_API_KEY: key },
            /is no MCP endpoint of Formwork \(it answered 404\)/u
          ],
          [
            { FORMWORK_URL: "http://127.0.0.1:9", FORMWORK_API_KEY: key },
            /^Nothing answers at http:\/\/127\.0\.0\.1:9\/mcp/u
          ]
        ]
        const ends = yield* Effect.promise(() => Promise.all(starts.map(([env]) => run(["mcp"], env))))
        for (const [index, [, sentence]] of starts.entries()) {
          const { code, stderr, stdout } = ends[index] ?? assert.fail()
          assert.match(stderr, sentence)
          assert.notInclude(stderr, key)
          assert.deepStrictEqual([code, stdout], [1, ""])
        }
      })
  )
})

/** A server that greets, and then answers as the test says. */
const oddServer = (answer: (request: IncomingMessage, response: ServerResponse) => void) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly close: () => void }>((resume) => {
      let greeted = false
      const server = createServer((request, response) => {
        request.resume()
        if (greeted) return answer(request, response)
        greeted = true
        response.setHeader("content-type", "application/json").end('{"jsonrpc":"2.0","id":0,"result":{}}')
      })
      server.listen(0, "127.0.0.1", () => {
        const port = portOf(server)
        resume(
          Effect.succeed({
            url: `http://127.0.0.1:${port}`,
            close: () => (server.closeAllConnections(), server.close())
          })
        )
      })
    }),
    ({ close }) => Effect.sync(close)
  )

it.live(
  "a server that is unreachable, redirects or answers no message gives a JSON-RPC error, and the next message may succeed",
  () =>
    Effect.gen(function* () {
      const odd: ReadonlyArray<(response: ServerResponse) => unknown> = [
        (response) => response.destroy(),
        (response) => response.writeHead(307, { location: "http://127.0.0.1:9/mcp" }).end(),
        (response) => response.writeHead(502, { "content-type": "text/html" }).end("<html>"),
        (response) => response.end("[]"),
        (response) => response.end('{"jsonrpc":"2.0",\n"id":1,\n"result":{"fine":true}}')
      ]
      let asked = 0
      const { url } = yield* oddServer((_request, response) => void odd[asked++]?.(response))
      const session = open(url, "key")
      const said: Array<string> = []
      for (const _ of odd) {
        session.send(ping)
        said.push(yield* Effect.promise(session.next))
      }
      for (const line of said.slice(0, -1)) assert.include(line, '"code":-32603')
      assert.strictEqual(said.at(-1), '{"jsonrpc":"2.0","id":1,"result":{"fine":true}}')
      session.end()
      assert.deepStrictEqual(yield* Effect.promise(() => session.ended), { code: 0, rest: [], stderr: "" })
    }).pipe(Effect.scoped)
)

it.live("a cancelled request is interrupted and gets no answer; others go on", () =>
  Effect.gen(function* () {
    let left: () => void = () => {}
    const gone = new Promise<void>((resolve) => (left = resolve))
    let held: () => void = () => {}
    const arrived = new Promise<void>((resolve) => (held = resolve))
    let asked = 0
    const { url } = yield* oddServer((request, response) => {
      if (asked++ > 0) return void response.end('{"jsonrpc":"2.0","id":"other","result":{}}')
      request.socket.on("close", left)
      held()
    })
    const session = open(url, "key")
    session.send({ ...ping, id: "slow" })
    yield* Effect.promise(() => arrived)
    session.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "slow" } })
    yield* Effect.promise(() => gone)
    session.send({ ...ping, id: "other" })
    assert.strictEqual(yield* Effect.promise(session.next), '{"jsonrpc":"2.0","id":"other","result":{}}')
    session.end()
    assert.deepStrictEqual(yield* Effect.promise(() => session.ended), { code: 0, rest: [], stderr: "" })
  }).pipe(Effect.scoped)
)

it.live("formwork mcp ends with its input even if a request is never answered", () =>
  Effect.gen(function* () {
    let held: () => void = () => {}
    const arrived = new Promise<void>((resolve) => (held = resolve))
    const { url } = yield* oddServer(() => held())
    const session = open(url, "key")
    session.send(ping)
    yield* Effect.promise(() => arrived)
    session.end()
    assert.deepStrictEqual(yield* Effect.promise(() => session.ended), { code: 0, rest: [], stderr: "" })
  }).pipe(Effect.scoped)
)
