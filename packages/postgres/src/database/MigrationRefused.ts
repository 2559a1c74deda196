/** The database cannot be migrated. `message` is one sentence that says what to do. */
import { Schema } from "effect"

export class MigrationRefused extends Schema.TaggedError<MigrationRefused>()("MigrationRefused", {
  message: Schema.String,
  /** What an administrator has to run first. */
  sql: Schema.optionalKey(Schema.String),
  cause: Schema.optionalKey(Schema.Defect())
}) {}
