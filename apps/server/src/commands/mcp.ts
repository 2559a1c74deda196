/** `formwork mcp`: MCP over standard input and output, for clients that start a program. */
import { Effect } from "effect"
import { Command } from "effect/cli"

export const mcp = Command.make(
  "mcp",
  {},
  Effect.fn(function* () {
    const relaying = yield* Effect.promise(() => import("../Relaying.ts"))
    return yield* relaying.relay
  })
).pipe(
  Command.withDescription(
    "Speak MCP on standard input and output, for a client that starts programs. The server at FORMWORK_URL does the work, with the key in FORMWORK_API_KEY and its privileges. The command ends when standard input ends."
  ),
  Command.withShortDescription("Speak MCP on standard input and output")
)
