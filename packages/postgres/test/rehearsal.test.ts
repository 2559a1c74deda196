/** Migrations never keep others waiting for as long as a table is large: each is run, and what it did to the tables before it is read. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import * as MigrationFiles from "../src/database/MigrationFiles.ts"
import * as Rehearsal from "../src/database/Rehearsal.ts"
import * as TestServer from "../src/testing/TestServer.ts"

/** The last of the files that were written before this was looked at. Their tables were small then. */
const lastUnread = 25

const rehearsed = (
  files: ReadonlyArray<MigrationFiles.Migration>,
  isAsked: (file: MigrationFiles.Migration) => boolean
) =>
  Effect.gen(function* () {
    const { admin } = yield* TestServer.empty
    return yield* Rehearsal.rehearse(yield* TestServer.connect(admin), files, isAsked)
  }).pipe(Effect.scoped, Effect.provide(Logger.layer([])))

const tried = 9999

/** What one statement would do as a migration. */
const touching = Effect.fnUntraced(function* (statement: string) {
  const files = yield* MigrationFiles.known
  const sql = `set local role formwork_owner; ${statement}`
  return yield* rehearsed([...files, MigrationFiles.migration(`${tried}_tried.sql`, sql)], ({ id }) => id === tried)
})

describe("migrations and large tables", () => {
  it.live("none from now on rewrites a table or reads all of it while others wait", () =>
    Effect.gen(function* () {
      const files = yield* MigrationFiles.known
      const long = (yield* rehearsed(files, ({ id }) => id > lastUnread)).filter(Rehearsal.isLong)
      assert.deepStrictEqual(long, [])
    })
  )

  const cases: ReadonlyArray<
    readonly [string, { readonly isRewritten: boolean; readonly isScanned: boolean } | "short"]
  > = [
    ["alter table formwork.submissions alter column revision type bigint", { isRewritten: true, isScanned: true }],
    [
      "alter table formwork.submissions add column made uuid default gen_random_uuid()",
      { isRewritten: true, isScanned: true }
    ],
    [
      "alter table formwork.submissions add constraint tried check (revision > 0)",
      { isRewritten: false, isScanned: true }
    ],
    ["create index tried on formwork.submissions (workflow_state)", { isRewritten: false, isScanned: true }],
    ["alter table formwork.submissions alter column comment set not null", { isRewritten: false, isScanned: true }],
    ["alter table formwork.submissions add column tried integer not null default 1", "short"],
    ["alter table formwork.submissions add constraint tried check (revision > 0) not valid", "short"],
    ["create policy tried on formwork.submissions using (true)", "short"]
  ]
  for (const [statement, expected] of cases) {
    it.live(`${expected === "short" ? "keeps nobody waiting" : "waits for the whole table"}: ${statement}`, () =>
      Effect.gen(function* () {
        const found = (yield* touching(statement)).filter(({ table }) => table === "formwork.submissions")
        const long = found.filter(Rehearsal.isLong).map(({ isRewritten, isScanned }) => ({ isRewritten, isScanned }))
        assert.deepStrictEqual(long, expected === "short" ? [] : [expected])
        assert.isAbove(found.length, 0)
      })
    )
  }
})
