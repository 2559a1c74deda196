/** Which adapter implements which port: the only file that knows all adapters. */
import { Duration, Effect, Layer, Option, References } from "effect"
import type { Redacted } from "effect"
import { Wakeup } from "@formwork/domain/filing/Firing"
import { UploadLimits } from "@formwork/domain/filing/Upload"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import type { CredentialStore } from "@formwork/domain/credentials/CredentialStore"
import { AddressRule } from "@formwork/domain/forms/outboundFaults"
import { SessionLifetime } from "@formwork/domain/people/Session"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import { TokenPrefixes } from "@formwork/domain/credentials/Token"
import * as Budget from "@formwork/domain/limits/Budget"
import { ApiKeyPolicy } from "@formwork/domain/keys/ApiKeys"
import { HostedOrganisations } from "@formwork/domain/hosting/HostedOrganisations"
import { InvitationPolicy } from "@formwork/domain/people/Invitation"
import * as Services from "@formwork/domain/Services"
import { MetricsPage } from "@formwork/http/health/Health"
import { TrustedProxies } from "@formwork/http/request/ClientAddress"
import { BodyBytesLimit } from "@formwork/http/request/BodyBytes"
import { UploadBytesLimit } from "@formwork/http/request/UploadRoom"
import { Release } from "@formwork/http/guide/Guide"
import * as Http from "@formwork/http/Server"
import * as Limiter from "@formwork/limiter/Admissions"
import * as RedisConnection from "@formwork/limiter/RedisConnection"
import * as Destination from "@formwork/outbound/http/Destination"
import { production, type Policy } from "@formwork/outbound/http/Policy"
import * as Embedded from "@formwork/postgres/embedded/Embedded"
import { Installation } from "@formwork/postgres/database/Installation"
import * as Server from "@formwork/postgres/database/Server"
import * as Operator from "@formwork/postgres/database/Operator"
import * as OperatorStores from "@formwork/postgres/OperatorStores"
import * as Stores from "@formwork/postgres/Stores"
import * as Worker from "@formwork/postgres/database/Worker"
import * as AnalysisThreads from "@formwork/threads/AnalysisThreads"
import * as Crypto from "@formwork/postgres/crypto/Crypto"
import * as Listening from "./Listening.ts"
import * as ConsoleMount from "./console/ConsoleMount.ts"
import * as McpEndpoint from "./McpEndpoint.ts"
import { databaseUrl } from "./settings/databaseUrl.ts"
import * as Pepper from "./settings/Pepper.ts"
import * as SecretsKey from "./settings/SecretsKey.ts"
import type { Settings } from "./settings/Settings.ts"
import { StartupFailure } from "./StartupFailure.ts"
import { version } from "./version.ts"

/** The rules of the domain that settings change. */
const chosen = (settings: Settings, consoleUrl: () => string | undefined = () => undefined) => {
  const { appUrl, invitationDays, invitationPrefix, keyPrefix, maxFilesGb, sessionHours, sessionPrefix } = settings
  const policy = outboundPolicy(settings)
  return Layer.mergeAll(
    Layer.succeed(AddressRule, (origin) => Destination.refusal(origin, policy)),
    Layer.succeed(TokenPrefixes, { api_key: keyPrefix, session: sessionPrefix, invitation: invitationPrefix }),
    Layer.succeed(SessionLifetime, Duration.hours(sessionHours)),
    Layer.succeed(UploadLimits, { ...UploadLimits.defaultValue(), keptBytes: maxFilesGb * 1e9 }),
    Layer.succeed(InvitationPolicy, {
      lifetime: Duration.days(invitationDays),
      // Read with each invitation: the console has its address once the server listens.
      get appUrl() {
        return Option.getOrElse(
          Option.map(appUrl, (url) => url.replace(/\/+$/u, "")),
          consoleUrl
        )
      }
    })
  )
}

/** Where effects may go: asked when a form is published and when an effect is sent. */
export const outboundPolicy = ({ outboundAllowHttp, outboundAllowPrivate }: Settings): Policy => ({
  ...production,
  allowHttp: outboundAllowHttp,
  allowPrivate: outboundAllowPrivate
})

