/** Submissions that are counted ahead of a report on Postgres. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Layer } from "effect"
import { ReportStore } from "@formwork/domain/reports/ReportStore"
import type { Tallied } from "@formwork/domain/reports/ReportStore"
import type { Ports } from "@formwork/contract/Subject"
import { TalliedAtOnce } from "../src/stores/ReportStore.ts"
import { databases, Raw } from "./Databases.ts"
import { byHand, setting } from "./Reported.ts"

const suite = <E>(name: string, database: Layer.Layer<Ports | Raw, E>): void =>
  layer(database, { excludeTestServices: true })(`counting ahead: ${name}`, (it) => {
    it.effect("what was counted ahead is kept, and only what came since is counted the next time", () =>
      Effect.gen(function* () {
        const sql = yield* Raw
        const { about, exact, owner } = yield* setting
        const store = yield* ReportStore
        const segments = byHand(sql<{ readonly submissions: number }>`
          select submissions from formwork.report_segments
           where organisation_id = ${owner.organisationId} order by last_created, last_id`)
        const ahead = (which: Omit<Tallied, "from" | "to">, atOnce: number) =>
          Effect.provideService(store.countAhead(owner, which), TalliedAtOnce, atOnce)
        const sizes = Effect.map(segments, (found) => found.map(({ submissions }) => submissions))
        // What follows the last segment is too little for one: three of the 23.
        yield* ahead(about, 10)
        assert.deepStrictEqual(yield* sizes, [10, 10])
        yield* byHand(
          sql`update formwork.report_segments set counts = '{99}' where organisation_id = ${owner.organisationId}`
        )
        yield* ahead(about, 2)
        assert.deepStrictEqual(yield* sizes, [10, 10, 2])
        const untouched = byHand(sql<{ readonly n: number }>`
          select count(*)::integer as n from formwork.report_segments
           where organisation_id = ${owner.organisationId} and counts = '{99}'`)
        assert.deepStrictEqual(yield* untouched, [{ n: 2 }])
        // Other fields: all is counted again, by the segments that there are.
        yield* ahead({ ...about, timeZone: "UTC" }, 10)
        assert.deepStrictEqual(yield* sizes, [10, 10, 2])
        assert.deepStrictEqual(yield* untouched, [{ n: 0 }])
        yield* exact
      })
    )
  })

suite("embedded", databases.embedded)
suite("server", databases.server)
