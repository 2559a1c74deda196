/** The one row about the whole installation. It belongs to no organisation. */
import { Context, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { row } from "./TenantDatabase.ts"
import { asDefect } from "./SqlFailure.ts"

export class Installation extends Context.Service<
  Installation,
  {
    /** Whether the database answers. Never fails; the caller decides how long to wait. */
    readonly answers: Effect.Effect<boolean>
    /** Whether the demo was put in, by this start or an earlier one. */
    readonly hasDemo: Effect.Effect<boolean>
    /** Notes that the demo was put in; true for the first call only. */
    readonly claimDemo: Effect.Effect<boolean>
  }
>()("@formwork/postgres/database/Installation") {}

const seeded = row(Schema.Struct({ seeded: Schema.Boolean }))

export const make = (sql: SqlClient.SqlClient): Installation["Service"] =>
  Installation.of({
    answers: sql`select 1`.pipe(
      Effect.as(true),
      Effect.catch(() => Effect.succeed(false))
    ),
    hasDemo: sql`select demo_seeded_at is not null as seeded from formwork.installation`.pipe(
      asDefect,
      Effect.orDie,
      seeded,
      Effect.map((found) => found?.seeded === true)
    ),
    claimDemo: sql`
      update formwork.installation set demo_seeded_at = clock_timestamp()
       where demo_seeded_at is null
      returning true as seeded`.pipe(
      asDefect,
      Effect.orDie,
      seeded,
      Effect.map((found) => found !== undefined)
    )
  })
