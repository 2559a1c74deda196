/** Notifications, against a real SMTP server: what arrives, what cannot be injected, and what a refusal means. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import type { NotificationContent } from "@formwork/domain/filing/Content"
import { Mail } from "@formwork/outbound/notification/Mail"
import * as Smtp from "@formwork/outbound/notification/Smtp"
import { certificate } from "./support/certificate.ts"
import { dispatch } from "./support/dispatch.ts"
import { both } from "./support/items.ts"
import { answer, mailServer } from "./support/mailServer.ts"
import { fieldsOf, from, notification } from "./support/notification.ts"
import * as Receiver from "./support/receiver.ts"

const send = (url: string, content: NotificationContent = notification) =>
  Effect.flatMap(Mail, (mail) => mail.send(dispatch, content)).pipe(
    Effect.provide(Layer.orDie(Mail.layerSmtp({ url: Redacted.make(url), from })))
  )

it.effect("a message arrives whole, and a repeat has the same id", () =>
  Effect.gen(function* () {
    const { delivered, url } = yield* mailServer()
    const receipt = yield* send(url)
    assert.deepStrictEqual(receipt, { status: 250, excerpt: "250 kept as 42" })
    yield* send(url)
    const [{ from: sender, raw, to }, again] = both(delivered)
    assert.strictEqual(raw, again.raw)
    assert.strictEqual(sender, "forms@example.org")
    assert.deepStrictEqual(to, ["ann@example.com", "bob@example.com", "cora@example.com"])
    const fields = Object.fromEntries(fieldsOf(raw))
    assert.strictEqual(fields["from"], "Example Forms <forms@example.org>")
    assert.strictEqual(fields["to"], "ann@example.com, bob@example.com")
    assert.strictEqual(fields["cc"], "cora@example.com")
    assert.strictEqual(fields["reply-to"], "desk@example.org")
    assert.strictEqual(fields["message-id"], `<${dispatch.id}@example.org>`)
    assert.strictEqual(fields["auto-submitted"], "auto-generated")
    assert.strictEqual(fields["subject"], "=?UTF-8?Q?Your_quote_=E2=80=93_Zo=C3=AB?=")
    assert.strictEqual(Date.parse(fields["date"] ?? "") / 1_000, Math.floor(0x01890a5dac96 / 1_000))
    assert.match(fields["content-type"] ?? "", /^multipart\/alternative;/)
    assert.include(raw, "text/plain")
    assert.include(raw, "<p>Hello <b>Zo=C3=AB</b></p>")
  })
)

it.effect("a message with one malformed address is not sent", () =>
  Effect.gen(function* () {
    const { connections, port } = yield* Receiver.tcp(() => {})
    const bad: ReadonlyArray<Partial<NotificationContent>> = [
      { to: ["ann@example.com", "a@b\r\nRCPT TO:<eve@example.net>"] },
      { to: ["ann@example.com, eve@example.net"] },
      { cc: ["Eve <eve@example.net>"] },
      { replyTo: "nobody" },
      { to: ["a@b", ...Array.from({ length: 50 }, (_, index) => `a${index}@b`)] }
    ]
    for (const change of bad) {
      const failure = yield* Effect.flip(send(`smtp://127.0.0.1:${port}`, { ...notification, ...change }))
      assert.strictEqual(failure.verdict, "dead")
      assert.notMatch(failure.reason, /[\r\n]/)
    }
    assert.lengthOf(connections, 0)
  })
)

it.effect("a 5xx answer to every recipient or to the message is final", () =>
  Effect.gen(function* () {
    const refusing = (code: number) =>
      mailServer({ onRcptTo: (_address, _session, done) => done(answer(code, "no such user")) })
    const final = yield* Effect.flip(send((yield* refusing(550)).url))
    assert.deepStrictEqual([final.verdict, final.status], ["dead", 550])
    assert.include(final.excerpt, "no such user")
    const greylisted = yield* Effect.flip(send((yield* refusing(450)).url))
    assert.deepStrictEqual([greylisted.verdict, greylisted.status], ["retry", 450])
    const content = (code: number) =>
      mailServer({
        onData: (stream, _session, done) => void stream.on("end", () => done(answer(code, "spam"))).resume()
      })
    assert.strictEqual((yield* Effect.flip(send((yield* content(554)).url))).verdict, "dead")
    assert.strictEqual((yield* Effect.flip(send((yield* content(451)).url))).verdict, "retry")
  })
)

it.effect("a message is retried where the server refuses the sender, which can be repaired", () =>
  Effect.gen(function* () {
    const sender = yield* mailServer({ onMailFrom: (_address, _session, done) => done(answer(550, "not you")) })
    assert.strictEqual((yield* Effect.flip(send(sender.url))).verdict, "retry")
    const closed = yield* mailServer({ onConnect: (_session, done) => done(answer(554, "no service")) })
    assert.strictEqual((yield* Effect.flip(send(closed.url))).verdict, "retry")
  })
)

it.effect("the receipt names a recipient refused for good; a recipient put off means a retry", () =>
  Effect.gen(function* () {
    const choosy = (code: number) =>
      mailServer({
        onRcptTo: ({ address }, _session, done) => (address.startsWith("bob") ? done(answer(code, "not bob")) : done())
      })
    const some = yield* choosy(550)
    const receipt = yield* send(some.url)
    assert.strictEqual(receipt.status, 250)
    assert.include(receipt.excerpt, "Refused: bob@example.com: 550 not bob")
    assert.lengthOf(some.delivered, 1)
    assert.strictEqual((yield* Effect.flip(send((yield* choosy(451)).url))).verdict, "retry")
  })
)

it.effect("a message is retried where the server is unreachable, drops the connection or does not speak SMTP", () =>
  Effect.gen(function* () {
    const { port } = yield* Effect.scoped(Receiver.tcp(() => {}))
    const dropping = yield* Receiver.tcp((socket) => socket.destroy())
    const nonsense = yield* Receiver.tcp((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))
    const midway = yield* Receiver.tcp((socket) => {
      socket.write("220 hello\r\n")
      socket.once("data", () => socket.destroy())
    })
    for (const at of [port, dropping.port, nonsense.port, midway.port]) {
      const failure = yield* Effect.flip(send(`smtp://127.0.0.1:${at}`))
      assert.strictEqual(failure.verdict, "retry", failure.reason)
    }
  })
)

it.effect("a silent server has 25 seconds, and then the connection is closed", () =>
  Effect.gen(function* () {
    const asked = yield* Deferred.make<void>()
    const closed = yield* Deferred.make<void>()
    const { port } = yield* Receiver.tcp((socket) => {
      Deferred.doneUnsafe(asked, Effect.void)
      socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
      socket.on("end", () => socket.end()).resume()
    })
    const sent = yield* Effect.forkChild(Effect.flip(send(`smtp://127.0.0.1:${port}`)))
    yield* Deferred.await(asked)
    yield* TestClock.adjust("25 seconds")
    const failure = yield* Fiber.join(sent)
    assert.strictEqual(failure.reason, "The mail server did not finish within 25 seconds.")
    yield* Deferred.await(closed)
  })
)

/** A certificate for localhost that this process trusts while the test runs. */
const trusted = Effect.gen(function* () {
  const pair = certificate("localhost")
  const before = getCACertificates("default")
  setDefaultCACertificates([...before, pair.cert])
  yield* Effect.addFinalizer(() => Effect.sync(() => setDefaultCACertificates(before)))
  return pair
})

