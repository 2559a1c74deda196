/** The one row about the whole installation. It belongs to no organisation. */
import { Context, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { row } from "./TenantDatabase.ts"
import { asDefect } from "./SqlFailure.ts"

export class Installation extends Context.Service<
  Installation,
  {
    /** Whether the database answers and takes writes. Never fails; the caller decides how long to wait. */
    readonly answers: Effect.Effect<boolean>
    /** Whether the demo was put in, by this start or an earlier one. */
    readonly hasDemo: Effect.Effect<boolean>
    /** Notes that the demo was put in; true for the first call only. */
    readonly claimDemo: Effect.Effect<boolean>
  }
>()("@formwork/postgres/database/Installation") {}

const seeded = row(Schema.Struct({ seeded: Schema.Boolean }))

const readOnlyRow = row(Schema.Struct({ isReadOnly: Schema.Boolean }))

/** @param doubt is run where the server does not write. */
export const make = (sql: SqlClient.SqlClient, doubt: Effect.Effect<void> = Effect.void): Installation["Service"] =>
  Installation.of({
    // A standby is read-only, and so is a primary that an administrator made so.
    answers: sql`select current_setting('transaction_read_only') = 'on' as "isReadOnly"`.pipe(
      readOnlyRow,
      Effect.tap((found) => (found?.isReadOnly === false ? Effect.void : doubt)),
      Effect.map((found) => found?.isReadOnly === false),
      Effect.catch(() => Effect.succeed(false))
    ),
    hasDemo: sql`select demo_seeded_at is not null as seeded from formwork.installation`.pipe(
      asDefect,
      Effect.orDie,
      seeded,
      Effect.map((found) => found?.seeded === true)
    ),
    claimDemo: sql`
      update formwork.installation set demo_seeded_at = statement_timestamp()
       where demo_seeded_at is null
      returning true as seeded`.pipe(
      asDefect,
      Effect.orDie,
      seeded,
      Effect.map((found) => found !== undefined)
    )
  })
