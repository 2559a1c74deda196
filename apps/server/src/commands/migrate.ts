/** `formwork migrate`: brings the database of DATABASE_URL up to this program. */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { settings } from "../settings/Settings.ts"

export const migrate = Command.make(
  "migrate",
  {},
  Effect.fn(function* () {
    const config = yield* settings
    const migrating = yield* Effect.promise(() => import("../Migrating.ts"))
    return yield* migrating.migrate(config)
  })
).pipe(
  Command.withDescription(
    "Bring the database of DATABASE_URL up to this program, as a role that may create roles. Says what an administrator has to run where it may not."
  ),
  Command.withShortDescription("Bring the database of DATABASE_URL up to date")
)
