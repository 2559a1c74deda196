/** Which adapter stands behind which port: the one place that knows them all. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Duration, Effect, Layer, Option, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { Wakeup } from "@formwork/domain/effects/Wakeup"
import { TokenHasher } from "@formwork/domain/keys/TokenHasher"
import { SessionLifetime } from "@formwork/domain/keys/Session"
import { TokenPrefixes } from "@formwork/domain/keys/TokenPrefixes"
import { defaultQuota } from "@formwork/domain/limits/Budget"
import { PasswordHasher } from "@formwork/domain/organisations/PasswordHasher"
import * as Services from "@formwork/domain/Services"
import { TrustedProxies } from "@formwork/http/ClientAddress"
import * as Http from "@formwork/http/Server"
import * as Limiter from "@formwork/limiter/Admissions"
import * as Embedded from "@formwork/postgres/Embedded"
import * as Server from "@formwork/postgres/Server"
import * as Stores from "@formwork/postgres/Stores"
import * as Worker from "@formwork/postgres/Worker"
import * as Pepper from "./Pepper.ts"
import * as SecretsKey from "./SecretsKey.ts"
import { table } from "./Settings.ts"
import type { Settings } from "./Settings.ts"
import { StartupFailure } from "./StartupFailure.ts"

export const crypto = Layer.mergeAll(NodeCrypto.layerDigest, NodeCrypto.layerMac, NodeCrypto.layerSecureRandom)

const passwords = PasswordHasher.layer().pipe(Layer.provide(NodeCrypto.layerKdf))

/** What an operator may choose of the domain's own rules. */
const chosen = ({ keyPrefix, sessionHours, sessionPrefix }: Settings) =>
  Layer.merge(
    Layer.succeed(TokenPrefixes, { api_key: keyPrefix, session: sessionPrefix }),
    Layer.succeed(SessionLifetime, Duration.hours(sessionHours))
  )

/** The URL of the database server, if there is one. Fails with a sentence where it is no URL of one. */
export const databaseUrl = Effect.fnUntraced(function* ({ databaseUrl: url }: Settings) {
  if (Option.isSome(url) && !/^postgres(ql)?:\/\//u.test(Redacted.value(url.value))) {
    return yield* new StartupFailure({ message: `DATABASE_URL must be ${table.databaseUrl.allowed}.` })
  }
  return url
})

/** The embedded database is one process's own, so that process counts its requests. */
const embedded = ({ dataDir, keyPepper, ratePerMinute }: Settings) => {
  const peppers = Option.isSome(keyPepper) ? Pepper.fromSetting(keyPepper) : Pepper.fromFolder(dataDir)
  return Limiter.layer({ ...defaultQuota, limit: ratePerMinute }).pipe(
    Layer.provideMerge(Stores.layerUncounted),
    Layer.provideMerge(Layer.unwrap(Effect.map(peppers, TokenHasher.layer))),
    Layer.provideMerge(Embedded.layer(dataDir))
  )
}

/** A server counts for all processes in front of it. */
const onServer = (url: Redacted.Redacted, settings: Settings) => {
  const { keyPepper, ratePerMinute } = settings
  return Stores.layer({ ...defaultQuota, limit: ratePerMinute }).pipe(
    Layer.provideMerge(Layer.merge(Server.layer(url), sendingOn(url, settings))),
    Layer.provideMerge(Layer.unwrap(Effect.map(Pepper.fromSetting(keyPepper), TokenHasher.layer)))
  )
}

/** Where the engine of this process works: the embedded database has its own way in. */
const sendingOn = (url: Redacted.Redacted, { workerDatabaseUrl, workers }: Settings) =>
  workers === 0
    ? Layer.succeed(Worker.Worker, Worker.none)
    : Server.layerWorker(Option.getOrElse(workerDatabaseUrl, () => url))

/**
 * Every service of the domain, over the database that the settings name.
 * @param wakeup tells the engine of this process, where it has one, that something is due.
 */
export const services = (settings: Settings, wakeup: Effect.Effect<void> = Effect.void) =>
  Services.layer.pipe(
    Layer.provide(Layer.succeed(Wakeup, wakeup)),
    Layer.provideMerge(
      Layer.unwrap(
        Effect.map(databaseUrl(settings), (url) =>
          Option.isSome(url) ? onServer(url.value, settings) : embedded(settings)
        )
      )
    ),
    Layer.provideMerge(passwords),
    Layer.provideMerge(SecretsKey.layer(settings)),
    Layer.provideMerge(crypto),
    Layer.provide(chosen(settings))
  )

/** The HTTP API over those services, listening. */
export const http = ({ host, port, trustProxy }: Settings, gracefulShutdown?: Duration.Input) =>
  Http.layer({ host, port, ...(gracefulShutdown === undefined ? {} : { gracefulShutdown }) }).pipe(
    Layer.provide(Layer.succeed(TrustedProxies, trustProxy)),
    Layer.catch(({ cause }) =>
      Layer.effect(HttpServer.HttpServer, new StartupFailure({ message: listening(host, port, cause) }))
    )
  )

const listening = (host: string, port: number, cause: unknown): string => {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined
  if (code === "EADDRINUSE") return `Port ${port} of ${host} is taken: end what listens there, or set PORT to another.`
  if (code === "EACCES") return `Port ${port} needs more rights than this process has: set PORT to 1024 or above.`
  return `${host} cannot be listened on: HOST must be ${table.host.allowed} (${String(code ?? cause)}).`
}
