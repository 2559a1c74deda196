/** A page reads the rows that it gives, wherever it is and however many others there are, also by a plan that is made for all values. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import { FormId } from "@formwork/domain/forms/Form"
import { nothing } from "@formwork/domain/impact/difference"
import { ImpactRunId } from "@formwork/domain/impact/Impact"
import { ImpactStore } from "@formwork/domain/impact/ImpactStore"
import * as TenantDatabase from "../src/database/TenantDatabase.ts"
import * as ImpactStores from "../src/stores/ImpactStore.ts"
import { seed } from "../src/testing/Seed.ts"
import { databases, Raw } from "./Databases.ts"
import { reading, times } from "./Reading.ts"

const organisation = "01900001-0000-7000-8000-000000000000"
const form = "01900003-0000-7000-8000-000000000000"

const seeded = databases.server.pipe((database) =>
  Layer.effectDiscard(Effect.flatMap(Raw, (sql) => seed(sql, { rows: 5_000, others: 10 }))).pipe(
    Layer.provideMerge(database)
  )
)

const unchanged = {
  validBefore: true,
  validAfter: true,
  problems: [],
  calculatedData: [],
  outcomesRaised: [],
  outcomesGone: [],
  fieldsHidden: [],
  fieldsShown: []
}

/** Impact runs on the connection that `reading` asks about. */
const onOneConnection = Layer.fresh(ImpactStores.layer).pipe(
  Layer.provide(
    Layer.effect(
      TenantDatabase.TenantDatabase,
      Effect.map(Raw, (sql) => TenantDatabase.make({ reads: sql, writes: sql }))
    )
  )
)

layer(seeded, { excludeTestServices: true, timeout: "60 seconds" })("plans of pages", (it) => {
  it.effect("an impact run reads the submissions of its page, however many are newer", () =>
    Effect.gen(function* () {
      const sql = yield* Raw
      const page = 100
      const before = "2025-12-01T00:00:00Z"
      const read = yield* reading(
        "submissions",
        sql`
        select submission_id from formwork.submissions_before(
          ${organisation}, ${form}, ${before}, '01000000-0000-7000-8000-000000000000', ${page}, 8000000)`
      )
      assert.deepStrictEqual(read, { sequential: 0, rows: times * page })
    })
  )

  it.effect("an impact run that keeps changes reads the submissions that changed, however many others there are", () =>
    Effect.gen(function* () {
      const store = yield* ImpactStore
      const sql = yield* Raw
      const owner = Caller.operator(
        OrganisationId.make(organisation),
        UserId.make("01900002-0000-7000-8000-000000000000")
      )
      const formId = FormId.make(form)
      const id = ImpactRunId.make("01900008-0000-7000-8000-000000000000")
      // A plan for all values is made for an organisation as large as most. Where there are thousands, most are small.
      yield* sql`alter table formwork.submissions alter column organisation_id set (n_distinct = 2000)`
      yield* sql`analyze formwork.submissions`
      yield* store.begin(owner, { id, formId, limit: 1_000, leaseMillis: 60_000, keepMillis: 60_000 })
      const page = 100
      const latest = yield* store.submissions(owner, formId, { limit: page })
      let kept = 0
      const keep = Effect.suspend(() => {
        const changes = latest.map(({ id: submissionId, referenceNumber }) => ({
          position: (kept += 1),
          change: { ...unchanged, submissionId, referenceNumber }
        }))
        return store.progress(owner, id, { done: kept, summary: nothing, changes, state: "running" }, 60_000)
      })
      const read = yield* reading("submissions", keep)
      assert.strictEqual(read.sequential, 0)
      // Once by the statement, and once by the foreign key's check.
      assert.isAtMost(read.rows, times * page * 2)
      const [found] = yield* sql<{
        readonly n: number
      }>`select count(*)::integer as n from formwork.impact_changes where run_id = ${id}`
      assert.strictEqual(found?.n, times * page)
    }).pipe(Effect.provide(onOneConnection))
  )

  it.effect("a page of forms reads the forms that it shows, however many others there are", () =>
    Effect.gen(function* () {
      const sql = yield* Raw
      const [of, many, page] = ["01900001-0000-7000-8000-000000000001", 2_000, 50]
      const folder = "01900007-0000-7000-8000-000000000000"
      yield* sql`insert into formwork.folders (organisation_id, folder_id, name, name_key) values (${of}, ${folder}, 'Some', 'some')`
      yield* sql`
        insert into formwork.forms (organisation_id, form_id, folder_id, code, title, title_key, draft)
        select ${of}, ('01900005-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, case when n % 10 = 0 then ${folder}::uuid end,
               'P' || n, 'Form ' || n, 'form ' || n, '{}'
          from generate_series(1, ${many}::integer) n`
      yield* sql`analyze formwork.forms`
      for (const [folderId, last] of [
        [null, many],
        [folder, many / 2],
        [null, many / 2]
      ] as const) {
        const before = `01900005-0000-7000-8000-${last.toString(16).padStart(12, "0")}`
        const read = yield* reading(
          "forms",
          sql`select form_id from formwork.form_page(${of}, ${before}, ${folderId}, false, null, null, null, ${page})`
        )
        assert.deepStrictEqual(read, { sequential: 0, rows: times * page })
      }
    })
  )
})
