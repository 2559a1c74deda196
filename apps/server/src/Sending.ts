/** Sending effects: in the server's process, or in one of its own. */
import { Console, Context, Duration, Effect, Layer, Option, Path } from "effect"
import type { Latch } from "effect"
import * as Backlog from "@formwork/domain/sending/Backlog"
import { Dispatcher, DispatchLimits } from "@formwork/domain/sending/Dispatcher"
import { DocumentStore } from "@formwork/domain/sending/DocumentStore"
import { SecretVault } from "@formwork/domain/secrets/SecretVault"
import { SendFailed } from "@formwork/domain/sending/Sender"
import * as Development from "@formwork/outbound/notification/Development"
import * as DocumentFolder from "@formwork/outbound/document/DocumentFolder"
import * as InvitationMail from "@formwork/outbound/notification/InvitationMail"
import { Mail } from "@formwork/outbound/notification/Mail"
import * as Outbound from "@formwork/outbound/Outbound"
import { MetricsPage } from "@formwork/http/health/Health"
import { OutboundPolicy } from "@formwork/outbound/http/Policy"
import * as ClockOffset from "@formwork/postgres/database/ClockOffset"
import * as Server from "@formwork/postgres/database/Server"
import * as Worker from "@formwork/postgres/database/Worker"
import * as WorkerStores from "@formwork/postgres/WorkerStores"
import * as Listening from "./Listening.ts"
import * as Logs from "./logs/Logs.ts"
import * as ProcessMetrics from "./observing/ProcessMetrics.ts"
import * as Tracing from "./observing/Tracing.ts"
import * as SecretsKey from "./settings/SecretsKey.ts"
import { mailSettings } from "./settings/mailSettings.ts"
import { databaseUrl } from "./settings/databaseUrl.ts"
import type { Settings } from "./settings/Settings.ts"
import { ofWorker } from "./start/preflight.ts"
import { asStartupFailure, StartupFailure } from "./StartupFailure.ts"
import * as Crypto from "@formwork/postgres/crypto/Crypto"
import * as Wiring from "./Wiring.ts"

/** The embedded database without a mail server: e-mail is printed. A database server without a mail server fails each send. */
const isDevelopment = ({ databaseUrl, smtpUrl }: Settings): boolean =>
  Option.isNone(databaseUrl) && Option.isNone(smtpUrl)

const noMail = Layer.succeed(
  Mail,
  Mail.of({
    send: () =>
      Effect.fail(new SendFailed({ reason: "There is no mail server: SMTP_URL is not set.", verdict: "retry" }))
  })
)

const mail = (settings: Settings) =>
  Layer.unwrap(
    Effect.map(mailSettings(settings), (server) =>
      Option.isSome(server) ? Mail.layerSmtp(server.value) : isDevelopment(settings) ? Development.layerMail : noMail
    )
  )

/** Invitations by e-mail. Without a mail server the inviter passes the link on: a token is never printed. */
export const invitations = (settings: Settings) =>
  Option.isSome(settings.smtpUrl) ? Layer.provide(InvitationMail.layer, mail(settings)) : Layer.empty

/** In development documents also lie in the data folder, where they can be opened. */
const alsoInFolder = ({ dataDir }: Settings) =>
  Layer.effect(
    DocumentStore,
    Effect.gen(function* () {
      const stored = yield* DocumentStore
      const place = (yield* Path.Path).join(dataDir, "documents")
      const folder = Context.get(yield* Layer.build(DocumentFolder.layer(place)), DocumentStore)
      return DocumentStore.of({
        put: (organisationId, id, file) =>
          Effect.andThen(stored.put(organisationId, id, file), folder.put(organisationId, id, file)),
        find: stored.find
      })
    })
  )

const documents = (settings: Settings) =>
  isDevelopment(settings) ? Layer.provide(alsoInFolder(settings), WorkerStores.layer) : WorkerStores.layer

