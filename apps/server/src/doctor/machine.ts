/** What `formwork doctor` looks at on this machine: settings, ports, the data folder and the space for it. */
import { Effect, FileSystem, Option, Path } from "effect"
import { statfs } from "node:fs/promises"
import * as Listening from "../Listening.ts"
import type { Complaint } from "../settings/Complaint.ts"
import { known } from "../settings/known.ts"
import type { Settings } from "../settings/Settings.ts"
import { unknownSettings } from "../settings/unknownSettings.ts"
import { usable } from "../settings/dataFolder.ts"
import { isFree } from "../start/preflight.ts"
import { fail, ok, warn } from "./Finding.ts"
import type { Finding } from "./Finding.ts"

export const settings = (complaints: ReadonlyArray<Complaint>): ReadonlyArray<Finding> => {
  const strange = unknownSettings(process.env, known).map((sentence) => warn("settings", sentence))
  const found = [...strange, ...complaints.map(({ message }) => fail("settings", message))]
  return found.length > 0 ? found : [ok("settings", "Every setting can be read: `formwork settings` lists them.")]
}

const isTaken = (cause: Error): boolean => "code" in cause && cause.code === "EADDRINUSE"

/** A port that is taken may well be taken by the server that this is about. */
export const ports = (all: Settings) =>
  Effect.forEach([Listening.main(all), Listening.admin(all)], (address) =>
    Effect.match(isFree(address), {
      onSuccess: () => ok("ports", `Port ${address.port} of ${address.host} is free.`),
      onFailure: (cause) => {
        const said = Listening.complaint(address, cause)
        return isTaken(cause) ? warn("ports", `${said} A server that runs already is fine.`) : fail("ports", said)
      }
    })
  )

const mebibyte = 1024 * 1024

/** The nearest folder above a path that exists. */
const existing = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  let folder = paths.resolve(path)
  while (!(yield* Effect.orElseSucceed(files.exists(folder), () => false))) folder = paths.dirname(folder)
  return folder
})

const space = Effect.fnUntraced(function* (
  dataDir: string
): Effect.fn.Return<Finding, never, FileSystem.FileSystem | Path.Path> {
  const folder = yield* existing(dataDir)
  const found = yield* Effect.result(Effect.tryPromise(() => statfs(folder)))
  if (found._tag === "Failure") return warn("disk", `How much space ${folder} has could not be read.`)
  const free = Math.floor((found.success.bavail * found.success.bsize) / mebibyte)
  const said = `${free} MiB are free for ${dataDir}.`
  if (free < 200) return fail("disk", `${said} Make room: a database that cannot write answers 503.`)
  return free < 2_048 ? warn("disk", `${said} Make room before it is full.`) : ok("disk", said)
})

const rights = Effect.fnUntraced(function* (
  settings: Settings
): Effect.fn.Return<Finding, never, FileSystem.FileSystem> {
  const { dataDir } = settings
  const files = yield* FileSystem.FileSystem
  const use = yield* Effect.result(usable(settings))
  if (use._tag === "Failure") return fail("data folder", use.failure.message)
  const found = yield* Effect.option(files.stat(dataDir))
  if (Option.isNone(found)) return ok("data folder", `${dataDir} is not there yet: the first start makes it.`)
  const { mode, uid } = found.value
  const own = process.getuid?.()
  if (own !== undefined && Option.isSome(uid) && uid.value !== own)
    return warn("data folder", `${dataDir} belongs to another user, who can replace what is in it: chown it.`)
  if ((mode & 0o077) !== 0)
    return warn("data folder", `Others may read ${dataDir}: chmod 700 ${dataDir}, or let the next start do it.`)
  return ok("data folder", `${dataDir} is there, can be written, and is its owner's alone.`)
})

/** The folder of the embedded database; no finding with a database server. */
export const dataFolder = (settings: Settings) =>
  Option.isSome(settings.databaseUrl)
    ? Effect.succeed<ReadonlyArray<Finding>>([])
    : Effect.all([rights(settings), space(settings.dataDir)])
