/** What publishing the draft of a table would change for the submissions of a form that looks up in it (spec/http.md §4.12). */
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { setting } from "../support/formFixture.ts"
import * as Harness from "../support/Harness.ts"
import { objectOf } from "../support/reading.ts"
import * as Wire from "../support/wire.ts"

const rates = (south: string): string => `area: exact text,rate: number 2\nnorth,1.00\nsouth,${south}\n`

const definition = (tables: object) => ({
  title: "Rated",
  code: "RATED",
  tables,
  fields: [
    { slug: "area", type: "text", required: true },
    { slug: "found", type: "number", decimals: 2, formula: "lookup(rate, 'rate', area)" }
  ]
})

layer(Harness.layer(), { excludeTestServices: true })("impact of a table's draft", (it) => {
  it.effect(
    "runs stored submissions through the live version with it, and refuses a table that is not there or not named",
    () =>
      Effect.gen(function* () {
        const { call, key } = yield* setting
        const match = ['If-Match: "1"']
        yield* call("tables.create", "POST", "tables", { name: "rates", csv: rates("2.00") })
        yield* call("tables.publish", "POST", "tables/rates/publish", {}, match)
        yield* call("tables.create", "POST", "tables", { name: "others", csv: rates("1.00") })
        const made = Wire.json(
          yield* call("forms.create", "POST", "forms", { definition: definition({ rate: "rates" }) })
        )
        const form = String(made["id"])
        yield* call("drafts.publish", "POST", `forms/${form}/publish`, {}, match)
        for (const area of ["north", "south", "south"])
          yield* Harness.platform("POST", `v1/forms/${form}/submissions`, key, { data: { area } })
        yield* call("tables.save", "PUT", "tables/rates/draft", { csv: rates("2.50") }, match)
        // The draft of the form is another matter: it changes nothing.
        const started = yield* call("impact.start", "POST", `forms/${form}/impact`, { table: "rates" })
        assert.strictEqual(started.status, 202, started.body)
        const begun = Wire.json(started)
        const ended = yield* call("impact.get", "GET", `forms/${form}/impact/${String(begun["id"])}`).pipe(
          Effect.map(Wire.json),
          Effect.repeat({ until: ({ state }) => state !== "running", schedule: Schedule.spaced("5 millis") })
        )
        assert.deepInclude(ended, { total: 3, done: 3, state: "finished" })
        assert.deepInclude(objectOf(ended["summary"]), { changed: 2, becameInvalid: 0, calculatedData: 2 })
        const refused = Effect.fnUntraced(function* (body: object) {
          const answer = yield* call("impact.start", "POST", `forms/${form}/impact`, body)
          return [answer.status, Wire.json(answer)["code"]]
        })
        assert.deepStrictEqual(yield* refused({ table: "nowhere" }), [404, "NOT_FOUND"])
        assert.deepStrictEqual(yield* refused({ table: "others" }), [422, "INVALID_REQUEST"])
      })
  )

  it.effect("counts no rows of a table's draft as the form's own", () =>
    Effect.gen(function* () {
      const { call } = yield* setting
      const match = ['If-Match: "1"']
      const long = Array.from({ length: 2_001 }, (_, row) => `area-${row},1.00\n`).join("")
      yield* call("tables.create", "POST", "tables", { name: "long", csv: `area: exact text,rate: number 2\n${long}` })
      yield* call("tables.publish", "POST", "tables/long/publish", {}, match)
      const own = {
        keys: [{ name: "area", type: "text" }],
        values: [{ name: "rate", type: "number", decimals: 2 }],
        rows: [["north", "1.00"]]
      }
      const made = yield* call("forms.create", "POST", "forms", {
        definition: { ...definition({ rate: "long", own }), code: "LONG" }
      })
      const form = String(Wire.json(made)["id"])
      yield* call("drafts.publish", "POST", `forms/${form}/publish`, {}, match)
      const started = yield* call("impact.start", "POST", `forms/${form}/impact`, { table: "long" })
      assert.strictEqual(started.status, 202, started.body)
    })
  )
})
