/** Timestamps in requests. */
import { assert, it } from "@effect/vitest"
import { DateTime, Option, Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { GivenTimestamp, isInYears, Timestamp } from "../../src/endpoint/Timestamp.ts"

const read = (text: string): number | undefined =>
  Option.getOrUndefined(Option.map(Schema.decodeOption(GivenTimestamp)(text), DateTime.toEpochMillis))

it("a timestamp is RFC 3339 with an offset, of a day that its month has", () => {
  assert.strictEqual(read("2030-12-31T23:59:59Z"), Date.UTC(2030, 11, 31, 23, 59, 59))
  assert.strictEqual(read("2030-12-31t23:59:59.5+01:00"), Date.UTC(2030, 11, 31, 22, 59, 59, 500))
  assert.strictEqual(read("2024-02-29T00:00:00Z"), Date.UTC(2024, 1, 29))
  for (const bad of [
    "2023-02-29T00:00:00Z",
    "2024-04-31T00:00:00Z",
    "2024-04-00T00:00:00Z",
    "2024-13-01T00:00:00Z",
    "2024-01-01T25:00:00Z",
    "2024-01-01T00:00:00",
    "2024-01-01",
    "2024-01-01 00:00:00Z",
    "2024-01-01T00:00:00Z (noon)",
    "+002024-01-01T00:00:00Z",
    ""
  ]) {
    assert.isUndefined(read(bad), bad)
  }
})

it("a timestamp is in the years 0001 to 9999 of UTC", () => {
  for (const [text, good] of [
    ["0001-01-01T00:00:00Z", true],
    ["0001-01-01T00:00:00+00:01", false],
    ["0000-12-31T23:59:59Z", false],
    ["0000-12-31T23:59:59-01:00", true],
    ["9999-12-31T23:59:59.999Z", true],
    ["9999-12-31T23:59:59-00:01", false]
  ] as const) {
    assert.strictEqual(read(text) !== undefined, good, text)
  }
  assert.isTrue(isInYears(0))
  assert.isFalse(isInYears(-8.64e15))
})

it("the document shows a text in the format date-time; a refusal says what is expected", () => {
  const contract = HttpApiEndpoint.make("POST")("it", "/it", { payload: GivenTimestamp, success: Timestamp })
  const { paths } = OpenApi.fromApi(HttpApi.make("api").add(HttpApiGroup.make("group").add(contract)))
  const { requestBody, responses } = paths["/it"]?.post ?? assert.fail("no operation")
  for (const shown of [requestBody, responses["200"]])
    assert.deepInclude(JSON.parse(JSON.stringify(shown?.content))["application/json"].schema, {
      type: "string",
      format: "date-time"
    })
  const said = String(Schema.decodeUnknownResult(GivenTimestamp)("soon"))
  assert.include(said, "a date and time as RFC 3339 has it, such as 2030-12-31T23:59:59Z")
})
