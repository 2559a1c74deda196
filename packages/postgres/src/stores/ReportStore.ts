/** Counts submissions on Postgres: adds up what is kept of a form, and counts what has changed since. Each statement adds to the counts of the one before. */
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { ReportStore } from "@formwork/domain/reports/ReportStore"
import type { Tallied } from "@formwork/domain/reports/ReportStore"
import { formOverview } from "./formOverview.ts"
import { row, TenantDatabase } from "../database/TenantDatabase.ts"
import type { Database } from "../database/TenantDatabase.ts"

/** How many submissions one statement counts at most, and so how many a kept segment has. */
export const TalliedAtOnce = Context.Reference<number>("@formwork/postgres/ReportStore/TalliedAtOnce", {
  defaultValue: () => 2_000
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

/** Submissions in the order of their creation: after one, up to and with another. Null: without a bound. */
const Range = Schema.Struct({
  afterCreated: Schema.NullOr(Schema.String),
  afterId: Schema.String,
  lastCreated: Schema.NullOr(Schema.String),
  lastId: Schema.NullOr(Schema.String)
})
type Range = typeof Range.Type

const part = {
  nextCreated: Schema.NullOr(Schema.DateTimeUtcFromDate),
  nextId: Schema.NullOr(Schema.String),
  /** Passed to the next statement undecoded, because it can have thousands of entries. The last one is decoded. */
  tallies: Schema.String
}
const keptRow = row(Schema.Struct({ ...part, counted: Schema.Uint8Array, ranges: Schema.Array(Range) }))
const countedRow = row(Schema.Struct(part))
const lastRow = row(
  Schema.Struct({ created: Schema.DateTimeUtcFromDate, id: Schema.String, counted: Schema.Uint8Array })
)

const noRow = new Error("a report's statement gave no row")

/**
 * The tallies of every segment that has not changed, and the ranges that are left to count.
 * @param segment the end of a segment: of those after it alone.
 */
const kept = (database: Database) =>
  Effect.fnUntraced(function* (
    caller: Caller,
    { fields, formId, from, timeZone, to }: Tallied,
    segment?: { readonly created: DateTime.Utc; readonly id: string }
  ) {
    const ranges: Array<Range> = []
    let after: { readonly created: Date | null; readonly id: string | null } =
      segment === undefined ? { created: null, id: null } : { ...segment, created: DateTime.toDateUtc(segment.created) }
    let tallies = "[]"
    while (true) {
      const found = yield* database
        .call(
          "list",
          caller,
          (sql, organisation) =>
            sql`
              select next_created as "nextCreated", next_id as "nextId", counted, ranges, tallies::text as tallies
                from formwork.kept_tallies(
                  ${organisation}, ${formId}, ${timeZone}, ${from}, ${to}, ${JSON.stringify(fields)}, ${after.created},
                  ${after.id}, ${tallies})`
        )
        .pipe(keptRow, Effect.orDie)
      if (found === undefined) return yield* Effect.die(noRow)
      ranges.push(...found.ranges)
      tallies = found.tallies
      if (found.nextCreated === null) return { counted: found.counted, ranges, tallies }
      after = { created: DateTime.toDateUtc(found.nextCreated), id: found.nextId }
    }
  })

/** Counts a range, and keeps what it counts of whole segments. */
const count = (database: Database, atOnce: number) =>
  Effect.fnUntraced(function* (
    caller: Caller,
    { fields, formId, from, timeZone, to }: Tallied,
    counted: Uint8Array,
    { afterCreated, afterId, lastCreated, lastId }: Range,
    soFar: string
  ) {
    let after: { readonly created: Date | string | null; readonly id: string | null } = {
      created: afterCreated,
      id: afterId
    }
    let tallies = soFar
    while (true) {
      const found = yield* database
        .call(
          "write",
          caller,
          (sql, organisation) =>
            sql`
              select next_created as "nextCreated", next_id as "nextId", tallies::text as tallies
                from formwork.tally_range(
                  ${organisation}, ${formId}, ${timeZone}, ${from}, ${to}, ${JSON.stringify(fields)}, ${counted},
                  ${after.created}, ${after.id}, ${lastCreated}, ${lastId}, ${atOnce}, ${bytesAtOnce}, ${tallies})`
        )
        .pipe(countedRow, Effect.orDie)
      if (found === undefined) return yield* Effect.die(noRow)
      tallies = found.tallies
      if (found.nextCreated === null) return tallies
      after = { created: DateTime.toDateUtc(found.nextCreated), id: found.nextId }
    }
  })

/** What follows the last segment; or all, where that counts something else by now. */
const ahead = (database: Database, atOnce: number) =>
  Effect.fnUntraced(function* (caller: Caller, which: Omit<Tallied, "from" | "to">) {
    const about = { ...which, from: undefined, to: undefined }
    const last = yield* database
      .call(
        "write",
        caller,
        (sql, organisation) =>
          sql`
            select last_created as "created", last_id as "id", counted
              from formwork.last_segment(${organisation}, ${about.formId})`
      )
      .pipe(lastRow, Effect.orDie)
    const found = yield* kept(database)(caller, about, last)
    const isSame = last === undefined || Buffer.compare(last.counted, found.counted) === 0
    const { counted, ranges } = isSame ? found : yield* kept(database)(caller, about)
    for (const range of ranges) yield* count(database, atOnce)(caller, about, counted, range, "[]")
  })

export const layer: Layer.Layer<ReportStore, never, TenantDatabase> = Layer.effect(
  ReportStore,
  Effect.map(TenantDatabase, (database) =>
    ReportStore.of({
      tally: Effect.fn("ReportStore.tally")(function* (caller: Caller, about: Tallied) {
        // What is left to count is kept when it is counted, by the primary.
        const { counted, ranges, tallies } = yield* database.lately((lately) => kept(lately)(caller, about))
        const counting = count(database, yield* TalliedAtOnce)
        let all = tallies
        for (const range of ranges) all = yield* counting(caller, about, counted, range, all)
        return yield* Effect.orDie(decode(all))
      }),
      countAhead: Effect.fn("ReportStore.countAhead")(function* (caller: Caller, about: Omit<Tallied, "from" | "to">) {
        yield* ahead(database, yield* TalliedAtOnce)(caller, about)
      }),
      overview: (caller, wanted) => database.lately((lately) => formOverview(lately)(caller, wanted))
    })
  )
)
