/** The body reader over a socket: JSON and its limits (spec/http.md §1.8 and spec/http.md §1.10). */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { connect } from "node:net"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const good = '{"data":{"name":"Ada","age":36}}'

/** The head of an evaluate, for a body that a test sends by hand. */
const head = (path: string, token: string, ...headers: ReadonlyArray<string>) =>
  `${[`POST ${path} HTTP/1.1`, "Host: x", `Authorization: Bearer ${token}`, ...headers].join("\r\n")}\r\n\r\n`

const code = (answer: Wire.Answer | undefined) =>
  answer && [answer.status, answer.status < 400 ? "" : JSON.parse(answer.body).code]

layer(Harness.layer(), { excludeTestServices: true })("a body", (it) => {
  it.effect("a body that is not strict JSON in UTF-8 answers 400 MALFORMED_REQUEST with the reason", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const path = Harness.evaluatePath(form.id)
      const error = (body: string | Uint8Array) =>
        Effect.map(Harness.send(Wire.request({ path, token: key, body })), (answer) => {
          assert.deepStrictEqual(code(answer), [400, "MALFORMED_REQUEST"], String(body))
          return JSON.parse(answer.body).error
        })
      for (const text of [
        "",
        " ",
        "{",
        '{"data":{}',
        '{"data":{}}}',
        "{'data':{}}",
        "{data:{}}",
        '{"data":{},}',
        '{"data":{"a":01}}',
        '{"data":{"a":+1}}',
        '{"data":{"a":.5}}',
        '{"data":{"a":NaN}}',
        '{"data":{"a":"\t"}}',
        '{"data":{"a":"\\x"}}',
        '/**/{"data":{}}',
        '\ufeff{"data":{}}',
        '{"data":{}}\0',
        '{"data":{}} x',
        '\u00a0{"data":{}}',
        "undefined",
        '"',
        '"\\'
      ]) {
        const said = yield* error(text)
        assert.match(said, /^The body (?:is|begins).* not valid JSON/u, JSON.stringify(text))
      }
      for (const bytes of [
        [0x22, 0xff, 0x22],
        [0x22, 0xc0, 0x80, 0x22],
        [0x22, 0xed, 0xa0, 0x80, 0x22],
        [0x22, 0xc3],
        [0xff, 0xfe, 0x7b, 0]
      ]) {
        assert.strictEqual(yield* error(Uint8Array.from(bytes)), "The body is not valid UTF-8.")
      }
      for (const text of [
        '{"data":{},"data":{}}',
        '{"data":{"name":1,"name":1}}',
        '{"data":{"name":1,"n\\u0061me":2}}',
        '{"data":{"a":[{"b":{"c":1,"\\u0063":1}}]}}',
        '{"data":{"":1,"":2}}',
        '{"data":{"\\"":1,"\\u0022":2}}',
        '{"data":{"__proto__":1,"__proto__":2}}',
        '{"data":{"\\ud83d\\ude00":1,"😀":2}}'
      ]) {
        assert.match(
          yield* error(text),
          /^The body names the member `.*` of an object a second time at line 1, /u,
          text
        )
      }
    })
  )

  it.effect("a body may be nested 32 deep", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const nested = (depth: number, open: string, close: string) =>
        Effect.map(
          Harness.call(
            Harness.evaluatePath(form.id),
            key,
            `{"data":{"name":${open.repeat(depth - 2)}0${close.repeat(depth - 2)}}}`
          ),
          code
        )
      for (const [open, close] of [
        ["[", "]"],
        ['{"a":', "}"]
      ] as const) {
        assert.deepStrictEqual(yield* nested(32, open, close), [200, ""])
        assert.deepStrictEqual(yield* nested(33, open, close), [400, "MALFORMED_REQUEST"])
        assert.deepStrictEqual(yield* nested(100_000, open, close), [400, "MALFORMED_REQUEST"])
      }
      // Brackets in a string nest nothing.
      assert.deepStrictEqual(
        code(yield* Harness.call(Harness.evaluatePath(form.id), key, { data: { name: '[{"\\'.repeat(99) } })),
        [200, ""]
      )
    })
  )

  it.effect("a body may have 1 MiB, counted as received", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const path = Harness.evaluatePath(form.id)
      const padded = (size: number) => good + " ".repeat(size - good.length)
      const chunked = (size: number) => {
        const body = padded(size)
        return (
          `${head(path, key, "Content-Type: application/json", "Transfer-Encoding: chunked")}a\r\n${body.slice(0, 10)}\r\n` +
          `${(size - 10).toString(16)}\r\n${body.slice(10)}\r\n0\r\n\r\n`
        )
      }
      assert.deepStrictEqual(code(yield* Harness.call(path, key, padded(1_048_576))), [200, ""])
      assert.deepStrictEqual(code(yield* Harness.call(path, key, padded(1_048_577))), [413, "PAYLOAD_TOO_LARGE"])
      assert.deepStrictEqual(code(yield* Harness.send(chunked(1_048_576))), [200, ""])
      assert.deepStrictEqual(code(yield* Harness.send(chunked(1_048_577))), [413, "PAYLOAD_TOO_LARGE"])
    })
  )

  it.effect("a refused body is read to its end, and the client sees the answer and can go on, except after a 401", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const path = Harness.evaluatePath(form.id)
      const size = 7_000_000
      for (const [token, status] of [
        [key, 413],
        ["none", 401]
      ] as const) {
        const bytes = Buffer.concat([
          Buffer.from(head(path, token, "Content-Type: application/json", `Content-Length: ${size}`)),
          Buffer.alloc(size, 0x20),
          Wire.request({ path, token: key, body: good })
        ])
        const answers = yield* Wire.writeThenRead(yield* Harness.port, bytes, 2)
        assert.deepStrictEqual(
          answers.map((answer) => answer.status),
          status === 401 ? [401] : [status, 200]
        )
      }
    })
  )

  it.effect("a refused body is dropped after 8 MB", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const path = Harness.evaluatePath(form.id)
      const port = yield* Harness.port
      const written = yield* Effect.callback<number>((resume) => {
        const socket = connect(port, "127.0.0.1")
        const more = () => socket.write(Buffer.alloc(65_536, 0x20), () => void (socket.writable && more()))
        socket
          .on("error", () => {})
          .on("close", () => resume(Effect.succeed(socket.bytesWritten)))
          .resume()
        socket.write(head(path, key, "Content-Type: application/json", "Content-Length: 1000000000"))
        more()
      })
      assert.isAbove(written, 8_388_608)
      assert.isBelow(written, 32_000_000)
    })
  )

  it.effect("the server asks for a body behind Expect: 100-continue only when it reads it", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const path = Harness.evaluatePath(form.id)
      const statuses = (token: string, length: number) =>
        Effect.scoped(
          Effect.gen(function* () {
            const socket = yield* Wire.open(yield* Harness.port)
            socket.write(
              head(path, token, "Content-Type: application/json", `Content-Length: ${length}`, "Expect: 100-continue")
            )
            const [first] = yield* Wire.receive(socket)
            if (first?.status !== 100) return [first?.status]
            socket.write(good)
            return [100, (yield* Wire.receive(socket))[0]?.status]
          })
        )
      assert.deepStrictEqual(yield* statuses(key, good.length), [100, 200])
      assert.deepStrictEqual(yield* statuses("none", good.length), [401])
      assert.deepStrictEqual(yield* statuses(key, 2_000_000), [413])
    })
  )
})

const hasty = Harness.layer({ body: { millis: 60, drainMillis: 60 } })
layer(hasty, { excludeTestServices: true })("a slow body", (it) => {
  it.effect("a slow body is answered 408 at its time limit, and its connection then ends", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const raw = yield* Effect.scoped(
        Effect.gen(function* () {
          const socket = yield* Wire.open(yield* Harness.port)
          socket.write(
            `${head(Harness.evaluatePath(form.id), key, "Content-Type: application/json", "Content-Length: 20")}{`
          )
          const [answer] = yield* Wire.receive(socket)
          yield* Effect.callback<void>((resume) => void socket.on("close", () => resume(Effect.void)).end())
          return answer
        })
      )
      assert.deepStrictEqual(code(raw), [408, "REQUEST_TIMEOUT"])
    })
  )
})
