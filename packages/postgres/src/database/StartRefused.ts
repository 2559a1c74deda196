/** Why this program will not start on a database. `message` is one sentence for the operator. */
import { Schema } from "effect"

export class StartRefused extends Schema.TaggedError<StartRefused>()("StartRefused", {
  reason: Schema.Literals([
    /** Another process has the data folder open. */
    "in_use",
    /** The data folder cannot be made or written to. */
    "unwritable",
    /** The data folder cannot be read as a database. */
    "corrupt",
    /** No server answers, or the address is malformed. */
    "unreachable",
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
    /** Owners, row security or grants are not as the migrations make them. */
    "misrestored"
  ]),
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}
