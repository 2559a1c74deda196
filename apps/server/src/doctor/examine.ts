/** Runs every check of `formwork doctor`, in the order in which an operator would mend things. */
import { Effect } from "effect"
import type { Settings } from "../settings/Settings.ts"
import { database } from "./database.ts"
import * as Machine from "./machine.ts"
import * as Outward from "./outward.ts"

export const examine = Effect.fnUntraced(function* (settings: Settings) {
  const found = [
    yield* Machine.settings(settings),
    yield* Machine.ports(settings),
    yield* Machine.dataFolder(settings),
    yield* database(settings),
    yield* Outward.redis(settings),
    yield* Outward.mail(settings),
    yield* Outward.traces(settings)
  ]
  return found.flat()
})
