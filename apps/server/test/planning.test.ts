/** What `formwork migrate --check` prints. */
import { assert, describe, it } from "vitest"
import type { Plan } from "@formwork/postgres/database/MigrationPlan"
import { lines } from "../src/upkeep/Planning.ts"
import { run } from "./support/warm.ts"

const plan: Plan = {
  newest: "0040_lists.sql",
  isWithoutPause: true,
  open: [],
  steps: [{ migration: "0041_notes.sql", isServed: true, locked: [] }]
}

const submissions = { table: "formwork.submissions", lock: "ShareLock", rows: 12_345_678, bytes: 9.1e9 } as const

describe("the words for a plan", () => {
  it("say to migrate while servers run", () => {
    assert.deepStrictEqual(lines(plan), [
      "The database has 0040_lists.sql, and lacks:",
      "",
      "0041_notes.sql: servers and workers run on",
      "",
      "Run `formwork migrate` while servers and workers run, and replace them afterwards, one by one."
    ])
  })

  it("say who waits, for how long, and behind whom", () => {
    const said = lines({
      ...plan,
      isWithoutPause: false,
      open: [{ process: 4711, role: "formwork_api", state: "idle in transaction", seconds: 35 }],
      steps: [
        {
          migration: "0041_notes.sql",
          isServed: true,
          locked: [
            { ...submissions, work: "read", seconds: 40.2 },
            { ...submissions, lock: "AccessExclusiveLock", work: "written", seconds: null },
            { ...submissions, lock: "AccessExclusiveLock", work: "kept", seconds: 0 }
          ]
        }
      ]
    })
    assert.deepStrictEqual(said.slice(3), [
      "  formwork.submissions (12,345,678 rows, 8,679 MiB): writers wait while all of it is read, about 41 s",
      "  formwork.submissions (12,345,678 rows, 8,679 MiB): readers and writers wait while all of it is written anew, for an unknown time",
      "  formwork.submissions (12,345,678 rows, 8,679 MiB): readers and writers wait for a moment",
      "",
      "Open now: process 4711 of formwork_api (idle in transaction) for 35 s. A migration that needs its tables waits for it.",
      "Servers and workers may run meanwhile, and requests to these tables wait for so long."
    ])
  })

  it("say to stop servers where one does not let them run", () => {
    const said = lines({
      ...plan,
      isWithoutPause: false,
      steps: [{ migration: "0041_notes.sql", isServed: false, locked: [] }]
    })
    assert.strictEqual(said[2], "0041_notes.sql: stop servers and workers before")
    assert.strictEqual(said.at(-1), "Stop servers and workers, run `formwork migrate`, and start the new ones.")
  })

  it("are one sentence where there is nothing to do", () => {
    assert.deepStrictEqual(lines({ ...plan, steps: [] }), ["The database is up to date."])
    assert.deepStrictEqual(lines({ ...plan, newest: undefined }), [
      "The database has no schema of Formwork: there is nothing to wait for. Run `formwork migrate`."
    ])
  })
})

describe("options that do not go together", () => {
  const cases = [
    [["--check", "--distribute"], "--check changes nothing: leave out --distribute.\n"],
    [["--json"], "--json goes with --check.\n"]
  ] as const
  for (const [options, sentence] of cases) {
    it(options.join(" "), async () => {
      const ended = await run(["migrate", ...options])
      assert.deepStrictEqual([ended.code, ended.stderr], [1, sentence])
    })
  }
})