const onAuth: NonNullable<Parameters<typeof mailServer>[0]>["onAuth"] = ({ password, username }, _session, done) =>
  password === "p@ss:word" ? done(null, { user: username }) : done(answer(535, "wrong"))

it.effect("a password is sent over TLS only", () =>
  Effect.gen(function* () {
    const pair = yield* trusted
    const starttls = yield* mailServer({ ...pair, disabledCommands: [], onAuth })
    const withPassword = (port: number, password = "p%40ss%3Aword") => `smtp://ann:${password}@localhost:${port}`
    yield* send(withPassword(starttls.port))
    assert.deepInclude(starttls.delivered[0], { secure: true, user: "ann" })

    const implicit = yield* mailServer({ ...pair, secure: true, disabledCommands: [], onAuth })
    yield* send(withPassword(implicit.port).replace("smtp:", "smtps:"))
    assert.deepInclude(implicit.delivered[0], { secure: true, user: "ann" })

    const wrong = yield* Effect.flip(send(withPassword(starttls.port, "other")))
    assert.deepStrictEqual([wrong.verdict, wrong.status], ["retry", 535])

    const seen: Array<string> = []
    const plain = yield* mailServer({
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth: ({ username }, _s, done) => {
        seen.push(username ?? "")
        done(null, { user: username })
      }
    })
    assert.strictEqual((yield* Effect.flip(send(withPassword(plain.port)))).verdict, "retry")
    assert.deepStrictEqual(seen, [])
  })
)

it.effect("TLS is used where it is offered, and the certificate is verified", () =>
  Effect.gen(function* () {
    const pair = yield* trusted
    const offering = yield* mailServer({ ...pair, disabledCommands: ["AUTH"] })
    yield* send(offering.url)
    assert.isTrue(offering.delivered[0]?.secure)
    const stranger = yield* mailServer({ ...certificate("localhost"), disabledCommands: ["AUTH"] })
    const failure = yield* Effect.flip(send(stranger.url))
    assert.strictEqual(failure.verdict, "retry")
    assert.lengthOf(stranger.delivered, 0)
  })
)

it.effect("invalid settings are refused at the start, and the message does not repeat them", () =>
  Effect.gen(function* () {
    for (const url of [
      "",
      "localhost",
      "http://localhost",
      "smtp://",
      "smtp://a:s3cret%@localhost",
      "smtp://localhost?tls.rejectUnauthorized=false"
    ]) {
      const failure = yield* Effect.flip(Smtp.read(Redacted.make(url)))
      assert.match(failure.message, /^SMTP_URL/)
      assert.notInclude(failure.message, "s3cret")
    }
    for (const sender of ["", "forms", "Forms <forms>", "a@b, c@d", "A\r\nBcc: x@y <a@b>"]) {
      assert.match((yield* Effect.flip(Smtp.sender(sender))).message, /^MAIL_FROM/)
    }
    assert.deepStrictEqual(yield* Smtp.sender(`"Forms, Inc." <a@b>`), { name: "Forms, Inc.", address: "a@b" })
    assert.deepStrictEqual(yield* Smtp.sender(" a@b "), { name: "", address: "a@b" })
  })
)
