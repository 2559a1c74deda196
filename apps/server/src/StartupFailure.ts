/** A command cannot do its work: one sentence for the person who started it, and exit code 1. */
import { Effect, Schema } from "effect"

export class StartupFailure extends Schema.TaggedError<StartupFailure>()("StartupFailure", {
  /** All that is printed: what is wrong, and what to do. */
  message: Schema.String
}) {}

/** The command has already printed what is wrong. It prints nothing more, and exits with 1. */
export class Faulty extends Schema.TaggedError<Faulty>()("Faulty", {}) {}

interface Refusal {
  readonly _tag:
    | "StartRefused"
    | "MigrationRefused"
    | "DistributionRefused"
    | "MailSettingsInvalid"
    | "RelayRefused"
    | "StartupFailure"
    | "FolderLost"
  readonly message: string
}

/** An adapter that refuses to start already says why in one sentence for the person at the machine. */
export const asStartupFailure = <A, E extends Refusal, R>(
  self: Effect.Effect<A, E, R>
): Effect.Effect<A, StartupFailure, R> => Effect.mapError(self, ({ message }) => new StartupFailure({ message }))
