/** The short way round the schema of an admission: it may take less than the schema, and never anything else. */
import { assert, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { AdmissionRow, isPlain } from "../src/stores/AdmissionRow.ts"

const decode = Schema.decodeUnknownResult(AdmissionRow)

/** Values that a column might have after a mistake, among some that it may have. */
const Column = Schema.Union([
  Schema.Null,
  Schema.Boolean,
  Schema.Number,
  Schema.String,
  Schema.Array(Schema.String),
  Schema.Literals(["ok", "busy", "limited", "owner", "form:read", "01a20599-d22d-736f-ab7a-33a33af0c785"])
])
const Name = Schema.Literals([
  "status",
  "place",
  "userId",
  "privileges",
  "role",
  "limits",
  "revision",
  "useDue",
  "used",
  "remainingMillis"
])

const plain = {
  status: "ok",
  place: 1,
  reason: null,
  userId: "01a20599-d22d-736f-ab7a-33a33af0c785",
  privileges: ["form:read", "submission:write"],
  role: "owner",
  limits: null,
  revision: 3,
  used: 4,
  remainingMillis: 59_000.5,
  useDue: false
}

/** What the schema makes of a row has the same values. */
const assertTaken = (row: object) => {
  const decoded = decode(row)
  assert.isTrue(Result.isSuccess(decoded), JSON.stringify(row))
  if (Result.isSuccess(decoded)) assert.deepInclude(row, decoded.success)
}

it("the row of a key, and that of a session, go round the schema", () => {
  for (const row of [
    plain,
    { ...plain, privileges: null },
    { ...plain, status: "busy", used: null, remainingMillis: null }
  ]) {
    assert.isTrue(isPlain(row))
    assertTaken(row)
  }
})

it.prop("a row of the schema that goes round it is what the schema gives", [AdmissionRow], ([row]) => {
  if (isPlain(row)) assertTaken(row)
})

it.prop(
  "a row with another value in a column goes round the schema only where the schema takes it",
  [Name, Column],
  ([name, value]) => {
    const row = { ...plain, [name]: value }
    if (isPlain(row)) assertTaken(row)
  }
)

it.prop("a row that lacks a column does not go round the schema", [Name], ([name]) => {
  const { [name]: _, ...row } = plain
  assert.isFalse(isPlain(row))
})
