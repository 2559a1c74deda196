/** Runs every check of `formwork doctor`, in the order in which an operator would mend things. */
import { Effect } from "effect"
import type { Found } from "../settings/Settings.ts"
import { table } from "../settings/SettingsTable.ts"
import type { About } from "../settings/SettingsTable.ts"
import { complaints as ofStart } from "../start/complaints.ts"
import { database } from "./database.ts"
import * as Machine from "./machine.ts"
import * as Outward from "./outward.ts"

/** What cannot be read cannot be used: what a wrong setting leads to is not looked at. */
export const examine = Effect.fnUntraced(function* ({ complaints: read, settings }: Found) {
  if (settings === undefined) return Machine.settings(read)
  const complaints = [...read, ...(yield* ofStart(settings))]
  const areRight = (...abouts: ReadonlyArray<About>) =>
    !complaints.some(({ names }) => abouts.some(({ name }) => names.includes(name)))
  const { databaseReadUrl, databaseUrl, mailFrom, redisUrl, smtpUrl, workerDatabaseUrl } = table
  const found = [
    Machine.settings(complaints),
    yield* Machine.ports(settings),
    yield* Machine.dataFolder(settings),
    areRight(databaseUrl, databaseReadUrl, workerDatabaseUrl) ? yield* database(settings) : [],
    areRight(redisUrl) ? yield* Outward.redis(settings) : [],
    areRight(smtpUrl, mailFrom) ? yield* Outward.mail(settings) : [],
    yield* Outward.traces(settings)
  ]
  return found.flat()
})
