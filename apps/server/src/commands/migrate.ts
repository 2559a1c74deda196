/** `formwork migrate`: migrates the database of DATABASE_URL to this version, or says what that would do. */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { settings } from "../settings/Settings.ts"
import { StartupFailure } from "../StartupFailure.ts"

export const migrate = Command.make(
  "migrate",
  {
    distribute: Flag.Boolean("distribute").pipe(
      Flag.withDescription("Then divide its tables by organisation among the nodes that Citus knows (docs/scaling.md)"),
      Flag.withDefault(false)
    ),
    check: Flag.Boolean("check").pipe(
      Flag.withDescription(
        "Change nothing: say which tables would be locked and for how long, and whether servers run on meanwhile. Exit code 1 where they have to be stopped, or somebody would wait for longer than a second"
      ),
      Flag.withDefault(false)
    ),
    json: Flag.Boolean("json").pipe(
      Flag.withDescription("With --check: print one JSON object"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ check, distribute, json }) {
    if (check && distribute)
      return yield* new StartupFailure({ message: "--check changes nothing: leave out --distribute." })
    if (json && !check) return yield* new StartupFailure({ message: "--json goes with --check." })
    const config = yield* settings
    if (check) {
      const planning = yield* Effect.promise(() => import("../upkeep/Planning.ts"))
      return yield* planning.check(config, json)
    }
    const migrating = yield* Effect.promise(() => import("../upkeep/Migrating.ts"))
    return yield* migrating.migrate(config, distribute)
  })
).pipe(
  Command.withDescription(
    "Migrate the database of DATABASE_URL to this version of Formwork. The login has to be one that may create roles; otherwise the command prints what an administrator has to run."
  ),
  Command.withShortDescription("Migrate the database of DATABASE_URL")
)
