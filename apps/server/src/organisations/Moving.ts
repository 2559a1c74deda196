/** What `formwork organisation move` does. */
import { Console, Effect, Option } from "effect"
import * as Moving from "@formwork/postgres/database/nodes/Moving"
import * as Logs from "../logs/Logs.ts"
import { databaseUrl } from "../settings/databaseUrl.ts"
import type { Settings } from "../settings/Settings.ts"
import { asStartupFailure, StartupFailure } from "../StartupFailure.ts"

/** `host:port`; an IPv6 address stands in brackets. */
const place = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/u

/** Moves an organisation to another node of a divided database. */
export const move = Effect.fn("organisation.move")(function* (settings: Settings, organisation: string, to: string) {
  const url = yield* databaseUrl(settings)
  if (Option.isNone(url))
    return yield* new StartupFailure({ message: "Set DATABASE_URL to a database that is divided among nodes." })
  const [, bracketed, plain, port] = place.exec(to) ?? []
  const host = bracketed ?? plain
  if (host === undefined || port === undefined)
    return yield* new StartupFailure({
      message: `--to names a node with its port, as host:5432; ${JSON.stringify(to)} does not.`
    })
  const wanted = { organisation, host, port: Number(port) }
  const isMoved = yield* Moving.moveAt(url.value, wanted, Console.log).pipe(
    Effect.provide(Logs.layer(settings.logLevel)),
    asStartupFailure
  )
  yield* Console.log(
    isMoved ? `Done: it is on ${to}, and servers look for it there within a second.` : `It is on ${to}.`
  )
})