const quotaOf = ({ ratePerMinute, rateWindow }: Settings): Budget.Quota => ({
  limit: ratePerMinute,
  windowMillis: Math.round(Duration.toMillis(rateWindow))
})

/** How many keys an organisation may have active, and what a key may spend without a budget of its own. */
const policyOf = (settings: Settings) => ({
  ...ApiKeyPolicy.defaultValue(),
  requestsPerMinute: Budget.perMinute(quotaOf(settings))
})

/** Redis counts for all processes that share it. Fails with a sentence where Redis is required and unavailable. */
const countedInRedis = (
  url: Redacted.Redacted,
  settings: Settings
): Layer.Layer<Admissions, StartupFailure, CredentialStore> => {
  const refuse = (message: string) => Layer.effect(Admissions, new StartupFailure({ message }))
  return Limiter.layerRedis(quotaOf(settings), url, settings.redisAway).pipe(
    Layer.catch((error) =>
      refuse(
        `The Redis of REDIS_URL cannot be used: ${RedisConnection.messageOf(error)}. ` +
          "With RATE_LIMIT_REDIS_AWAY=local the server starts without it."
      )
    )
  )
}

/** A person who watches the first start needs no line for each migration; a log keeps them. */
const whileOpening = ({ logLevel }: Settings): Layer.Layer<never> =>
  process.stderr.isTTY && logLevel === "Info" ? Layer.succeed(References.MinimumLogLevel, "Warn") : Layer.empty

/** The embedded database's own, unless a setting has them. */
const peppers = (settings: Settings) =>
  Pepper.isOfFolder(settings) ? Pepper.fromFolder(settings.dataDir) : Pepper.fromSetting(settings.keyPepper)

/** One process alone uses an embedded database, so that process counts requests, unless REDIS_URL is set. */
const embedded = (settings: Settings) => {
  const { dataDir, redisUrl } = settings
  const admissions = Option.isSome(redisUrl)
    ? countedInRedis(redisUrl.value, settings)
    : Limiter.layer(quotaOf(settings))
  return admissions.pipe(
    Layer.provideMerge(Stores.layerUncounted),
    Layer.provideMerge(Layer.unwrap(Effect.map(peppers(settings), TokenHasher.layer))),
    Layer.provideMerge(Embedded.layer(dataDir).pipe(Layer.provide(whileOpening(settings))))
  )
}

/** The database server counts requests for all processes in front of it, unless REDIS_URL is set. */
const onServer = (url: Redacted.Redacted, settings: Settings) => {
  const { redisUrl } = settings
  const stores = Option.isSome(redisUrl)
    ? countedInRedis(redisUrl.value, settings).pipe(Layer.provideMerge(Stores.layerUncounted))
    : Stores.layer(quotaOf(settings))
  return stores.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Server.layer(url, settings.databasePooler, readingOn(settings)),
        sendingOn(url, settings),
        operatingOn(url, settings)
      )
    ),
    Layer.provideMerge(Layer.unwrap(Effect.map(peppers(settings), TokenHasher.layer)))
  )
}

/** Where lists, exports and reports are read, unless the primary has to answer. */
export const readingOn = ({ databaseReadLag: lag, databaseReadUrl }: Settings) =>
  Option.getOrUndefined(Option.map(databaseReadUrl, (url) => ({ url, lag })))

/** The database connection of this process's dispatcher. The embedded database brings its own. */
const sendingOn = (url: Redacted.Redacted, { databasePooler, workerDatabaseUrl, workers }: Settings) =>
  workers === 0
    ? Layer.succeed(Worker.Worker, Worker.none)
    : Server.layerWorker(
        Option.getOrElse(workerDatabaseUrl, () => url),
        databasePooler
      )

/** The operator's connection of this process, where it takes the operator's calls. The embedded database brings its own. */
const operatingOn = (url: Redacted.Redacted, settings: Settings) =>
  Option.isNone(settings.operatorTokenHash) ? Layer.succeed(Operator.Operator, Operator.none) : operator(url, settings)

