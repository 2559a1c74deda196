/** Something keeps a command from doing its work: one sentence for whoever started it, and exit code 1. */
import { Effect, Schema } from "effect"

export class StartupFailure extends Schema.TaggedError<StartupFailure>()("StartupFailure", {
  /** The whole of what is printed. Says what is wrong and what to do. */
  message: Schema.String
}) {}

/** A command has already printed what is wrong: nothing more is said, and the exit code is 1. */
export class Faulty extends Schema.TaggedError<Faulty>()("Faulty", {}) {}

interface Refusal {
  readonly _tag: "StartRefused" | "MigrationRefused" | "MailSettingsInvalid" | "RelayRefused" | "StartupFailure"
  readonly message: string
}

/** What an adapter says when it will not start is already one sentence for the person at the machine. */
export const asStartupFailure = <A, E extends Refusal, R>(
  self: Effect.Effect<A, E, R>
): Effect.Effect<A, StartupFailure, R> => Effect.mapError(self, ({ message }) => new StartupFailure({ message }))
