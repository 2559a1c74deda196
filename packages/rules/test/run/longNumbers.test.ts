/** Numbers that no double holds reach the engine as they were sent, in either back end: docs/decisions/0035. */
import { expect, it } from "vitest"
import type { Json, JsonObject } from "../../src/Json.ts"
import { LongNumber } from "../../src/LongNumber.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { checked, codes, formOf, TODAY } from "../support.ts"

const long = (literal: string): Json => {
  const number = LongNumber.of(literal)
  if (number === undefined) throw new Error(`a double holds ${literal}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stands in a payload where JSON has a number (src/LongNumber.ts)
  return number as unknown as Json
}

const form = formOf({
  fields: [
    { slug: "whole", type: "integer" },
    { slug: "number", type: "number" },
    { slug: "money", type: "money", currency: "EUR" },
    { slug: "text", type: "text" },
    { slug: "secret", type: "integer", visibleWhen: "false" },
    { slug: "double", type: "integer", formula: "whole * 2" },
    { slug: "rows", type: "list", maxItems: 3, fields: [{ slug: "age", type: "integer" }] }
  ]
})

const cases: ReadonlyArray<readonly [data: JsonObject, problems: ReadonlyArray<string>]> = [
  [{ whole: long("9007199254740993") }, ["too_large whole"]],
  [{ whole: long("1.0000000000000000001") }, ["decimals whole"]],
  [{ whole: long("1e400") }, ["too_large whole"]],
  [{ whole: long("-1e-400") }, ["decimals whole"]],
  [{ number: long("0.1000000000000000055") }, ["decimals number"]],
  [{ money: long("123.4500000000000000001") }, ["decimals money"]],
  [{ money: long("12345678901234567.5") }, ["too_large money"]],
  [{ text: long("9007199254740993") }, ["type text"]],
  [{ rows: long("9007199254740993") }, ["type rows"]],
  [{ rows: [long("9007199254740993"), { age: long("1e400") }] }, ["type rows[0]", "too_large rows[1].age"]],
  [{ other: long("9007199254740993") }, ["unknown_field other"]],
  [{ secret: long("9007199254740993"), double: long("1e400") }, []]
]

it.each([
  ["closures", compileClosures],
  ["generated", compileGenerated]
])("the %s refuse a long number by what was written, and never round it into acceptance", (_name, compile) => {
  const compiled = compile(checked(form))
  for (const [data, problems] of cases) {
    expect(codes(compiled.evaluate(data, { today: TODAY, draft: false })), JSON.stringify(data)).toEqual(problems)
  }
})
