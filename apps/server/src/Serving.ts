/** Serving the HTTP API until the process is interrupted. */
import { Console, Context, Effect, FileSystem, Latch, Layer, Option } from "effect"
import type { Path } from "effect"
import { Readiness } from "@formwork/http/health/Health"
import { NodeServerMade } from "@formwork/http/Server"
import { OrganisationStore } from "@formwork/domain/people/OrganisationStore"
import { DataLost } from "@formwork/postgres/embedded/FolderLost"
import * as ClockOffset from "@formwork/postgres/database/ClockOffset"
import { Installation } from "@formwork/postgres/database/Installation"
import { TenantDatabase } from "@formwork/postgres/database/TenantDatabase"
import * as Demo from "./Demo.ts"
import * as Listening from "./Listening.ts"
import * as Logs from "./logs/Logs.ts"
import * as ProcessMetrics from "./observing/ProcessMetrics.ts"
import * as Tracing from "./observing/Tracing.ts"
import { isFirst, isMember } from "./processes/isMember.ts"
import * as Member from "./processes/Member.ts"
import * as Sending from "./Sending.ts"
import { foundFirst } from "./organisations/FirstOrganisation.ts"
import type { Settings } from "./settings/Settings.ts"
import * as Environment from "./start/Environment.ts"
import { openInBrowser } from "./start/openInBrowser.ts"
import { introduce, notKept } from "./start/introduce.ts"
import { ofServer } from "./start/preflight.ts"
import { asStartupFailure, StartupFailure } from "./StartupFailure.ts"
import * as Wiring from "./Wiring.ts"

/** The embedded database is looked at first with the demo in it, unless it is for an organisation of one's own. */
const isFirstLook = Effect.fnUntraced(function* ({ databaseUrl, organisation }: Settings) {
  if (Option.isSome(databaseUrl) || Option.isSome(organisation)) return false
  return Option.isNone(yield* (yield* OrganisationStore).usual)
})

/** What a start does for the demo once it listens on this address. */
type Introduce = (address: string) => Effect.Effect<void, StartupFailure, FileSystem.FileSystem | Path.Path>

/** Makes the demo where it is wanted and no earlier start made it. */
const demonstrating = Effect.fnUntraced(function* (settings: Settings, wantsDemo: boolean) {
  const { dataDir, databaseUrl } = settings
  const installation = yield* Installation
  const isFirst = yield* isFirstLook(settings)
  const isWanted = wantsDemo || isFirst
  if (!isWanted || (yield* installation.hasDemo)) {
    // The folder of a database server's settings may have the file of another demo in it.
    const isOfDemo = isWanted || Option.isNone(databaseUrl)
    const later: Introduce = (address) =>
      isOfDemo ? Effect.ignore(Environment.refresh(dataDir, address)) : Effect.void
    return later
  }
  const file = yield* Effect.mapError(Environment.make(dataDir), notKept)
  const demo = yield* Effect.mapError(
    Demo.seed,
    ({ message }) =>
      // Nothing else is in the folder yet, and what there is of the demo would keep the next start from making it.
      new StartupFailure({
        message: isFirst ? `${message} Remove ${dataDir} and start again.` : message
      })
  )
  yield* installation.claimDemo
  const first: Introduce = (address) =>
    introduce(address, demo, {
      file,
      isTerminal: process.stdout.isTTY,
      console: settings.console ? `${address}/console/` : undefined
    })
  return first
})

/** A person at a terminal waits some seconds for a new database. */
const announced = Effect.fnUntraced(function* ({ dataDir, databaseUrl }: Settings) {
  const files = yield* FileSystem.FileSystem
  const isFirst = Option.isNone(databaseUrl) && !(yield* Effect.orElseSucceed(files.exists(dataDir), () => true))
  if (isFirst) yield* Console.log(`The first start makes a database in ${dataDir}, which takes some seconds…`)
})

