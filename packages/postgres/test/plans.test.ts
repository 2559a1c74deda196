/**
 * Every filter of a list is looked up in an index, under row security, as the role that a server runs as: on 20,000 submissions of one
 * organisation beside 100 small ones, for the first page and for later ones.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { databases, Raw } from "./Databases.ts"
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
  "8000000::bigint"
]

interface Shape {
  readonly form: boolean
  readonly state: boolean
  readonly from: boolean
  readonly before: boolean
  readonly reference: "exact" | "prefix" | null
  readonly goesOn: boolean
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

/** The plan of a page, made for these values by formwork_api with its organisation set. */
const planOf = Effect.fnUntraced(function* ({ before, form, from, goesOn, reference, state }: Shape) {
  const sql = yield* Raw
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`set local role formwork_api`
      yield* sql`select set_config('app.organisation_id', ${organisation}, true)`
      const [found] = yield* sql<{ readonly text: string }>`
        select formwork.page_statement(${form}, ${state}, ${from}, ${before}, ${reference}, ${goesOn}) as text`
      const statement = (found?.text ?? "").replaceAll(
        /\$(\d+)/gu,
        (_, number) => parameters[Number(number) - 1] ?? "?"
      )
      const lines = yield* sql.unsafe<Record<string, unknown>>(`explain ${statement}`).unprepared
      return lines.map((line) => String(line["QUERY PLAN"])).join("\n")
    })
  )
})

/** Nothing is sorted but the page itself, and no row is looked at and left out but those beyond the page's end. */
const assertNothingElse = (plan: string, shape: Shape): void => {
  const lines = (pattern: RegExp) => [...plan.matchAll(pattern)].map(([, words = ""]) => words)
  assert.deepStrictEqual(
    lines(/Sort Key: (.*)/gu).filter((key) => key !== "z.place"),
    [],
    JSON.stringify(shape)
  )
  // Row security's own is known before the first row.
  const others = lines(/(?<!One-Time )Filter: (.*)/gu).filter((words) => !/z\.place = 1|row_number\(\)/u.test(words))
  assert.deepStrictEqual(others, [], JSON.stringify(shape))
}

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
        // An exact one is one row.
        if (shape.reference === "prefix") assertNothingElse(plan, shape)
      }
    })
  )
})
