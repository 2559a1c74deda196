/** How many processes serve. */
import { Effect, Option } from "effect"
import { availableParallelism } from "node:os"
import { StartupFailure } from "../StartupFailure.ts"
import type { Settings } from "./Settings.ts"

/** One with the embedded database; else what PROCESSES says, where `auto` is one for each core that this process may use. */
export const processes = ({ databaseUrl, processes: wanted }: Settings): Effect.Effect<number, StartupFailure> => {
  if (Option.isSome(databaseUrl)) return Effect.succeed(wanted === "auto" ? availableParallelism() : wanted)
  return wanted === "auto" || wanted === 1
    ? Effect.succeed(1)
    : Effect.fail(
        new StartupFailure({
          message:
            "PROCESSES above 1 needs a Postgres server: one process alone uses the embedded database. Set DATABASE_URL, or PROCESSES=1."
        })
      )
}
