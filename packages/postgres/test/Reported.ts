/** A form with submissions, and reports of it that are compared with what is stored. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { ReportStore } from "@formwork/domain/reports/ReportStore"
import type { Tallied } from "@formwork/domain/reports/ReportStore"
import * as Fixture from "@formwork/contract/Fixture"
import type { Caller } from "@formwork/domain/callers/Caller"
import { Raw } from "./Databases.ts"

/** As the superuser, and for good. */
export const byHand = <A>(work: Effect.Effect<A, SqlError.SqlError>) =>
  Effect.flatMap(Raw, (sql) => sql.withTransaction(Effect.andThen(sql`set local role none`, work)))

/** A form with 23 submissions, of the ages 17 to 39, and a report of it that is compared with one that keeps nothing. */
export const setting = Effect.gen(function* () {
  const owner: Caller = yield* Fixture.owner
  const { version } = yield* Fixture.liveForm(owner)
  const submissions = yield* SubmissionStore
  const store = yield* ReportStore
  const sql = yield* Raw
  const ids: Array<string> = []
  for (let age = 17; age < 40; age++) {
    const { submission } = yield* Fixture.filing(version)
    const filed = yield* submissions.file(
      owner,
      yield* Fixture.filing(version, { submission: { ...submission, data: { age } }, firings: [] })
    )
    ids.push(filed._tag === "Filed" ? filed.submission.id : assert.fail(filed._tag))
  }
  const about: Tallied = {
    formId: version.formId,
    timeZone: "Europe/London",
    from: undefined,
    to: undefined,
    fields: [{ slug: "age", kind: "number", computed: false, options: [] }]
  }
  const exact = Effect.gen(function* () {
    const [stored] = yield* byHand(sql<{
      readonly n: number
      readonly sum: string
      readonly low: string
      readonly high: string
    }>`
      select count(*)::integer as n, sum((data ->> 'age')::numeric)::text as sum, min((data ->> 'age')::numeric)::text as low,
             max((data ->> 'age')::numeric)::text as high
        from formwork.submissions where form_id = ${version.formId}`)
    const tallies = yield* store.tally(owner, about)
    const numbers = tallies.filter(({ what }) => what === "number")
    const values = (which: "sum" | "min" | "max") => numbers.map((tally) => Number(tally[which]))
    const days = tallies.filter(({ what }) => what === "day")
    assert.deepStrictEqual(
      {
        days: days.reduce((all, { count }) => all + count, 0),
        n: numbers.reduce((all, { count }) => all + count, 0),
        sum: String(values("sum").reduce((all, value) => all + value, 0)),
        low: String(Math.min(...values("min"))),
        high: String(Math.max(...values("max")))
      },
      { ...(stored ?? assert.fail("no row")), days: stored?.n ?? 0 }
    )
  })
  return { owner, ids, about, exact }
})
