/** `formwork serve`: the HTTP API, on the embedded database or on a server. */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { isMember } from "../processes/isMember.ts"
import { processes } from "../settings/processes.ts"
import { settings } from "../settings/Settings.ts"
import { help } from "../settings/SettingsTable.ts"

export const serve = Command.make(
  "serve",
  {
    demo: Flag.Boolean("demo").pipe(
      Flag.withDescription("Make the demo organisation in the database of DATABASE_URL too, once"),
      Flag.withDefault(false)
    ),
    open: Flag.Boolean("open").pipe(
      Flag.withDescription("Open the console in this machine's browser once the server listens"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* (wanted) {
    const config = yield* settings
    const count = yield* processes(config)
    if (count > 1 && !isMember) {
      const parent = yield* Effect.promise(() => import("../processes/Parent.ts"))
      return yield* parent.serve(config, count)
    }
    // Imported only here: the other commands start three times as fast without a database driver and a server.
    const serving = yield* Effect.promise(() => import("../Serving.ts"))
    return yield* serving.serve(config, wanted)
  })
).pipe(
  Command.withDescription(
    `Serve the HTTP API. Without DATABASE_URL it uses an embedded database and makes a demo on the first start.\n\nSettings, from the environment:\n\n${help}`
  ),
  Command.withShortDescription("Serve the HTTP API")
)
