/** `formwork worker`: sends effects, and nothing else. */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { settings } from "../settings/Settings.ts"

export const worker = Command.make(
  "worker",
  {},
  Effect.fn(function* () {
    const config = yield* settings
    const sending = yield* Effect.promise(() => import("../Sending.ts"))
    return yield* sending.work(config)
  })
).pipe(
  Command.withDescription(
    "Send the effects of the database of DATABASE_URL, beside servers that send or instead of them (WORKERS=0 there). Run as many workers as the work needs, on any number of machines. Each attempt is logged as one line. Ctrl-C lets running sends finish."
  ),
  Command.withShortDescription("Send effects from the database of DATABASE_URL")
)
