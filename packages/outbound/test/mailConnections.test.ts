/** Connections to a mail server are kept, over real sockets. */
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import type { Socket } from "node:net"
import { Mail } from "@formwork/outbound/notification/Mail"
import { dispatch } from "./support/dispatch.ts"
import { mailServer } from "./support/mailServer.ts"
import { from, notification } from "./support/notification.ts"
import * as Receiver from "./support/receiver.ts"

const sender = (url: string) =>
  Effect.map(Layer.build(Mail.layerSmtp({ url: Redacted.make(url), from })), (context) =>
    Context.get(context, Mail).send(dispatch, notification)
  )

it.effect("messages one after the other share a connection", () =>
  Effect.gen(function* () {
    let connections = 0
    const { delivered, url } = yield* mailServer({
      onConnect: (_session, done) => {
        connections += 1
        done()
      }
    })
    const send = yield* sender(url)
    for (let times = 0; times < 5; times++) yield* send
    assert.deepStrictEqual([delivered.length, connections], [5, 1])
  })
)

/** A server that speaks as much SMTP as a message needs. `refuse` ends the connection instead of the answer to this command. */
const server = (refuse: (command: "MAIL" | "message", message: number, connection: number) => boolean) => {
  let connections = 0
  const messages: Array<string> = []
  const listening = Receiver.tcp((socket: Socket) => {
    const connection = ++connections
    let [message, text, isData] = [0, "", false]
    const say = (line: string) => socket.write(`${line}\r\n`)
    const next = (): boolean => {
      const end = text.indexOf(isData ? "\r\n.\r\n" : "\r\n")
      if (end < 0) return false
      const line = text.slice(0, end)
      text = text.slice(end + (isData ? 5 : 2))
      const command = isData ? "message" : line.slice(0, 4).toUpperCase()
      if (command === "MAIL") message += 1
      if ((command === "MAIL" || command === "message") && refuse(command, message, connection)) {
        if (command === "message") messages.push(line)
        socket.destroy()
        return false
      }
      if (command === "message") messages.push(line)
      isData = command === "DATA"
      say(isData ? "354 go on" : "250 ok")
      return true
    }
    say("220 ready")
    socket.on("data", (data: Buffer) => {
      text += data.toString("latin1")
      while (next());
    })
  })
  return Effect.map(listening, ({ connections: made, port }) => ({ url: `smtp://127.0.0.1:${port}`, made, messages }))
}

it.effect("a message whose kept connection ends before it is sent goes over another, in the same attempt", () =>
  Effect.gen(function* () {
    const { made, messages, url } = yield* server((command, message) => command === "MAIL" && message === 2)
    const send = yield* sender(url)
    yield* send
    assert.strictEqual((yield* send).status, 250)
    assert.lengthOf(made, 2)
    assert.lengthOf(messages, 2)
  })
)

it.effect("a message that may have been accepted is not sent again in the same attempt", () =>
  Effect.gen(function* () {
    const { made, messages, url } = yield* server((command, message) => command === "message" && message === 2)
    const send = yield* sender(url)
    yield* send
    const failure = yield* Effect.flip(send)
    assert.strictEqual(failure.verdict, "retry")
    assert.lengthOf(made, 1)
    assert.lengthOf(messages, 2)
  })
)
