/** `formwork migrate`: migrates the database of DATABASE_URL to this version. */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { settings } from "../settings/Settings.ts"

export const migrate = Command.make(
  "migrate",
  {
    distribute: Flag.Boolean("distribute").pipe(
      Flag.withDescription("Then divide its tables by organisation among the nodes that Citus knows (docs/scaling.md)"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ distribute }) {
    const config = yield* settings
    const migrating = yield* Effect.promise(() => import("../Migrating.ts"))
    return yield* migrating.migrate(config, distribute)
  })
).pipe(
  Command.withDescription(
    "Migrate the database of DATABASE_URL to this version of Formwork. The login has to be one that may create roles; otherwise the command prints what an administrator has to run."
  ),
  Command.withShortDescription("Migrate the database of DATABASE_URL")
)
