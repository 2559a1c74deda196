/** A Postgres server of this run, receivers in processes of their own, and effects that are due. */
import { Effect, Layer, Logger, Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Content } from "@formwork/domain/filing/Content"
import type { FormVersion } from "@formwork/domain/forms/Form"
import { SecretValue } from "@formwork/domain/secrets/Secret"
import { SecretCipher } from "@formwork/domain/secrets/SecretCipher"
import { SecretStore } from "@formwork/domain/secrets/SecretStore"
import { SecretVault } from "@formwork/domain/secrets/SecretVault"
import { Dispatcher } from "@formwork/domain/sending/Dispatcher"
import { Mail } from "@formwork/outbound/notification/Mail"
import { OutboundPolicy, production } from "@formwork/outbound/http/Policy"
import * as Outbound from "@formwork/outbound/Outbound"
import * as Crypto from "@formwork/postgres/crypto/Crypto"
import * as Stores from "@formwork/postgres/Stores"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import * as WorkerStores from "@formwork/postgres/WorkerStores"
import { example } from "../demo.ts"
import * as Cpu from "../http/cpu.ts"

const key = Redacted.make(new Uint8Array(32))
const secret = Redacted.make(SecretValue.make(`whsec_${Buffer.alloc(32, 7).toString("base64")}`))

export const layer = (admin: Redacted.Redacted<string>) =>
  Layer.mergeAll(Stores.layerUncounted, WorkerStores.layer).pipe(
    Layer.provideMerge(TestServer.whole(admin)),
    Layer.provideMerge(TokenHasher.layer([{ id: "bench", key }])),
    Layer.provideMerge(SecretCipher.layer([{ id: "bench", key }])),
    Layer.provideMerge(Layer.mergeAll(Crypto.layer, Crypto.aead)),
    Layer.provideMerge(Logger.layer([]))
  )

/** Starts a receiver and gives its address. */
export const receiver = (kind: "http" | "smtp", millis = 0) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly stop: () => void }>((resume) => {
      const path = fileURLToPath(new URL("receiver.ts", import.meta.url))
      const child = spawn(process.execPath, [path, kind, String(millis)], { stdio: ["ignore", "pipe", "inherit"] })
      const stop = () => void child.kill("SIGINT")
      process.once("exit", stop)
      child.stdout
        .setEncoding("utf8")
        .once("data", (line: string) => resume(Effect.succeed({ url: line.trim(), stop })))
    }),
    ({ stop }) => Effect.sync(stop)
  ).pipe(Effect.map(({ url }) => url))

/** An organisation with a form and the secret that signs its events. */
export const sender = Effect.gen(function* () {
  const setting = yield* FiringFixture.setting
  const cipher = yield* SecretCipher
  const store = yield* SecretStore
  yield* store.put(setting.owner, "signing", yield* cipher.seal(setting.owner.organisationId, "signing", secret), 0, [])
  return setting
})

/** An event with the demo's quote. */
export const event = (url: string): Content<"delivery"> => ({
  ...FiringFixture.delivery(`${url}/hook`),
  event: { type: "submission.filed", timestamp: "2026-03-14T12:00:00Z", data: example }
})

/** Files `count` effects, five hundred with a submission. */
export const file = (
  { owner, version }: { readonly owner: Caller; readonly version: FormVersion },
  count: number,
  content: Content
) =>
  Effect.forEach(
    Array.from({ length: Math.ceil(count / 500) }, (_, part) => Math.min(500, count - part * 500)),
    (size) =>
      FiringFixture.file(
        owner,
        version,
        Array.from({ length: size }, () => content)
      ),
    { discard: true }
  )

/** The dispatcher that a worker runs, as it comes from Outbound, until the scope ends. */
export const dispatch = (smtpUrl: string) => {
  const mail = Layer.orDie(Mail.layerSmtp({ url: Redacted.make(smtpUrl), from: "forms@example.org" }))
  const policy = Layer.succeed(OutboundPolicy, { ...production, allowHttp: true, allowPrivate: true })
  const dispatcher = Dispatcher.layer.pipe(
    Layer.provide(SecretVault.layer),
    Layer.provide(Outbound.layer.pipe(Layer.provide(mail), Layer.provide(policy))),
    Layer.fresh
  )
  return Effect.forkScoped(
    Effect.provide(
      Effect.flatMap(Dispatcher, ({ run }) => run),
      dispatcher
    )
  )
}

/** Waits until nothing is to be sent to this destination. @param sql a superuser's connection. */
export const sent = (sql: SqlClient.SqlClient, destination: string) =>
  Effect.gen(function* () {
    for (;;) {
      const [found] = yield* sql<{ readonly any: boolean }>`
        select exists (select from formwork.firings where state = 'pending' and destination = ${destination}) as any`
      if (found?.any !== true) return
      yield* Effect.sleep("50 millis")
    }
  })

/** What Postgres and this process have worked so far, in microseconds. */
export const worked = (postgres: number) => {
  const { system, user } = process.cpuUsage()
  return { own: user + system, postgres: Cpu.ofFamily(postgres) }
}
