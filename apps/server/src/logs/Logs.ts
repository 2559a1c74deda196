/**
 * Logs go to standard error: one flat JSON object a line, or readable where a person watches (docs/decisions/0168). What Effect logs
 * and the line of each answered request go one way, so they stay in order.
 */
import { Effect, Layer, Logger, LogLevel, References } from "effect"
import { AccessLog } from "@formwork/http/request/AccessLog"
import * as JsonLine from "./JsonLine.ts"
import * as LineWriter from "./LineWriter.ts"
import * as ReadableLine from "./ReadableLine.ts"

/** A batch of a process that no other writes beside: each costs a turn of another thread. */
const batchAlone = 16_384

/** Lines of JSON, written in batches; the last batch when the layer ends. */
const json = (level: LogLevel.LogLevel, isShared: boolean) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const batch = isShared ? {} : { batchBytes: batchAlone }
      const writer = LineWriter.make({ ...batch, fd: process.stderr.fd, sayDropped: JsonLine.dropped })
      yield* Effect.addFinalizer(() => writer.end)
      return Layer.merge(
        Logger.layer([Logger.map(JsonLine.logger, writer.write)]),
        accessLog(level, (line) => writer.write(JsonLine.access(line)))
      )
    })
  )

/** Where a person watches, each line is written at once. */
const readable = (level: LogLevel.LogLevel) =>
  Layer.merge(
    Logger.layer([Logger.consolePretty()]),
    accessLog(level, (line) => void process.stderr.write(`${ReadableLine.access(line)}\n`))
  )

const accessLog = (level: LogLevel.LogLevel, log: typeof AccessLog.Service) =>
  LogLevel.isGreaterThan(level, "Info") ? Layer.empty : Layer.succeed(AccessLog, log)

/** @param isShared whether other processes write to the same standard error. */
export const layer = (level: LogLevel.LogLevel, isShared = false): Layer.Layer<never> =>
  Layer.mergeAll(
    process.stderr.isTTY ? readable(level) : json(level, isShared),
    Layer.succeed(Logger.LogToStderr, true),
    Layer.succeed(References.MinimumLogLevel, level)
  )
