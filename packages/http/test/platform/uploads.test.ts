/** Files on their way, byte by byte: many at once, slow ones, those that stop, and clients that go away (spec/http.md §6.32). */
import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Socket } from "node:net"
import { UploadLimits } from "@formwork/domain/filing/Upload"
import { Forms } from "@formwork/domain/forms/Forms"
import { AccessLog } from "../../src/request/AccessLog.ts"
import * as FileFixture from "../support/fileFixture.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const setting = Effect.gen(function* () {
  const tenant = yield* Harness.tenant
  const formId = yield* FileFixture.form(tenant)
  return { ...tenant, formId }
})

const path = (formId: string) => `/api/platform/forms/${formId}/files?field=pass&name=a.txt`

const request = (formId: string, token: string, body: Uint8Array, headers: ReadonlyArray<string> = []) =>
  Wire.request({ path: path(formId), token, contentType: "text/plain", body, headers })

const send = (formId: string, token: string, body: Uint8Array) => Harness.send(request(formId, token, body))

/** A request that has sent its head and so many bytes of its body. */
const begun = Effect.fnUntraced(function* (formId: string, token: string, body: Uint8Array, sent: number) {
  const bytes = request(formId, token, body)
  const socket = yield* Wire.open(yield* Harness.port)
  socket.on("error", () => undefined)
  socket.write(bytes.subarray(0, bytes.length - body.length + sent))
  return socket
})

const answerOf = (socket: Socket) =>
  Effect.map(Wire.receive(socket), ([answer]) => answer ?? assert.fail("the connection ended without an answer"))

const photo = Buffer.alloc(9_000_000, "a")

layer(Harness.layer(), { excludeTestServices: true })("people who send photos with one key", (it) => {
  it.effect("eight at once have all of them taken, and the key's other requests and others' files go past them", () =>
    Effect.gen(function* () {
      const { form, formId, key } = yield* setting
      const held = yield* Effect.forEach([1, 2, 3], () => begun(formId, key, photo, 100))
      const all = yield* Effect.forEach(Array.from({ length: 8 }), () => begun(formId, key, photo, photo.length))
      const body = `{"data":{"name":"Ada"}}`.padEnd(1_000_000)
      assert.strictEqual((yield* Harness.call(Harness.evaluatePath(form.id), key, body)).status, 200)
      const stranger = yield* setting
      assert.strictEqual((yield* send(stranger.formId, stranger.key, photo)).status, 201)
      for (const socket of held) socket.write(photo.subarray(100))
      const answers = yield* Effect.forEach([...held, ...all], answerOf, { concurrency: "unbounded" })
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        Array.from({ length: 11 }, () => 201)
      )
    })
  )
})

const quick = { idleMillis: 300, roomMillis: 5_000 }

layer(Harness.layer({ uploadBytes: 16 * 1024 * 1024, file: quick }), { excludeTestServices: true })(
  "one file of a credential at a time, and 300 milliseconds without a byte",
  (it) => {
    it.effect("a file that stops is 408, and the one that waited for it is taken", () =>
      Effect.gen(function* () {
        const { formId, key } = yield* setting
        const stalled = yield* begun(formId, key, photo, 1_000_000)
        const next = yield* begun(formId, key, photo, photo.length)
        const cut = yield* answerOf(stalled)
        assert.strictEqual(cut.status, 408)
        assert.match(String(Wire.json(cut)["error"]), /at 16 kB a second or more, without a pause of 0\.3 seconds/u)
        assert.strictEqual((yield* answerOf(next)).status, 201)
      })
    )

    it.effect("a file that comes slowly and steadily is taken, and one that trickles is 408", () =>
      Effect.gen(function* () {
        const { formId, key } = yield* setting
        const feed = Effect.fnUntraced(function* (socket: Socket, body: Uint8Array, step: number) {
          for (let at = 0; at < body.length && socket.writable; at += step) {
            socket.write(body.subarray(at, at + step))
            yield* Effect.sleep("50 millis")
          }
        })
        const steady = Buffer.alloc(60_000, "a")
        const socket = yield* begun(formId, key, steady, 0)
        const [answer] = yield* Effect.all([answerOf(socket), feed(socket, steady, 3_000)], { concurrency: 2 })
        assert.strictEqual(answer.status, 201)
        const trickle = Buffer.alloc(60_000, "a")
        const slow = yield* begun(formId, key, trickle, 0)
        const fiber = yield* Effect.forkChild(feed(slow, trickle, 1))
        assert.strictEqual((yield* answerOf(slow)).status, 408)
        slow.destroy()
        fiber.interruptUnsafe()
      })
    )

    it.effect("a file that comes, but slowly, goes once another waits for its room, and hears why", () =>
      Effect.gen(function* () {
        const { formId, key } = yield* setting
        const slow = yield* begun(formId, key, photo, 100)
        const feed = setInterval(() => slow.write(photo.subarray(0, 2_000)), 50)
        yield* Effect.sleep("500 millis")
        const person = yield* begun(formId, key, photo, photo.length)
        const cut = yield* answerOf(slow)
        clearInterval(feed)
        assert.strictEqual(cut.status, 408)
        assert.match(String(Wire.json(cut)["error"]), /Other files wait for the room of this one\. Then .* 65 kB/u)
        assert.strictEqual((yield* answerOf(person)).status, 201)
      })
    )

    it.effect("one without a declared length counts as long as a file may be, and is taken", () =>
      Effect.gen(function* () {
        const { formId, key } = yield* setting
        const socket = yield* Wire.open(yield* Harness.port)
        socket.write(
          `POST ${path(formId)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n`
        )
        const chunk = Buffer.alloc(0x8000, "a").toString()
        for (let count = 0; count < 20; count++) socket.write(`8000\r\n${chunk}\r\n`)
        socket.write("0\r\n\r\n")
        const answer = yield* answerOf(socket)
        assert.deepStrictEqual([answer.status, Wire.json(answer)["size"]], [201, 20 * 0x8000])
      })
    )
  }
)