const operator = (url: Redacted.Redacted, { databasePooler, operatorDatabaseUrl }: Settings) =>
  Server.layerOperator(
    Option.getOrElse(operatorDatabaseUrl, () => url),
    databasePooler
  )

/** Hashes no token: for work that makes no invitation. */
const hashesNothing = Layer.succeed(
  TokenHasher,
  TokenHasher.of({
    hash: () => Effect.die(new Error("this command makes no token")),
    candidates: () => Effect.die(new Error("this command makes no token"))
  })
)

/**
 * What the operator does with organisations, over the database that the settings name and without a server.
 * @param invites whether owners may get invitations: that takes the pepper of the servers.
 */
export const hosting = (settings: Settings, invites: boolean) =>
  HostedOrganisations.layer.pipe(
    Layer.provide(OperatorStores.layer),
    Layer.provide(
      Layer.unwrap(
        Effect.map(databaseUrl(settings), (url) =>
          Option.isSome(url) ? operator(url.value, settings) : Embedded.layer(settings.dataDir)
        )
      )
    ),
    Layer.provide(invites ? Layer.unwrap(Effect.map(peppers(settings), TokenHasher.layer)) : hashesNothing),
    Layer.provide(Crypto.passwords),
    Layer.provideMerge(Crypto.layer),
    Layer.provide(chosen(settings))
  )

/**
 * Every service of the domain, over the database that the settings name.
 * @param wakeup tells the dispatcher of this process, where it has one, that something is due.
 * @param consoleUrl where people find the console, if the settings do not say.
 */
export const services = (
  settings: Settings,
  wakeup: Effect.Effect<void> = Effect.void,
  consoleUrl?: () => string | undefined
) =>
  Services.layer.pipe(
    Layer.provide(OperatorStores.layer),
    Layer.provide(Layer.succeed(Wakeup, wakeup)),
    Layer.provide(AnalysisThreads.layer()),
    Layer.provide(Layer.succeed(ApiKeyPolicy, policyOf(settings))),
    Layer.provideMerge(
      Layer.unwrap(
        Effect.map(databaseUrl(settings), (url) =>
          Option.isSome(url) ? onServer(url.value, settings) : embedded(settings)
        )
      )
    ),
    Layer.provideMerge(Crypto.passwords),
    Layer.provideMerge(SecretsKey.layer(settings)),
    Layer.provideMerge(Crypto.layer),
    Layer.provide(chosen(settings, consoleUrl))
  )

/** The HTTP API over those services, listening. */
export const http = (settings: Settings, gracefulShutdown?: Duration.Input) => {
  const { host, maxBodiesMib, maxConnections, maxUploadsMib, port, trustProxy } = settings
  return Http.layer({ host, port, ...(gracefulShutdown === undefined ? {} : { gracefulShutdown }) }).pipe(
    Layer.provide(
      Layer.mergeAll(
        McpEndpoint.layer(settings.mcpOrigins),
        settings.console ? ConsoleMount.layer(ConsoleMount.folder) : Layer.empty,
        Layer.succeed(TrustedProxies, trustProxy),
        Layer.succeed(Release, { version }),
        Layer.succeed(Http.ConnectionLimits, {
          ...Http.ConnectionLimits.defaultValue(),
          connections: maxConnections
        }),
        Layer.succeed(BodyBytesLimit, maxBodiesMib * 1024 * 1024),
        Layer.succeed(UploadBytesLimit, maxUploadsMib * 1024 * 1024)
      )
    ),
    Layer.catch(({ cause }) => Listening.cannotListen(Listening.main(settings), cause))
  )
}

/** Health and metrics of a server. */
export const health = (settings: Settings, page: Effect.Effect<string>) =>
  Layer.unwrap(Effect.map(Installation, ({ answers }) => Listening.operated(settings, answers))).pipe(
    Layer.provide(Layer.succeed(MetricsPage, page))
  )
