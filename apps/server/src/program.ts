/** What the `formwork` command does, as one effect: main.ts makes it the whole of a process. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit, Layer, Logger } from "effect"
import { Command } from "effect/cli"
import { check } from "./commands/check.ts"
import { doctor } from "./commands/doctor.ts"
import { evaluate } from "./commands/evaluate.ts"
import { mcp } from "./commands/mcp.ts"
import { migrate } from "./commands/migrate.ts"
import { organisation } from "./commands/organisation.ts"
import { retention } from "./commands/retention.ts"
import { serve } from "./commands/serve.ts"
import { settingsCommand } from "./commands/settings.ts"
import { types } from "./commands/types.ts"
import { worker } from "./commands/worker.ts"
import { written } from "./start/output.ts"
import { StartupFailure } from "./StartupFailure.ts"
import { version } from "./version.ts"

const formwork = Command.make("formwork").pipe(
  Command.withDescription(
    "A headless form service: evaluate a payload through a form's live rules, file it exactly once."
  ),
  Command.withSubcommands([
    serve,
    worker,
    migrate,
    retention,
    organisation,
    settingsCommand,
    doctor,
    mcp,
    check,
    evaluate,
    types
  ])
)

/** In the log of a server, whose writer has ended by then. Imported only here, as a command's own parts are. */
const logged = (cause: Cause.Cause<unknown>) =>
  Effect.promise(() => import("./logs/Logs.ts")).pipe(
    Effect.flatMap(({ layer }) => Effect.provide(Effect.logFatal("ended by a defect", cause), layer("Fatal")))
  )

/** Prints a failure as one sentence for the person who started the command, and a defect whole. */
const report = (cause: Cause.Cause<unknown>) => {
  const failure = Cause.squash(cause)
  if (failure instanceof StartupFailure) return Console.error(failure.message)
  return Cause.hasDies(cause) ? logged(cause) : Effect.void
}

/** A command that has come to its end has failed where what it printed could not be written. */
const withOutput = <A, E>(exit: Exit.Exit<A, E>) =>
  Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
    ? exit
    : written.pipe(
        Effect.tapError(({ message }) => Console.error(message)),
        Effect.andThen(exit)
      )

/** @param args what stands behind `formwork` on the command line. */
export const program = (args: ReadonlyArray<string>) =>
  Command.runWith(formwork, { version })(args).pipe(
    Effect.tapCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : report(cause))),
    Effect.exit,
    Effect.flatMap(withOutput),
    Effect.provide(Layer.mergeAll(NodeServices.layer, Layer.succeed(Logger.LogToStderr, true)))
  )

/** Ctrl-C is the normal way to end a server. A command for which it is not sets the exit code. */
export const exitCode = (exit: Exit.Exit<unknown, unknown>): number =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? Number(process.exitCode ?? 0) : 1
