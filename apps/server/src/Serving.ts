/** Serving the HTTP API until the process is interrupted. */
import { Console, Context, Effect, Latch, Layer, Option, References } from "effect"
import { Readiness } from "@formwork/http/health/Health"
import { NodeServerMade } from "@formwork/http/Server"
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
import type { Settings } from "./settings/Settings.ts"
import * as Environment from "./start/Environment.ts"
import { introduce } from "./start/introduce.ts"
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

/** Shows the demo that this start made; where an earlier one made it, brings the address in its file up to date. */
const introduced = (settings: Settings, address: string, demo: Option.Option<Demo.Demo>) =>
  Option.isSome(demo)
    ? introduce(address, demo.value, { ...settings, isTerminal: process.stdout.isTTY })
    : Effect.ignore(Environment.refresh(settings.dataDir, address))

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
  yield* introduced(settings, address, demo)
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
  const demo = wantsDemo ? yield* demoOnce : Option.none()
  if (isMember) return yield* asMember(settings, demo)
  // Built first, so closed last: it reports that the server is draining.
  const health = yield* Layer.build(Wiring.health(settings))
  const address = yield* serveOnly(settings, Context.get(health, Readiness))
  yield* Console.log(`Formwork is listening on ${address}`)
  yield* Console.log(`Health and metrics are on ${yield* Listening.addressOf(health)}`)
  yield* introduced(settings, address, demo)
  yield* Console.log("Ctrl-C ends it.")
  return yield* yield* DataLost
})

/** No spans are made: nothing reads them, and those of one request take as long as evaluating a form. */
const untraced = Layer.succeed(References.TracerEnabled, false)

/**
 * Opens the database, listens, and says where; the embedded database gets the demo on its first start.
 * @param demo whether a database server gets the demo too.
 */
export const serve = (settings: Settings, demo: boolean) =>
  Effect.gen(function* () {
    const due = yield* Latch.make(false)
    return yield* Effect.scoped(listen(settings, demo || Option.isNone(settings.databaseUrl), due)).pipe(
      Effect.provide(Wiring.services(settings, due.open).pipe(Layer.provide(Sending.invitations(settings))))
    )
  }).pipe(Effect.provide(Layer.merge(Logs.layer(settings.logLevel), untraced)), asStartupFailure)
