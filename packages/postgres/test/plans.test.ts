/**
 * Every filter of a list is looked up in an index, under row security, as the role that a server runs as: on 20,000 submissions of one
 * organisation beside 100 small ones, for the first page and for later ones. Reports and the audit log read nothing from end to end either.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import * as Caller from "@formwork/domain/callers/Caller"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import * as AuditStores from "../src/stores/AuditStore.ts"
import * as TenantDatabase from "../src/database/TenantDatabase.ts"
import { databases, Raw } from "./Databases.ts"
import { reading, times } from "./Reading.ts"
import { seed } from "../src/testing/Seed.ts"

const rows = 20_000
const organisation = "01900001-0000-7000-8000-000000000000"
const form = "01900003-0000-7000-8000-000000000000"

/** The parameters of formwork.page_statement's statement, in order. */
const parameters = [
  `'${organisation}'::uuid`,
  `'${form}'::uuid`,
  "'draft'::text",
  "'2026-02-01T00:00:00Z'::timestamptz",
  "'2026-03-01T00:00:00Z'::timestamptz",
  "'MQ-2026-0001'::text",
  "'MQ-2026-0002'::text",
  "'2026-02-14T00:00:00Z'::timestamptz",
  "'01000fff-0000-7000-8000-000000000000'::uuid",
  "'MQ-2026-00015000'::text",
  "50",
  "8000000::bigint",
  `'{${form}}'::uuid[]`,
  "'{name}'::text[]"
]

interface Shape {
  readonly form: boolean
  readonly state: boolean
  readonly from: boolean
  readonly before: boolean
  readonly reference: "exact" | "prefix" | null
  readonly goesOn: boolean
  /** Whether the caller's key is limited to forms, and the list names none. */
  readonly within?: boolean
}

const both = [false, true]

const byTime: ReadonlyArray<Shape> = both.flatMap((form) =>
  both.flatMap((state) =>
    both.flatMap((from) =>
      both.flatMap((before) => both.map((goesOn) => ({ form, state, from, before, reference: null, goesOn })))
    )
  )
)
const byReference: ReadonlyArray<Shape> = (["exact", "prefix"] as const).flatMap((reference) =>
  both.map((goesOn) => ({ form: false, state: false, from: false, before: false, reference, goesOn }))
)

/** The plan of a page, a later one with the values of some fields alone, made for these values by formwork_api with its organisation set. */
const planOf = Effect.fnUntraced(function* ({ before, form, from, goesOn, reference, state, within = false }: Shape) {
  const sql = yield* Raw
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`set local role formwork_api`
      yield* sql`select set_config('app.organisation_id', ${organisation}, true)`
      const [found] = yield* sql<{ readonly text: string }>`
        select formwork.page_statement(${form}, ${state}, ${from}, ${before}, ${reference}, ${goesOn}, ${within}, ${goesOn}) as text`
      const statement = (found?.text ?? "").replaceAll(
        /\$(\d+)/gu,
        (_, number) => parameters[Number(number) - 1] ?? "?"
      )
      const lines = yield* sql.unsafe<Record<string, unknown>>(`explain ${statement}`).unprepared
      return lines.map((line) => String(line["QUERY PLAN"])).join("\n")
    })
  )
})

/** Only the page itself is sorted, and only rows beyond the page's end are read and left out. */
const assertNothingElse = (plan: string, shape: Shape): void => {
  const lines = (pattern: RegExp) => [...plan.matchAll(pattern)].map(([, words = ""]) => words)
  assert.deepStrictEqual(
    lines(/Sort Key: (.*)/gu).filter((key) => key !== "z.place"),
    [],
    JSON.stringify(shape)
  )
  // Row security's filter of the organisation is evaluated before the first row, its filter of the caller's limits on each row.
  const others = lines(/(?<!One-Time )Filter: (.*)/gu).filter(
    (words) => !/z\.place = 1|row_number\(\)|app\.forms/u.test(words)
  )
  assert.deepStrictEqual(others, [], JSON.stringify(shape))
}

/** The audit log on the connection that `reading` asks about. */
const onOneConnection = Layer.fresh(AuditStores.layer).pipe(
  Layer.provide(
    Layer.effect(
      TenantDatabase.TenantDatabase,
      Effect.map(Raw, (sql) => TenantDatabase.make({ reads: sql, writes: sql }))
    )
  )
)

const seeded = databases.server.pipe((database) =>
  Layer.effectDiscard(Effect.flatMap(Raw, (sql) => seed(sql, { rows, others: 100 }))).pipe(Layer.provideMerge(database))
)

