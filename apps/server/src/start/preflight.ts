/** What is looked at before the database starts, which takes a while: so that what is wrong is said at once. */
import { Effect, Option } from "effect"
import type { Scope } from "effect"
import { createServer } from "node:net"
import type { Server } from "node:net"
import * as Listening from "../Listening.ts"
import { known } from "../settings/known.ts"
import { mailSettings } from "../settings/mailSettings.ts"
import type { Settings } from "../settings/Settings.ts"
import { unknownSettings } from "../settings/unknownSettings.ts"
import { StartupFailure } from "../StartupFailure.ts"

const listen = ({ host, port, prefix }: Listening.Address): Effect.Effect<Server, StartupFailure> =>
  Effect.callback((resume) => {
    const server = createServer()
    server.once("error", (cause) =>
      resume(new StartupFailure({ message: Listening.complaint({ host, port, prefix }, cause) }))
    )
    server.listen({ host, port, exclusive: true }, () => resume(Effect.succeed(server)))
  })

const close = (server: Server): Effect.Effect<void> =>
  Effect.callback((resume) => void server.close(() => resume(Effect.void)))

/** Holds an address for as long as the scope lasts, so that one that is asked for twice is found as well. */
const hold = (address: Listening.Address): Effect.Effect<Server, StartupFailure, Scope.Scope> =>
  Effect.acquireRelease(listen(address), close)

/** Fails with a sentence where this process cannot listen there. */
export const isFree = (address: Listening.Address): Effect.Effect<void, StartupFailure> =>
  Effect.scoped(Effect.asVoid(hold(address)))

const check = Effect.fnUntraced(function* (settings: Settings, addresses: ReadonlyArray<Listening.Address>) {
  yield* Effect.forEach(unknownSettings(process.env, known), (sentence) => Effect.logWarning(sentence), {
    discard: true
  })
  yield* mailSettings(settings)
  yield* Effect.scoped(Effect.forEach(addresses, hold, { discard: true }))
})

/** Of a process that serves, or of the parent of several. */
export const ofServer = (settings: Settings) => check(settings, [Listening.main(settings), Listening.admin(settings)])

/** Of a process that only sends. */
export const ofWorker = (settings: Settings) =>
  check(settings, Option.isSome(settings.adminPort) ? [Listening.admin(settings)] : [])
