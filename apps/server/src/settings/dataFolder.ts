/** Whether the embedded database can have its folder: found before it is opened. */
import { Effect, Option } from "effect"
import { accessSync, constants, mkdirSync, rmdirSync, statSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { systemFact } from "../files/systemFact.ts"
import type { Settings } from "./Settings.ts"
import { StartupFailure } from "../StartupFailure.ts"

/** A path, or the nearest one above it that is there, and the one below that which is not. */
const nearest = (path: string) => {
  let missing: string | undefined
  for (let at = path; ; at = dirname(at)) {
    const found = statSync(at, { throwIfNoEntry: false })
    if (found !== undefined) return { at, isFolder: found.isDirectory(), missing }
    missing = at
  }
}

/**
 * Makes a folder beside the one to be made, and removes it: some places take none from anybody, and making one with all that is above it
 * would try for ever there.
 */
const tryFolder = (missing: string): void => {
  const tried = join(dirname(missing), `.${basename(missing)}.${process.pid}`)
  mkdirSync(tried, { mode: 0o700 })
  rmdirSync(tried)
}

/** Why a folder cannot be made, or written to; undefined where it can. */
const why = (path: string): string | undefined => {
  try {
    const { at, isFolder, missing } = nearest(path)
    if (!isFolder) return `${at} is no folder`
    try {
      if (missing === undefined) accessSync(at, constants.W_OK | constants.X_OK)
      else tryFolder(missing)
      return undefined
    } catch (cause) {
      const said = systemFact(cause, at)
      return missing === undefined ? `it cannot be written to (${said})` : `no folder can be made in ${at}`
    }
  } catch (cause) {
    return systemFact(cause, path)
  }
}

/** What the commands say of a folder that is of no use. */
export const sentence = (dataDir: string, fact: string): string =>
  `The data folder ${dataDir} cannot be used: ${fact}. FORMWORK_DATA_DIR names another; with DATABASE_URL none is needed.`

/** Fails with a sentence where the embedded database cannot have its folder. Changes nothing. */
export const usable = ({ dataDir, databaseUrl }: Settings): Effect.Effect<void, StartupFailure> =>
  Effect.suspend(() => {
    const fact = Option.isSome(databaseUrl) ? undefined : why(resolve(dataDir))
    return fact === undefined ? Effect.void : Effect.fail(new StartupFailure({ message: sentence(dataDir, fact) }))
  })
