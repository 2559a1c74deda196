/** References that two forms have in common, filed at once, on a real server. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import * as Fixture from "@formwork/contract/Fixture"
import { each, processes, times, unbounded } from "./Processes.ts"

layer(processes, { excludeTestServices: true })("references at once", (it) => {
  it.effect(
    "two forms that share their references file at once from two processes: each reference once, and none left out",
    () =>
      Effect.gen(function* () {
        const stores = yield* each(SubmissionStore)
        const owner = yield* Fixture.owner
        const { caller } = yield* Fixture.machine(owner)
        const { version } = yield* Fixture.liveForm(owner)
        const second = yield* Fixture.liveForm(owner, "TWO")
        const reference = { prefix: "A1 B1 ", suffix: "", sequenceWidth: 4 }
        const fileOnce = Effect.fnUntraced(function* (index: number) {
          const filing = yield* Fixture.filing(index % 2 === 0 ? version : second.version, { reference })
          const store = stores[index % 4 < 2 ? 0 : 1]
          for (let attempt = 0; attempt < 10; attempt++) {
            const filed = yield* store.file(caller, filing)
            if (filed._tag === "Filed") return filed.submission.referenceNumber
            assert.strictEqual(filed._tag, "ReferenceTaken")
          }
          return assert.fail("ten attempts met a reference that was taken")
        })
        const references = yield* Effect.forEach(
          times(120, (index) => index),
          fileOnce,
          unbounded
        )
        assert.deepStrictEqual(
          [...references].sort(),
          times(120, (index) => `A1 B1 ${String(index + 1).padStart(4, "0")}`)
        )
      })
  )
})
