/** Standard input and output, as a client of MCP uses those of a program that it started. */
import { Config, Deferred, Effect, Option, Redacted, Stdio, Stream } from "effect"
import { Relay } from "@formwork/mcp/Relay"
import { asStartupFailure, StartupFailure } from "./StartupFailure.ts"

/** How long requests may still run when nobody will ask anything more. */
const grace = "2 seconds"

const addressOf = (text: string): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/u.test(url.protocol) && url.username === "" ? url : undefined
}

const options = Effect.gen(function* () {
  const { key, url } = yield* Effect.orDie(
    Config.all({
      url: Config.option(Config.NonEmptyString("FORMWORK_URL")),
      key: Config.option(Config.Redacted("FORMWORK_API_KEY"))
    })
  )
  const address = addressOf(Option.getOrElse(url, () => ""))
  const sentences = [
    ...(address === undefined
      ? ["FORMWORK_URL must be the address of a Formwork server, such as https://forms.example.com."]
      : []),
    // A header could not carry it, and whoever reports that might repeat it.
    ...(Option.isNone(key) || !/^[!-~]+$/u.test(Redacted.value(key.value))
      ? ["FORMWORK_API_KEY must be an API key of that server, as it was shown when it was made."]
      : [])
  ]
  if (address === undefined || Option.isNone(key) || sentences.length > 0)
    return yield* new StartupFailure({ message: sentences.join("\n") })
  return { url: address.href, key: key.value }
})

/** Answers line by line, in whatever order the answers come, until standard input ends. Nothing else is written there. */
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
  yield* converse.pipe(Effect.provide(Relay.layer(yield* options)), Effect.scoped)
}).pipe(
  Effect.catchTag("PlatformError", () => new StartupFailure({ message: "Standard input or output cannot be used." })),
  asStartupFailure
)
