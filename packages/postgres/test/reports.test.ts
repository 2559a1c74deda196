/** A report that takes many statements is the report that takes one. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Layer } from "effect"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { ReportStore } from "@formwork/domain/reports/ReportStore"
import type { Tallied } from "@formwork/domain/reports/ReportStore"
import * as Fixture from "@formwork/contract/Fixture"
import type { Ports } from "@formwork/contract/Subject"
import { TalliedAtOnce } from "../src/stores/ReportStore.ts"
import { databases } from "./Databases.ts"

const suite = <E>(name: string, database: Layer.Layer<Ports, E>): void =>
  layer(database, { excludeTestServices: true })(`reports in parts: ${name}`, (it) => {
    it.effect("parts of every size count each submission once", () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const { version } = yield* Fixture.liveForm(owner)
        const submissions = yield* SubmissionStore
        for (let number = 0; number < 23; number++) {
          const { submission } = yield* Fixture.filing(version)
          const data = { age: number % 5, rate: `${number}.0${number}`, cover: number % 2 === 0 ? "comp" : "tpo" }
          yield* submissions.file(owner, yield* Fixture.filing(version, { submission: { ...submission, data } }))
        }
        const store = yield* ReportStore
        const about: Tallied = {
          formId: version.formId,
          timeZone: "UTC",
          from: undefined,
          to: undefined,
          fields: [
            { slug: "age", kind: "number", computed: false, options: [] },
            { slug: "rate", kind: "number", computed: false, options: [] },
            { slug: "cover", kind: "choice", computed: false, options: ["comp", "tpo"] }
          ]
        }
        const tallied = (atOnce: number) =>
          store.tally(owner, about).pipe(
            Effect.provideService(TalliedAtOnce, atOnce),
            Effect.map((tallies) => tallies.map((tally) => JSON.stringify(tally)).sort())
          )
        const whole = yield* tallied(1_000)
        assert.isAbove(whole.length, 10)
        for (const atOnce of [1, 4, 22, 23, 24]) assert.deepStrictEqual(yield* tallied(atOnce), whole, String(atOnce))
      })
    )
  })

suite("embedded", databases.embedded)
suite("server", databases.server)
