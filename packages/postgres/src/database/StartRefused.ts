/** Why this program will not start on a database. `message` is one sentence for the operator. */
import { Schema } from "effect"
import type { SqlError } from "effect/sql"
import { messageOf, sqlStateOf } from "./SqlFailure.ts"

export class StartRefused extends Schema.TaggedError<StartRefused>()("StartRefused", {
  reason: Schema.Literals([
    /** Another process has the data folder open. */
    "in_use",
    /** The data folder cannot be made or written to. */
    "unwritable",
    /** The disk of the data folder has no room; the folder is sound. */
    "full",
    /** The data folder cannot be read as a database. */
    "corrupt",
    /** No server answers, or the address is malformed. */
    "unreachable",
    /** The address has a parameter that would have no effect. */
    "not_honoured",
    /** The server takes no writes. */
    "standby",
    /** The server refuses the login, or the login may not take the role. */
    "denied",
    /** The schema is missing or older than this program. */
    "not_migrated",
    /** The schema is newer than this program. */
    "newer",
    /** The schema is from before the first release. */
    "unreleased",
    /** Row security would not apply to the role. */
    "privileged",
    /** A pooler takes away what a session needs. */
    "pooled",
    /** A pepper, or the key of secrets, has fewer than 32 characters. */
    "weak_secret",
    /** Owners, row security or grants are not as the migrations make them. */
    "misrestored"
  ]),
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** @param shown hosts and database: what may be shown of the address. */
export const refusalOf = (shown: string, cause: SqlError.SqlError): StartRefused => {
  const said = messageOf(cause).replace(/\.$/u, "")
  if (said.includes("unsupported startup parameter")) {
    return new StartRefused({
      reason: "pooled",
      message:
        `A pooler at ${shown} takes no start-up parameters (${said}); log in as formwork_api and formwork_worker, whose roles ` +
        "have those settings, or let the pooler pass them on.",
      cause
    })
  }
  if (cause.reason._tag === "AuthenticationError" || sqlStateOf(cause) === "42501") {
    return new StartRefused({
      reason: "denied",
      message: `The database at ${shown} refuses this login: ${said}.`,
      cause
    })
  }
  return new StartRefused({
    reason: "unreachable",
    message: `The database at ${shown} cannot be reached: ${said}.`,
    cause
  })
}

export const notMigrated = (shown: string, what: string): StartRefused =>
  new StartRefused({
    reason: "not_migrated",
    message: `The database at ${shown} ${what}; run \`formwork migrate\` first.`
  })
