/** `formwork retention`: what it prints, and that it keeps what it is asked to keep. */
import { assert, describe, it } from "vitest"
import { Effect, Redacted } from "effect"
import * as Month from "@formwork/postgres/database/months/Month"
import type { Kept } from "@formwork/postgres/database/months/Retention"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import { lines } from "../src/upkeep/Retaining.ts"
import { run } from "./support/warm.ts"

const now = Month.of(new Date("2026-11-28"))

const part = (from: number | undefined, to: number | undefined, isGivenUp = false): Kept["parts"][number] => ({
  name: "formwork_months.part",
  from,
  to,
  rows: 310_000,
  bytes: 96.4 * 2 ** 20,
  isEmpty: false,
  isGivenUp
})

const audit: Kept = {
  subject: "audit",
  table: "formwork.audit_events",
  isDivided: true,
  isUnfinished: false,
  parts: [
    part(undefined, now - 25, true),
    part(now - 25, now - 24, true),
    part(now - 24, now),
    part(now, now + 1),
    part(now + 1, now + 2),
    part(now + 2, undefined)
  ]
}

describe("the words for what is kept", () => {
  it("name each part, and what became of it", () => {
    assert.deepStrictEqual(lines([audit], { audit: 24 }, now, false), [
      "audit (formwork.audit_events): by months, 24 before 2026-11 kept",
      "  until 2024-09       about 310,000 rows, 96 MiB: given up",
      "  2024-10             about 310,000 rows, 96 MiB: given up",
      "  2024-11 to 2026-10  about 310,000 rows, 96 MiB",
      "  2026-11             about 310,000 rows, 96 MiB",
      "  from 2026-12 on     prepared"
    ])
    assert.include(lines([audit], { audit: 24 }, now, true)[1] ?? "", "would be given up")
  })

  it("say when the first part goes", () => {
    const first = { ...audit, parts: [part(undefined, now + 2), part(now + 2, undefined)] }
    assert.deepStrictEqual(lines([first], { audit: 24 }, now, false), [
      "audit (formwork.audit_events): by months, 24 before 2026-11 kept",
      "  until 2026-12       about 310,000 rows, 96 MiB",
      "  from 2027-01 on     prepared",
      "  What was there before it was divided goes as a whole, in 2029-01."
    ])
  })

  it("say that a division was cut short", () => {
    const whole = { ...audit, isDivided: false, isUnfinished: true, parts: [part(undefined, undefined)] }
    assert.deepStrictEqual(lines([whole], {}, now, false), [
      "audit (formwork.audit_events): about 310,000 rows, 96 MiB",
      "  It is being divided, or that was cut short: if no other `formwork retention` runs, run it with --audit."
    ])
  })
})

describe("the command", () => {
  it("says what there is, would do, and does", () =>
    Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const { admin } = yield* TestServer.migrated
          const retention = (...options: ReadonlyArray<string>) =>
            Effect.promise(() => run(["retention", ...options], { DATABASE_URL: Redacted.value(admin) }))
          const kept = "less than 1 MiB"
          const first = yield* retention()
          assert.deepStrictEqual([first.code, first.stdout.split("\n").length], [0, 5])
          assert.include(first.stdout, `audit (formwork.audit_events): about 0 rows, ${kept}\n`)
          const trial = yield* retention("--audit", "24", "--check")
          assert.include(
            trial.stdout,
            `audit (formwork.audit_events): about 0 rows, ${kept}, would be divided by months\n`
          )
          const done = yield* retention("--audit", "24")
          assert.include(
            done.stdout,
            `audit (formwork.audit_events): about 0 rows, ${kept}, divided by months from now on\n`
          )
          const again = yield* retention("--audit", "24", "--json")
          const { tables } = JSON.parse(again.stdout)
          assert.deepInclude(tables[0], { subject: "audit", table: "formwork.audit_events", isDivided: true })
          assert.deepInclude(tables[0].parts[0], { from: null, isGivenUp: false })
          assert.strictEqual(tables[1].isDivided, false)
        })
      )
    ))

  it("refuses what it cannot do, in a sentence", async () => {
    const embedded = await run(["retention"])
    assert.deepStrictEqual(
      [embedded.code, embedded.stderr],
      [1, "Set DATABASE_URL to a database on a server: the embedded one keeps everything.\n"]
    )
    const none = await run(["retention", "--audit", "0"])
    assert.strictEqual(none.code, 1)
    assert.include(none.stderr, "between 1 and 1200")
  })
})
