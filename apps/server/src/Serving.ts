/** Serving the HTTP API until the process is interrupted. */
import { Console, Context, Effect, Latch, Layer, Option, References } from "effect"
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
import { isMember } from "./processes/isMember.ts"
import * as Member from "./processes/Member.ts"
import * as Sending from "./Sending.ts"
import { foundFirst } from "./organisations/FirstOrganisation.ts"
import type { Settings } from "./settings/Settings.ts"
import { asStartupFailure } from "./StartupFailure.ts"
import * as Wiring from "./Wiring.ts"

/** Makes the demo, unless an earlier start made it. */
const demoOnce = Effect.gen(function* () {
  const installation = yield* Installation
  if (yield* installation.hasDemo) return Option.none()
  const demo = yield* Demo.seed
  yield* installation.claimDemo
  return Option.some(demo)
})

/** The embedded database is looked at first with the demo in it, unless it is for an organisation of one's own. */
const isFirstLook = Effect.fnUntraced(function* ({ databaseUrl, organisation }: Settings) {
  if (Option.isSome(databaseUrl) || Option.isSome(organisation)) return false
  return Option.isNone(yield* (yield* OrganisationStore).usual)
})

const serveOnly = Effect.fnUntraced(function* (settings: Settings, readiness: typeof Readiness.Service) {
  const server = yield* Layer.build(Wiring.http(settings))
  yield* Effect.addFinalizer(() => readiness.drain)
  return yield* Listening.addressOf(server)
})

/** One of several processes: the parent has the operator's port, and says where they listen. */
const asMember = Effect.fnUntraced(function* (settings: Settings, demo: Option.Option<Demo.Demo>) {
  const { answers } = yield* Installation
  const health = yield* Layer.build(Readiness.layer(answers))
  yield* Effect.provideContext(Member.join, health)
  const address = yield* Effect.provideService(
    serveOnly(settings, Context.get(health, Readiness)),
    NodeServerMade,
    Member.serverMade
  )
  if (Option.isSome(demo)) yield* Demo.introduce(address, demo.value, { ...settings, isTerminal: process.stdout.isTTY })
  yield* Member.isListening(address)
  return yield* yield* DataLost
})

const listen = Effect.fnUntraced(function* (settings: Settings, wantsDemo: boolean, due: Latch.Latch) {
  // Started before the server, so it ends after the server: effects of the last filings are still sent.
  if (settings.workers > 0) yield* Sending.inBackground(settings, due)
  // The embedded database has this machine's clock.
  if (Option.isSome(settings.databaseUrl)) {
    const { common } = yield* TenantDatabase
    yield* Effect.forkScoped(ClockOffset.watch((statement) => common("read", statement)))
  }
  yield* foundFirst(settings, process.stdout.isTTY)
  const demo = wantsDemo || (yield* isFirstLook(settings)) ? yield* demoOnce : Option.none()
  if (isMember) return yield* asMember(settings, demo)
  // Built first, so closed last: it reports that the server is draining.
  const health = yield* Layer.build(Wiring.health(settings))
  const address = yield* serveOnly(settings, Context.get(health, Readiness))
  yield* Console.log(`Formwork is listening on ${address}`)
  yield* Console.log(`Health and metrics are on ${yield* Listening.addressOf(health)}`)
  if (Option.isSome(demo)) yield* Demo.introduce(address, demo.value, { ...settings, isTerminal: process.stdout.isTTY })
  yield* Console.log("Ctrl-C ends it.")
  return yield* yield* DataLost
})

/** No spans are made: nothing reads them, and those of one request take as long as evaluating a form. */
const untraced = Layer.succeed(References.TracerEnabled, false)

/**
 * Opens the database, listens, and says where; an empty embedded database gets the demo.
 * @param demo whether a database server gets the demo too.
 */
export const serve = (given: Settings, demo: boolean) =>
  Effect.gen(function* () {
    // Of several processes the parent takes the operator's calls.
    const settings = isMember ? { ...given, operatorTokenHash: Option.none<string>() } : given
    const due = yield* Latch.make(false)
    return yield* Effect.scoped(listen(settings, demo, due)).pipe(
      Effect.provide(Wiring.services(settings, due.open).pipe(Layer.provide(Sending.invitations(settings))))
    )
  }).pipe(Effect.provide(Layer.merge(Logs.layer(given.logLevel), untraced)), asStartupFailure)
