/** Logs go to standard error: one JSON object a line, or readable where a person watches. */
import { Layer, Logger, References } from "effect"
import type { LogLevel } from "effect"

export const layer = (level: LogLevel.LogLevel): Layer.Layer<never> =>
  Layer.mergeAll(
    Logger.layer([process.stderr.isTTY ? Logger.consolePretty() : Logger.withConsoleError(Logger.formatJson)]),
    Layer.succeed(Logger.LogToStderr, true),
    Layer.succeed(References.MinimumLogLevel, level)
  )