/** Without an organisation every request is refused, and no person can sign in. */
const sayWhetherEmpty = Effect.gen(function* () {
  if (!isFirst || Option.isSome(yield* (yield* OrganisationStore).usual)) return
  yield* Console.log(
    "There is no organisation yet: `formwork organisation create --name … --owner …` founds one (docs/organisations.md)."
  )
})

const serveOnly = Effect.fnUntraced(function* (settings: Settings, readiness: typeof Readiness.Service) {
  const server = yield* Layer.build(Wiring.http(settings))
  yield* Effect.addFinalizer(() => readiness.drain)
  return yield* Listening.addressOf(server)
})

/** One of several processes: the parent has the operator's port, and says where they listen. */
const asMember = Effect.fnUntraced(function* (settings: Settings, introduced: Introduce, page: Effect.Effect<string>) {
  const { answers } = yield* Installation
  const health = yield* Layer.build(Readiness.layer(answers))
  yield* Effect.provideContext(Member.join(page), health)
  const address = yield* Effect.provideService(
    serveOnly(settings, Context.get(health, Readiness)),
    NodeServerMade,
    Member.serverMade
  )
  yield* introduced(address)
  yield* Member.isListening(address)
  return yield* yield* DataLost
})

/** What is known once the server listens. */
interface Found {
  /** Where the console is, if this machine's own address leads to it. */
  console: string | undefined
}

const listen = Effect.fnUntraced(function* (
  settings: Settings,
  { demo: wantsDemo, open: opens }: Wanted,
  due: Latch.Latch,
  found: Found
) {
  // Started before the server, so it ends after the server: effects of the last filings are still sent.
  if (settings.workers > 0) yield* Sending.inBackground(settings, due)
  // The embedded database has this machine's clock.
  if (Option.isSome(settings.databaseUrl)) {
    const { common } = yield* TenantDatabase
    yield* Effect.forkScoped(ClockOffset.watch((statement) => common("read", statement)))
  }
  yield* foundFirst(settings, process.stdout.isTTY)
  const introduced = yield* demonstrating(settings, wantsDemo)
  yield* sayWhetherEmpty
  const page = yield* ProcessMetrics.make
  if (isMember) return yield* asMember(settings, introduced, page)
  // Built first, so closed last: it reports that the server is draining.
  const health = yield* Layer.build(Wiring.health(settings, page))
  const address = yield* serveOnly(settings, Context.get(health, Readiness))
  yield* Console.log(`Formwork is listening on ${address}`)
  yield* Console.log(`Health and metrics are on ${yield* Listening.addressOf(health)}`)
  if (settings.console) {
    yield* Console.log(`The console is at ${address}/console/`)
    // Only its operator knows the public address of a server with a database server: it may be behind others.
    if (Option.isNone(settings.databaseUrl)) found.console = `${address}/console`
  }
  yield* introduced(address)
  if (opens) yield* openInBrowser(`${address}/console/`)
  yield* Console.log("Ctrl-C ends it.")
  return yield* yield* DataLost
})

export interface Wanted {
  /** Whether a database server gets the demo too. */
  readonly demo: boolean
  /** Whether the console is opened in this machine's browser. */
  readonly open: boolean
}

/** Opens the database, listens, and says where; an empty embedded database gets the demo. */
export const serve = (given: Settings, wanted: Wanted) =>
  Effect.gen(function* () {
    // Of several processes the parent takes the operator's calls.
    const settings = isMember ? { ...given, operatorTokenHash: Option.none<string>() } : given
    if (!isMember) yield* ofServer(settings)
    if (process.stdout.isTTY) yield* announced(settings)
    const due = yield* Latch.make(false)
    const found: Found = { console: undefined }
    return yield* Effect.scoped(listen(settings, wanted, due, found)).pipe(
      Effect.provide(
        Wiring.services(settings, due.open, () => found.console).pipe(Layer.provide(Sending.invitations(settings)))
      )
    )
  }).pipe(Effect.provide(Layer.merge(Logs.layer(given.logLevel, isMember), Tracing.layer(given))), asStartupFailure)
