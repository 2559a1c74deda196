/** Standard input and output, as a client of MCP uses those of a program that it started. */
import { Deferred, Effect, Stdio, Stream } from "effect"
import { Relay } from "@formwork/mcp/Relay"
import { remoteServer } from "./RemoteServer.ts"
import { asStartupFailure, StartupFailure } from "./StartupFailure.ts"

/** How long running requests may still take after standard input has ended. */
const grace = "2 seconds"

/** Writes each answer as one line, in the order of arrival, until standard input ends. Only answers go to standard output. */
const converse = Effect.gen(function* () {
  const { answer, greet } = yield* Relay
  const stdio = yield* Stdio.Stdio
  yield* greet
  const over = yield* Deferred.make<void>()
  const patience = Effect.andThen(Effect.sleep(grace), Deferred.succeed(over, undefined))
  yield* stdio.stdin.pipe(
    Stream.decodeText,
    Stream.splitLines,
    Stream.filter((line) => line.trim() !== ""),
    Stream.onEnd(Effect.forkScoped(patience)),
    Stream.mapEffect(answer, { concurrency: "unbounded", unordered: true }),
    Stream.filter((line) => line !== undefined),
    Stream.map((line) => `${line}\n`),
    Stream.interruptWhen(Deferred.await(over)),
    Stream.run(stdio.stdout())
  )
})

export const relay = Effect.gen(function* () {
  yield* converse.pipe(Effect.provide(Relay.layer(yield* remoteServer)), Effect.scoped)
}).pipe(
  Effect.catchTag("PlatformError", () => new StartupFailure({ message: "Standard input or output cannot be used." })),
  asStartupFailure
)