layer(Harness.layer({ uploadBytes: 16 * 1024 * 1024, file: { roomMillis: 100 } }), { excludeTestServices: true })(
  "100 milliseconds for room",
  (it) => {
    it.effect("a key that leaves itself no room gets 429 before its file is read, and may send it later", () =>
      Effect.gen(function* () {
        const { formId, key } = yield* setting
        const first = yield* begun(formId, key, photo, 1_000)
        const socket = yield* Wire.open(yield* Harness.port)
        const bytes = request(formId, key, photo, ["Expect: 100-continue"])
        socket.write(bytes.subarray(0, bytes.length - photo.length))
        const refused = yield* answerOf(socket)
        assert.deepStrictEqual(
          [refused.status, refused.headers["retry-after"], Wire.json(refused)["title"]],
          [429, "5", "Too many files at once"]
        )
        first.destroy()
        yield* Effect.sleep("50 millis")
        assert.strictEqual((yield* send(formId, key, photo)).status, 201)
      })
    )
  }
)

it.live("a client that goes away in the middle of its file is 499 in the log, and no refusal", () => {
  const lines: Array<number> = []
  return Effect.gen(function* () {
    const { formId, key } = yield* setting
    const socket = yield* begun(formId, key, photo, 500_000)
    yield* Effect.sleep("50 millis")
    socket.resetAndDestroy()
    yield* Effect.whileLoop({
      while: () => lines.length === 0,
      body: () => Effect.sleep("2 millis"),
      step: () => undefined
    })
    assert.strictEqual((yield* send(formId, key, Buffer.from("a"))).status, 201)
    assert.deepStrictEqual(lines, [499, 201])
  }).pipe(
    Effect.scoped,
    Effect.provide(Harness.layer()),
    Effect.provideService(AccessLog, ({ status }) => void lines.push(status))
  )
})

it.live("a key whose files wait for submissions is told when there is room, and makes some by taking one back", () =>
  Effect.gen(function* () {
    const { formId, key } = yield* setting
    const sent = yield* send(formId, key, Buffer.from("a"))
    assert.strictEqual(sent.status, 201)
    const refused = yield* send(formId, key, Buffer.from("b"))
    assert.deepStrictEqual([refused.status, Wire.json(refused)["code"]], [429, "RATE_LIMITED"])
    const seconds = Number(refused.headers["retry-after"])
    assert.isTrue(seconds >= 1 && seconds <= 900, String(seconds))
    yield* Harness.platform("DELETE", `forms/${formId}/files/${String(Wire.json(sent)["id"])}`, key)
    assert.strictEqual((yield* send(formId, key, Buffer.from("b"))).status, 201)
  }).pipe(
    Effect.provide(
      Harness.over(
        Harness.services({ limit: 1_000, windowMillis: 60_000 }).pipe(
          Layer.provide(Layer.succeed(UploadLimits, { ...UploadLimits.defaultValue(), waiting: 1 }))
        )
      )
    )
  )
)

it.live(
  "an organisation whose files are full says so in the language of the form, and not what an administrator does",
  () =>
    Effect.gen(function* () {
      const { operator, key } = yield* Harness.tenant
      const formId = yield* Forms.use((forms) =>
        Effect.gen(function* () {
          const fields = [{ slug: "pass", type: "file" }]
          const definition = { title: "Schaden", code: Harness.unused(), languages: ["de"], fields }
          const { id } = yield* forms.create(operator, definition)
          yield* forms.publish(operator, id)
          return id
        }).pipe(Effect.orDie)
      )
      const refused = yield* send(formId, key, Buffer.from("ab"))
      assert.deepStrictEqual(
        [refused.status, Wire.json(refused)["error"]],
        [409, "Die Organisation nimmt derzeit keine weiteren Dateien an. Bitte wenden Sie sich an die Organisation."]
      )
    }).pipe(
      Effect.provide(
        Harness.over(
          Harness.services({ limit: 1_000, windowMillis: 60_000 }).pipe(
            Layer.provide(Layer.succeed(UploadLimits, { ...UploadLimits.defaultValue(), keptBytes: 1 }))
          )
        )
      )
    )
)
