/** Counts submissions on Postgres in parts: each statement adds to the counts of the one before. */
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { ReportStore } from "@formwork/domain/reports/ReportStore"
import type { Tallied } from "@formwork/domain/reports/ReportStore"
import { row, TenantDatabase } from "../database/TenantDatabase.ts"

/** How many submissions one statement reads at most. */
export const TalliedAtOnce = Context.Reference<number>("@formwork/postgres/ReportStore/TalliedAtOnce", {
  defaultValue: () => 10_000
})

/** How many bytes of values one statement reads at most: about half a second of work, with very many fields about two seconds. */
const bytesAtOnce = 8 * 1024 * 1024

const Tallies = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      what: Schema.Literals(["day", "outcome", "choice", "number"]),
      name: Schema.String,
      key: Schema.NullOr(Schema.String),
      count: Schema.Int,
      sum: Schema.NullOr(Schema.String),
      min: Schema.NullOr(Schema.String),
      max: Schema.NullOr(Schema.String)
    })
  )
)
const decode = Schema.decodeUnknownEffect(Tallies)

const counted = row(
  Schema.Struct({
    lastCreated: Schema.NullOr(Schema.DateTimeUtcFromDate),
    lastId: Schema.NullOr(Schema.String),
    /** Passed to the next statement undecoded, because it can have thousands of entries. The last one is decoded. */
    tallies: Schema.String
  })
)

export const layer: Layer.Layer<ReportStore, never, TenantDatabase> = Layer.effect(
  ReportStore,
  Effect.map(TenantDatabase, (database) =>
    ReportStore.of({
      tally: Effect.fn("ReportStore.tally")(function* (
        caller: Caller,
        { fields, formId, from, timeZone, to }: Tallied
      ) {
        const atOnce = yield* TalliedAtOnce
        let tallies = "[]"
        let after: { readonly createdAt: Date | null; readonly id: string | null } = { createdAt: null, id: null }
        while (true) {
          const part = yield* database
            .call(
              "write",
              caller,
              (sql, organisation) =>
                sql`
                  select last_created as "lastCreated", last_id as "lastId", tallies::text as tallies
                    from formwork.tally_submissions(
                      ${organisation}, ${formId}, ${timeZone}, ${from}, ${to}, ${JSON.stringify(fields)}, ${after.createdAt},
                      ${after.id}, ${atOnce}, ${bytesAtOnce}, ${tallies})`
            )
            .pipe(counted, Effect.orDie)
          if (part === undefined || part.lastCreated === null) return yield* Effect.orDie(decode(tallies))
          tallies = part.tallies
          after = { createdAt: DateTime.toDateUtc(part.lastCreated), id: part.lastId }
        }
      })
    })
  )
)
