/** Migrating the database of `DATABASE_URL` to this version, and dividing it among the nodes of Citus. */
import { Console, Effect, Option } from "effect"
import * as Server from "@formwork/postgres/database/Server"
import * as Logs from "../logs/Logs.ts"
import { databaseUrl } from "../settings/databaseUrl.ts"
import type { Settings } from "../settings/Settings.ts"
import { asStartupFailure, StartupFailure } from "../StartupFailure.ts"

export const migrate = Effect.fn("migrate")(function* (settings: Settings, isDistributing: boolean) {
  const url = yield* databaseUrl(settings)
  if (Option.isNone(url)) {
    return yield* new StartupFailure({
      message: "Set DATABASE_URL to the database to migrate; `formwork serve` migrates the embedded one itself."
    })
  }
  const ran = yield* Server.migrate(url.value).pipe(Effect.provide(Logs.layer(settings.logLevel)), asStartupFailure)
  yield* Console.log(ran.length === 0 ? "The database is up to date." : `Migrated: ${ran.join(", ")}.`)
  if (!isDistributing) return
  const announce = (steps: ReadonlyArray<string>) =>
    Console.log(
      steps.length === 0
        ? "It is divided among its nodes."
        : ["To do:", ...steps.map((step, place) => `${place + 1}. ${step}`)].join("\n")
    )
  const steps = yield* Server.distribute(url.value, announce).pipe(asStartupFailure)
  if (steps > 0) yield* Console.log("Done: it is divided among its nodes.")
})
