/** What a count of submissions reads of a large table (docs/decisions/0240). */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { seed } from "../src/testing/Seed.ts"
import { databases, Raw } from "./Databases.ts"
import { reading, times } from "./Reading.ts"

const organisation = "01900001-0000-7000-8000-000000000000"
const form = "01900003-0000-7000-8000-000000000000"

const seeded = databases.server.pipe((database) =>
  Layer.effectDiscard(Effect.flatMap(Raw, (sql) => seed(sql, { rows: 5_000, others: 100 }))).pipe(
    Layer.provideMerge(database)
  )
)

layer(seeded, { excludeTestServices: true, timeout: "60 seconds" })("plans of a count", (it) => {
  it.effect("a count reads as many submissions as it may count, by an index, and those of one organisation alone", () =>
    Effect.gen(function* () {
      const sql = yield* Raw
      const most = 100
      for (const [formId, state] of [
        [null, null],
        [form, null],
        [null, "draft"],
        [form, "draft"]
      ] as const) {
        const read = yield* reading(
          "submissions",
          sql`select formwork.submission_count(${organisation}, ${formId}, ${state}, null, null, null, null, ${most})`
        )
        assert.strictEqual(read.sequential, 0)
        assert.isAtMost(read.rows, times * most * 2, JSON.stringify([formId, state]))
      }
    })
  )
})
