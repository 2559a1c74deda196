/** Who is at the other end: TLS, and no proxy in between. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { fileURLToPath } from "node:url"
import { certificate } from "./support/certificate.ts"
import * as Receiver from "./support/receiver.ts"
import { local, sending } from "./support/sending.ts"

it.effect("TLS asks for the name in the URL and verifies the certificate for it", () =>
  Effect.gen(function* () {
    const good = certificate("hooks.example.com")
    const old = certificate("hooks.example.com", [2001, 2002])
    const unknown = certificate("hooks.example.com")
    const before = getCACertificates("default")
    setDefaultCACertificates([...before, good.cert, old.cert])
    yield* Effect.addFinalizer(() => Effect.sync(() => setDefaultCACertificates(before)))
    const policy = { ...local, allowHttp: false }
    const to = (host: string, port: number) => sending(policy, [["127.0.0.1"]]).send(`https://${host}:${port}/`)

    const { port, received } = yield* Receiver.http((_, response) => response.end("ok"), good)
    assert.strictEqual((yield* to("hooks.example.com", port)).text, "ok")
    const socket = received[0]?.request.socket
    assert.strictEqual(socket !== undefined && "servername" in socket && socket.servername, "hooks.example.com")

    const other = yield* Effect.flip(to("other.example.com", port))
    assert.include(other.reason, "has a certificate for another name")
    const address = yield* Effect.flip(to("127.0.0.1", port))
    assert.include(address.reason, "has a certificate for another name")
    const expired = yield* Receiver.http((_, response) => response.end(), old)
    assert.include((yield* Effect.flip(to("hooks.example.com", expired.port))).reason, "has expired")
    const stranger = yield* Receiver.http((_, response) => response.end(), unknown)
    assert.include((yield* Effect.flip(to("hooks.example.com", stranger.port))).reason, "of no trusted authority")
    const plain = yield* Receiver.http((_, response) => response.end())
    const noTls = yield* Effect.flip(to("hooks.example.com", plain.port))
    assert.include(noTls.reason, "TLS")
    assert.lengthOf(received, 1)
    for (const { verdict } of [other, address, noTls]) assert.strictEqual(verdict, "retry")
  })
)

it.effect("the environment's proxy is ignored, even with NODE_USE_ENV_PROXY", () =>
  Effect.gen(function* () {
    const proxy = yield* Receiver.http((_, response) => response.end("the proxy"))
    const { url } = yield* Receiver.http((_, response) => response.end("the receiver"))
    const env = { ...process.env, NODE_USE_ENV_PROXY: "1", HTTP_PROXY: proxy.url, http_proxy: proxy.url, NO_PROXY: "" }
    const script = fileURLToPath(new URL("support/sendOnce.ts", import.meta.url))
    const printed = yield* Effect.callback<string>((resume) => {
      const child = execFile(process.execPath, [script, url], { env }, (error, stdout, stderr) =>
        resume(Effect.succeed(error === null ? stdout : stderr))
      )
      return Effect.sync(() => child.kill())
    })
    assert.deepStrictEqual(printed.trim().split("\n"), ["by Node: the proxy", "by Formwork: the receiver"])
  })
)
