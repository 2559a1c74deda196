/** Texts in the place of a JSON body (spec/http.md §4.15). */
import { assert, it } from "@effect/vitest"
import { Result } from "effect"
import * as TextBody from "../../src/request/TextBody.ts"

const csv = { declaresCsv: true, declaresLines: false }
const lines = { declaresCsv: false, declaresLines: true }
const both = { "text/csv": "csv", "application/x-ndjson": "ndjson" }

it("the declared type decides which member a text is, among those that a call takes", () => {
  assert.deepStrictEqual([TextBody.memberIn(both, csv), TextBody.memberIn(both, lines)], ["csv", "ndjson"])
  assert.isUndefined(TextBody.memberIn(both, { declaresCsv: false, declaresLines: false }))
  assert.isUndefined(TextBody.memberIn({ "text/csv": "csv" }, lines))
  assert.isUndefined(TextBody.memberIn({ "application/x-ndjson": "ndjson" }, csv))
})

it("a refusal names every type that a call takes", () => {
  assert.strictEqual(TextBody.taken(both), "application/json, text/csv or application/x-ndjson")
  assert.strictEqual(TextBody.taken({ "text/csv": "csv" }), "application/json or text/csv")
})

it("a text is the member as it came, and bytes that are not UTF-8 are refused", () => {
  assert.deepStrictEqual(TextBody.read(Buffer.from('a,"é"\r\n'), "csv"), Result.succeed({ csv: 'a,"é"\r\n' }))
  assert.deepStrictEqual(
    TextBody.read(Buffer.from([0x61, 0xe9]), "csv"),
    Result.fail("The body is not valid UTF-8. A spreadsheet program saves it so as “CSV UTF-8”.")
  )
})
