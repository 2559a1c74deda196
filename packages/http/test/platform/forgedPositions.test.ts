/** Cursors and moments that were made by hand: what no database can hold is refused before one is asked. */
import { assert, it, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { crc32 } from "@formwork/domain/credentials/Crc32"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { GivenTimestamp } from "../../src/endpoint/Timestamp.ts"
import * as Cursor from "../../src/platform/wire/Cursor.ts"
import * as Harness from "../support/Harness.ts"

/** A cursor with the checksum that the list has, which anyone can compute. */
const forged = (list: string, place: string): string =>
  Base64Url.encode(
    crc32(encodeURIComponent(`${list} ${place}`))
      .toString(16)
      .padStart(8, "0") + place
  )

const id = SubmissionId.make("0198c0de-0000-7000-8000-000000000000")
const first = Date.parse("0001-01-01T00:00:00Z")
const last = Date.parse("9999-12-31T23:59:59.999Z")
const at = (millis: number) => `${millis.toString(36)}.${id}`
const runs = { arbitrary: { runs: 300 } }

it("a cursor goes from the year 0001 to the year 9999", () => {
  for (const millis of [first, 0, last]) {
    const position = { createdAt: DateTime.makeUnsafe(millis), id }
    assert.deepStrictEqual(Cursor.decode("all", Cursor.encode("all", position)), position)
  }
  for (const millis of [first - 1, last + 1, -8.64e15, 8.64e15, 8.64e15 + 1])
    assert.isUndefined(Cursor.decode("all", forged("all", at(millis))), String(millis))
})

it.prop(
  "a forged cursor with the right checksum is refused or is a place that a list could have",
  [
    Schema.String.check(Schema.isPattern(/^\P{Cs}{0,20}$/u)),
    Schema.Int,
    Schema.Literals(["", "-", "0", "zz", "8.", "\0"])
  ],
  ([text, number, odd]) => {
    for (const place of [`.${text}`, `.MQ${odd}${text}`, `${odd}${at(number * 4_000_003)}`, at(number) + odd, text]) {
      const position = Cursor.decode("all", forged("all", place))
      if (position === undefined) continue
      if ("id" in position) {
        const millis = DateTime.toEpochMillis(position.createdAt)
        assert.isTrue(millis >= first && millis <= last, place)
      } else assert.match(position.referenceNumber, /^[A-Za-z0-9 _./-]{1,200}$/u)
    }
  },
  runs
)

it.prop(
  "a moment of a request is refused, or is in the years 0001 to 9999 of UTC",
  [Schema.Literals(["0000", "0001", "0999", "9999"]), Schema.Literals(["01-01", "12-31", "06-15"]), Schema.Boolean],
  ([year, day, plus]) => {
    const decode = Schema.decodeUnknownOption(GivenTimestamp)
    for (const time of ["00:00:00", "23:59:59.999999999"])
      for (const zone of ["Z", `${plus ? "+" : "-"}14:00`, `${plus ? "+" : "-"}00:01`]) {
        const moment = decode(`${year}-${day}T${time}${zone}`)
        if (year === "0000" && zone === "Z") assert.strictEqual(moment._tag, "None")
        if (moment._tag === "None") continue
        const millis = DateTime.toEpochMillis(moment.value)
        assert.isTrue(millis >= first && millis <= last, `${year}-${day}T${time}${zone}`)
      }
    assert.strictEqual(decode("0001-01-01T00:00:00Z")._tag, "Some")
    assert.strictEqual(decode("9999-12-31T23:59:59Z")._tag, "Some")
  },
  runs
)

layer(Harness.layer(), { excludeTestServices: true })("over HTTP", (it) => {
  it.effect("each of them is 422 with the parameter's name", () =>
    Effect.gen(function* () {
      const { mint } = yield* Harness.tenant
      const { token } = yield* mint("submission:read", "audit:read")
      const list = (reference?: string) =>
        JSON.stringify([reference === undefined ? [] : [["reference", reference]], [null, null]])
      for (const [path, field] of [
        ["audit?from=0000-01-01T00:00:00Z", "from"],
        ["audit?to=0000-01-01T00:00:00Z", "to"],
        ["submissions?createdFrom=0000-12-31T23:59:59Z", "createdFrom"],
        ["submissions?createdBefore=0001-01-01T00:00:00%2B01:00", "createdBefore"],
        [`submissions?cursor=${forged(list(), at(-8.64e15))}`, "cursor"],
        [`submissions?reference=MQ*&cursor=${forged(list("MQ*"), ".MQ\0")}`, "cursor"]
      ] as const) {
        const answer = yield* Harness.platform("GET", path, Redacted.value(token.text))
        assert.strictEqual(answer.status, 422, path)
        assert.include(answer.body, `"field":"${field}"`)
      }
      const good = yield* Harness.platform(
        "GET",
        `submissions?reference=MQ*&cursor=${forged(list("MQ*"), ".MQ-1")}`,
        Redacted.value(token.text)
      )
      assert.strictEqual(good.status, 200, good.body)
    })
  )
})