/** The dispatcher, over a `Worker` and a `SecretCipher`. */
const dispatcher = (settings: Settings) => {
  const { workerConcurrency, workerLeaseSeconds, workerPerDestination, workerPoll, workerRetryWaits } = settings
  const { workerMostPerDestination } = settings
  return Dispatcher.layer.pipe(
    Layer.provide(SecretVault.layer),
    Layer.provide(Outbound.layer.pipe(Layer.provide(Layer.merge(mail(settings), documents(settings))))),
    Layer.provide(WorkerStores.layer),
    Layer.provide(Layer.succeed(OutboundPolicy, Wiring.outboundPolicy(settings))),
    Layer.provide(
      Layer.succeed(DispatchLimits, {
        ...DispatchLimits.defaultValue(),
        atOnce: workerConcurrency,
        perDestination: workerPerDestination,
        mostPerDestination: workerMostPerDestination,
        perOrganisation: Math.max(DispatchLimits.defaultValue().perOrganisation, workerPerDestination),
        leaseMillis: workerLeaseSeconds * 1_000,
        poll: workerPoll,
        waits: [0, ...workerRetryWaits.map(Duration.toMillis)]
      })
    )
  )
}

/**
 * Sends until the scope ends, then finishes the sends that have begun.
 * @param due a latch that each filing opens.
 */
export const inBackground = Effect.fnUntraced(function* (settings: Settings, due: Latch.Latch) {
  const { run, wake } = Context.get(yield* Layer.build(dispatcher(settings)), Dispatcher)
  yield* Effect.forkScoped(run)
  yield* Backlog.watch.pipe(Effect.provide(WorkerStores.layer), Effect.forkScoped)
  yield* due.await.pipe(Effect.andThen(due.close), Effect.andThen(wake), Effect.forever, Effect.forkScoped)
})

/** Health and metrics of a process that only sends, where ADMIN_PORT names a port for them. */
const observed = Effect.fnUntraced(function* (settings: Settings) {
  const { across } = yield* Worker.Worker
  yield* Effect.forkScoped(ClockOffset.watch(across))
  yield* Backlog.watch.pipe(Effect.provide(WorkerStores.layer), Effect.forkScoped)
  if (Option.isNone(settings.adminPort)) return
  const answers = across((sql) => sql`select 1`).pipe(
    Effect.as(true),
    Effect.catchCause(() => Effect.succeed(false))
  )
  const page = yield* ProcessMetrics.make
  const health = yield* Layer.build(
    Layer.provide(Listening.health(settings, answers), Layer.succeed(MetricsPage, page))
  )
  yield* Console.log(`Health and metrics are on ${yield* Listening.addressOf(health)}`)
})

const sending = (settings: Settings) =>
  Effect.gen(function* () {
    const { run } = yield* Dispatcher
    yield* observed(settings)
    yield* Console.log("Formwork sends effects. Ctrl-C ends it.")
    return yield* run
  }).pipe(Effect.scoped)

/** Sends until the process is interrupted. */
export const work = Effect.fn("work")(
  function* (settings: Settings) {
    const url = yield* databaseUrl(settings)
    if (Option.isNone(url)) {
      return yield* new StartupFailure({
        message:
          "Set DATABASE_URL to the database whose effects to send; `formwork serve` sends those of the embedded one itself."
      })
    }
    const worker = Server.layerWorker(
      Option.getOrElse(settings.workerDatabaseUrl, () => url.value),
      settings.databasePooler
    )
    return yield* ofWorker(settings).pipe(
      Effect.andThen(
        Effect.provide(
          sending(settings),
          dispatcher(settings).pipe(Layer.provideMerge(worker), Layer.provide(SecretsKey.layer(settings)))
        )
      ),
      Effect.provide(Crypto.layer),
      Effect.provide(Layer.merge(Logs.layer(settings.logLevel), Tracing.layer(settings)))
    )
  },
  (self) => asStartupFailure(self)
)