layer(seeded, { excludeTestServices: true, timeout: "60 seconds" })("plans", (it) => {
  it.effect("a list in the order of time reads the index that its filters begin, in order, and sorts nothing", () =>
    Effect.gen(function* () {
      for (const shape of byTime) {
        const plan = yield* planOf(shape)
        const index = ["submissions", ...(shape.form ? ["form"] : []), ...(shape.state ? ["state"] : []), "time"].join(
          "_"
        )
        assert.include(plan, `Index Scan Backward using ${index} on submissions`, JSON.stringify(shape))
        assert.notInclude(plan, "Seq Scan", JSON.stringify(shape))
        assertNothingElse(plan, shape)
      }
    })
  )

  it.effect("a list of a key with limits reads the index of each form that the key reaches, in order", () =>
    Effect.gen(function* () {
      for (const shape of byTime.filter(({ form }) => !form)) {
        const plan = yield* planOf({ ...shape, within: true })
        const index = shape.state ? "submissions_form_state_time" : "submissions_form_time"
        assert.match(plan, new RegExp(`Index (?:Only )?Scan Backward using ${index} on submissions`, "u"))
        assert.include(plan, "Index Scan using submissions_pkey on submissions")
        assert.notInclude(plan, "Seq Scan", JSON.stringify(shape))
      }
    })
  )

  it.effect(
    "a list of a key with limits reads the rows of the forms that it reaches, however many others there are",
    () =>
      Effect.gen(function* () {
        const sql = yield* Raw
        const small = "01900003-ffff-7000-8000-000000000000"
        const version = "01900004-ffff-7000-8000-000000000000"
        const few = 30
        yield* sql`
        insert into formwork.forms (organisation_id, form_id, code, title, title_key, draft)
        select organisation_id, ${small}, 'SMALL', 'Small', 'small', draft from formwork.forms where form_id = ${form}`
        yield* sql`
        insert into formwork.form_versions (organisation_id, form_id, version_id, number, definition, published_by)
        select organisation_id, ${small}, ${version}, 1, definition, published_by
          from formwork.form_versions where form_id = ${form}`
        yield* sql`
        insert into formwork.submissions
          (organisation_id, submission_id, form_id, form_version_id, reference_number, workflow_state, data, calculated_data,
           hidden_fields, outcomes, created_at, created_by, credential_kind, credential_id)
        select organisation_id, gen_random_uuid(), ${small}, ${version}, 'SMALL-' || row_number() over (), workflow_state, data,
               calculated_data, hidden_fields, outcomes, created_at - interval '10 years', created_by, credential_kind, credential_id
          from (select * from formwork.submissions where form_id = ${form} limit ${few}) s`
        yield* sql`analyze formwork.submissions`
        // The same form twice: a key may name a form and its folder.
        const page = sql<{ readonly form: string }>`
        select p.form_id as form from formwork.limit_to(${organisation}, array[${small}, ${small}]::uuid[], '{}'),
          lateral formwork.submission_page(${organisation}, null, null, null, null, null, null, null, null, null, 50, 8000000, null) p`
        const read = yield* reading("submissions", page)
        assert.strictEqual(read.sequential, 0)
        assert.isAtMost(read.rows, times * few * 2)
        const found = yield* sql.withTransaction(Effect.andThen(sql`set local role formwork_api`, page))
        assert.deepStrictEqual(
          found.map((row) => row.form),
          Array.from({ length: few }, () => small)
        )
      })
  )

  it.effect("a reference number is looked up, and those that begin alike are read in their order", () =>
    Effect.gen(function* () {
      for (const shape of byReference) {
        const plan = yield* planOf(shape)
        assert.match(
          plan,
          shape.reference === "exact"
            ? /Index Scan(?: Backward)? using submissions_reference(?:_key)? on submissions/u
            : /Index Scan Backward using submissions_reference on submissions/u,
          JSON.stringify(shape)
        )
        assert.notInclude(plan, "Seq Scan", JSON.stringify(shape))
        // An exact number finds one row.
        if (shape.reference === "prefix") assertNothingElse(plan, shape)
      }
    })
  )

  it.effect("a report reads the submissions of its form and period, by an index, and nothing else of them", () =>
    Effect.gen(function* () {
      const sql = yield* Raw
      const [from, to] = ["2026-02-01", "2026-02-07"]
      const fields = JSON.stringify([{ slug: "mileage", kind: "number", computed: false, options: [] }])
      const [counted] = yield* sql<{ readonly n: number }>`
        select count(*)::integer as n from formwork.submissions
         where form_id = ${form} and (created_at at time zone 'Europe/London')::date between ${from}::date and ${to}::date`
      const read = yield* reading(
        "submissions",
        sql`
        select next_created from formwork.tally_range(
          ${organisation}, ${form}, 'Europe/London', ${from}, ${to}, ${fields}, ${new Uint8Array(32)}, null, null, null, null, 10000,
          8000000, '[]')`
      )
      assert.isAbove(counted?.n ?? 0, 100)
      assert.deepStrictEqual(read, { sequential: 0, rows: times * (counted?.n ?? 0) })
    })
  )

  it.effect("an overview counts the submissions of a period by an index, and reads no other row", () =>
    Effect.gen(function* () {
      const sql = yield* Raw
      const overview = sql<{ readonly id: string; readonly submissions: ReadonlyArray<{ readonly count: number }> }>`
        select form_id as id, submissions from formwork.overview(${organisation}, '2026-02-01', '2026-02-07', null, 10)`
      const [counted] = yield* sql<{ readonly n: number }>`
        select count(*)::integer as n from formwork.submissions
         where form_id = ${form} and created_at >= '2026-02-01' and created_at < '2026-02-08'`
      const found = yield* sql.withTransaction(Effect.andThen(sql`set local role formwork_api`, overview))
      const read = yield* reading("submissions", overview)
      assert.strictEqual(read.sequential, 0)
      // One row finds each state. Those of the period are read where Postgres cannot tell from the index that all see them.
      const states = 5
      const most = found
        .flatMap(({ submissions }) => submissions)
        .reduce((sum, { count }) => sum + count, states * found.length)
      assert.isAtMost(read.rows, times * most)
      const counts = found.find(({ id }) => id === form)?.submissions ?? []
      assert.isAbove(counted?.n ?? 0, 100)
      assert.strictEqual(
        counts.reduce((sum, { count }) => sum + count, 0),
        counted?.n
      )
    })
  )

  it.effect("usage reads the days that it is asked for, by an index", () =>
    Effect.gen(function* () {
      const sql = yield* Raw
      yield* sql`
        insert into formwork.usage_days (organisation_id, day, credential_id, credential_kind, operation, calls)
        select o.organisation_id, '2026-01-01'::date + d, gen_random_uuid(), 'api_key', 'evaluate', 1
          from formwork.organisations o, generate_series(0, 364) d, generate_series(1, 5)
         where o.organisation_id = ${organisation} or d < 20`
      yield* sql`analyze formwork.usage_days`
      const read = yield* reading(
        "usage_days",
        sql`select day from formwork.usage(${organisation}, '2026-02-01', '2026-03-02')`
      )
      assert.deepStrictEqual(read, { sequential: 0, rows: times * 30 * 5 })
    })
  )

  it.effect("a filing that removes expired idempotency records reads those, and none of the others", () =>
    Effect.gen(function* () {
      const sql = yield* Raw
      yield* sql`
        insert into formwork.idempotency_records
          (organisation_id, credential_id, form_id, idempotency_key, body_hash, submission_id, expires_at)
        select ${organisation}, ${form}, ${form}, n::text, sha256(''), ${form},
               clock_timestamp() + case when n <= 40 then -1 else 1 end * interval '1 hour'
          from generate_series(1, 5000) n`
      yield* sql`analyze formwork.idempotency_records`
      const forget = Effect.andThen(
        sql`select set_config('app.organisation_id', ${organisation}, true)`,
        sql`select formwork.forget(${organisation})`
      )
      const read = yield* reading("idempotency_records", forget, "formwork_filing")
      assert.strictEqual(read.sequential, 0)
      assert.isAtLeast(read.rows, times * 4)
      assert.isAtMost(read.rows, 400)
      const left = yield* sql`select 1 from formwork.idempotency_records where expires_at < clock_timestamp()`
      assert.lengthOf(left, 40 - times * 4)
    })
  )

  it.effect("a page of the audit log reads its own lines by the key, and a filtered one 10,000 at most, twice", () =>
    Effect.gen(function* () {
      const sql = yield* Raw
      yield* sql`
        insert into formwork.audit_events (organisation_id, event_id, occurred_at, action)
        select ${organisation}, ('0190' || lpad(to_hex(n), 8, '0') || '70008000' || lpad('', 12, '0'))::uuid,
               '2026-01-01'::timestamptz + n * interval '1 minute', case when n % 10000 = 0 then 'folder.created' else 'sign_in.refused' end
          from generate_series(1, 30000) n`
      yield* sql`analyze formwork.audit_events`
      const { list } = yield* Effect.provide(AuditStore, onOneConnection)
      const caller = Caller.operator(OrganisationId.make(organisation), UserId.make(form))
      const page = { limit: 50, examine: 10_000 }
      const [all, filtered] = [list(caller, {}, page), list(caller, { action: "folder.created" }, page)]
      assert.deepStrictEqual(yield* reading("audit_events", all), { sequential: 0, rows: times * 51 })
      const read = yield* reading("audit_events", filtered)
      assert.strictEqual(read.sequential, 0)
      assert.isAtMost(read.rows, times * 2 * 10_000)
      assert.lengthOf((yield* filtered).items, 1)
    })
  )
})
