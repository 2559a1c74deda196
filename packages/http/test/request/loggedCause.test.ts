/** What a log shows of an error of Postgres. */
import { assert, it } from "@effect/vitest"
import { Cause } from "effect"
import { SqlError } from "effect/sql"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import { loggedCause } from "../../src/request/loggedCause.ts"

const canary = "canary-4711"

/** As the driver makes it: an error with the fields that Postgres sent. */
const postgres = Object.assign(new Error(`invalid input syntax for type integer: "${canary}"`), {
  severity: "ERROR",
  code: "22P02",
  detail: `Key (name)=(${canary}) exists.`,
  where: `unnamed portal parameter $1 = '${canary}'`,
  constraint: "submissions_pkey",
  column: "age"
})
const sqlError = new SqlError.SqlError({
  reason: new SqlError.UnknownError({ cause: postgres, message: postgres.message, operation: "execute" })
})

it("a log shows the SQLSTATE, the constraint and the column of Postgres' error, and none of its words", () => {
  const unavailable = new Unavailable({ reason: "the database is away", cause: sqlError })
  for (const defect of [sqlError, unavailable, new Error("a store failed", { cause: sqlError })]) {
    const text = Cause.pretty(loggedCause(Cause.die(defect)))
    assert.include(text, "SQLSTATE 22P02, constraint submissions_pkey, column age")
    assert.notInclude(text, canary)
    assert.include(text, "loggedCause.test.ts", "where it happened stays")
  }
  assert.include(Cause.pretty(loggedCause(Cause.fail(sqlError))), "SQLSTATE 22P02")
  assert.include(Cause.pretty(loggedCause(Cause.die(unavailable))), "the database is away")
})

it("a log shows every other error as it is", () => {
  const [died, failed] = [Cause.die(new Error("a bug")), Cause.fail(new Error("code", { cause: { code: "ENOENT" } }))]
  assert.strictEqual(Cause.pretty(loggedCause(died)), Cause.pretty(died))
  assert.strictEqual(Cause.pretty(loggedCause(failed)), Cause.pretty(failed))
  assert.isTrue(Cause.hasInterruptsOnly(loggedCause(Cause.interrupt())))
})
