/** What is looked at before the database starts, which takes a while: so that what is wrong is said at once. */
import { Effect, Option } from "effect"
import type { Scope } from "effect"
import { createServer } from "node:net"
import type { Server } from "node:net"
import * as Listening from "../Listening.ts"
import { known } from "../settings/known.ts"
import { refused } from "../settings/Complaint.ts"
import { mailSettings } from "../settings/mailSettings.ts"
import type { Settings } from "../settings/Settings.ts"
import { unknownSettings } from "../settings/unknownSettings.ts"
import { StartupFailure } from "../StartupFailure.ts"
import { complaints } from "./complaints.ts"
import { usable } from "../settings/dataFolder.ts"

/** Fails with what the system says. */
const listen = ({ host, port }: Listening.Address): Effect.Effect<Server, Error> =>
  Effect.callback((resume) => {
    const server = createServer()
    server.once("error", (cause) => resume(Effect.fail(cause)))
    server.listen({ host, port, exclusive: true }, () => resume(Effect.succeed(server)))
  })

const close = (server: Server): Effect.Effect<void> =>
  Effect.callback((resume) => void server.close(() => resume(Effect.void)))

/** Holds an address for as long as the scope lasts, so that one that is asked for twice is found as well. */
const hold = (address: Listening.Address): Effect.Effect<Server, Error, Scope.Scope> =>
  Effect.acquireRelease(listen(address), close)

const holdOrSay = (address: Listening.Address) =>
  Effect.mapError(hold(address), (cause) => new StartupFailure({ message: Listening.complaint(address, cause) }))

/** Fails with what the system says where this process cannot listen there. */
export const isFree = (address: Listening.Address): Effect.Effect<void, Error> =>
  Effect.scoped(Effect.asVoid(hold(address)))

const check = Effect.fnUntraced(function* (
  settings: Settings,
  wrong: (settings: Settings) => Effect.Effect<unknown, StartupFailure>,
  addresses: ReadonlyArray<Listening.Address>
) {
  yield* Effect.forEach(unknownSettings(process.env, known), (sentence) => Effect.logWarning(sentence), {
    discard: true
  })
  yield* wrong(settings)
  yield* Effect.scoped(Effect.forEach(addresses, holdOrSay, { discard: true }))
})

const wrongOfServer = Effect.fnUntraced(function* (settings: Settings) {
  const found = yield* complaints(settings)
  if (found.length > 0) return yield* refused(found)
  yield* usable(settings)
})

/** Of a process that serves, or of the parent of several. */
export const ofServer = (settings: Settings) =>
  check(settings, wrongOfServer, [Listening.main(settings), Listening.admin(settings)])

/** Of a process that only sends. */
export const ofWorker = (settings: Settings) =>
  check(settings, mailSettings, Option.isSome(settings.adminPort) ? [Listening.admin(settings)] : [])
