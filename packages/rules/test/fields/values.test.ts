import { describe, expect, it } from "vitest"
import type { Json, JsonObject } from "../../src/Json.ts"
import { codes, evaluate, formOf, oneOfEach } from "../support.ts"

const one = (field: JsonObject, value: Json): ReadonlyArray<string> =>
  codes(evaluate(formOf({ fields: [{ slug: "f", ...field }] }), { f: value }))

const options = [
  { value: "a", label: "A" },
  { value: "b", label: "B" }
]

describe("values", () => {
  const table: ReadonlyArray<
    readonly [field: JsonObject, good: ReadonlyArray<Json>, bad: { readonly [code: string]: ReadonlyArray<Json> }]
  > = [
    [
      { type: "text", minLength: 2, maxLength: 3, pattern: "[a-z👍]+" },
      ["ab", "abc", "👍👍👍", null],
      {
        type: [1, true, [], {}],
        min_length: ["a"],
        max_length: ["abcd", "a".repeat(100)],
        pattern: ["AB", "ab\n"],
        storable: ["a\u0000", "a\ud800", "\udc00a"]
      }
    ],
    [
      { type: "integer", min: -5, max: 10 },
      [0, -0, -5, 10, 1],
      {
        type: ["1", true, "", Number.POSITIVE_INFINITY, Number.NaN],
        decimals: [1.5, 1e-7],
        min: [-6],
        max: [11],
        too_large: [1e15, -1e300]
      }
    ],
    [
      { type: "number", decimals: 2 },
      [0.01, 9_999_999_999_999.99, 1.5],
      { type: ["1.5"], decimals: [0.001, 1e-20], too_large: [1e13, 1e21] }
    ],
    [{ type: "number" }, [0.000001, 999_999_999], { decimals: [1e-7], too_large: [1e9] }],
    [
      { type: "money", currency: "GBP", min: "0.10" },
      ["123.40", "0.1", 0.1, 99.99, "1.500"],
      {
        type: ["", "1,00", "£1", "1.", true],
        decimals: ["1.005", 1.005],
        min: ["0.09", -1],
        too_large: ["99999999999999.99", "9".repeat(5000)]
      }
    ],
    [{ type: "money", currency: "JPY" }, ["100", 100], { decimals: ["100.5"] }],
    [{ type: "money", currency: "KWD" }, ["1.234"], { decimals: ["1.2345"] }],
    [{ type: "boolean" }, [true, false], { type: ["true", 0, 1] }],
    [
      { type: "date", min: "2000-01-01", max: "2030-12-31" },
      ["2024-02-29"],
      { type: ["2023-02-29", "29/02/2024", 20240229], min: ["1999-12-31"], max: ["2031-01-01"] }
    ],
    [
      { type: "time", min: "08:00", max: "20:00" },
      ["08:00", "19:59:59", "20:00:00"],
      { type: ["8:00", "25:00"], min: ["07:59"], max: ["20:00:01"] }
    ],
    [
      { type: "datetime", max: "2026-01-01T00:00:00Z" },
      ["2026-01-01T01:00:00+01:00"],
      { type: ["2026-01-01T00:00:00"], max: ["2026-01-01T00:00:00-00:01"] }
    ],
    [{ type: "choice", options }, ["a"], { type: [["a"], 1], choice: ["c", "A", ""], storable: ["\u0000"] }],
    [
      { type: "choices", options, minItems: 1, maxItems: 1 },
      [["a"]],
      { type: ["a", [1], [["a"]]], choice: [["c"]], min_items: [[]], max_items: [["a", "b"]] }
    ],
    [{ type: "choices", options }, [[], ["a", "b"]], { unique: [["a", "a"]] }],
    [
      { type: "email" },
      ["ada@example.com", "a.b+c@x-y.co.uk"],
      {
        pattern: [
          "",
          "ada",
          "ada@",
          "@x.com",
          "a b@x.com",
          "a@b",
          "a@@b.com",
          "a..b@x.com",
          "a@-x.com",
          `${"a".repeat(65)}@x.com`,
          `a@${"b".repeat(260)}.com`
        ]
      }
    ],
    [
      { type: "url" },
      ["https://example.com", "http://a.b:8080/x?y=1#z", "https://[::1]/", "HTTPS://example.com/%20"],
      {
        pattern: [
          "example.com",
          "ftp://x.com",
          "javascript:alert(1)",
          "http://",
          "httpſ://example.com",
          "http:///x",
          "http://a b",
          "http://x.com/ y",
          "http://user@x.com",
          "http://x:99999"
        ]
      }
    ],
    [
      { type: "phone" },
      ["+44 20 7946 0018", "(01632) 960-001", "12345"],
      { pattern: ["1234", "123456789012345678901", "+", "1234x", "12+345"] }
    ]
  ]

  it.each(table.map(([field, good, bad]) => [JSON.stringify(field), field, good, bad] as const))(
    "of %s",
    (_, field, good, bad) => {
      for (const value of good) expect([value, one(field, value)]).toEqual([value, []])
      for (const [code, values] of Object.entries(bad)) {
        for (const value of values) expect([value, one(field, value)[0]]).toEqual([value, `${code} f`])
      }
    }
  )

  it("an invalid value is missing for the rules, except chosen options that are only too few or twice there", () => {
    const fields = [
      ...oneOfEach,
      { slug: "seen", type: "boolean", formula: "whole == null && note == null && cover == null && extras == null" }
    ]
    expect(
      evaluate(formOf({ fields }), { whole: "1", note: "x".repeat(201), cover: "none", extras: ["none"] })
        .calculatedData
    ).toEqual({ seen: true })
    const counted = formOf({
      fields: [
        { slug: "x", type: "choices", options, minItems: 3 },
        { slug: "n", type: "integer", formula: "size(x)" }
      ]
    })
    expect(evaluate(counted, { x: ["a", "a"] })).toMatchObject({ calculatedData: { n: 2 } })
  })

  it("a number has one problem: the first of type, decimals, size and bounds", () => {
    const money = { type: "money", currency: "GBP", min: "5.00", max: "10.00" }
    expect(one(money, "1e99")).toEqual(["type f"])
    expect(one(money, "-1.001")).toEqual(["decimals f"])
    expect(one(money, `${"9".repeat(50)}.001`)).toEqual(["decimals f"])
    expect(one(money, "9".repeat(50))).toEqual(["too_large f"])
    expect(one(money, "-99999999999999.99")).toEqual(["too_large f"])
    expect(one(money, "10.01")).toEqual(["max f"])
    expect(one(money, "4.99")).toEqual(["min f"])
    expect(one({ type: "date", max: "2020-01-01" }, "2030-13-01\u0000")).toEqual(["storable f"])
    expect(one({ type: "date", max: "2020-01-01" }, "2030-13-01")).toEqual(["type f"])
    expect(one({ type: "date", max: "2020-01-01" }, "2030-12-01")).toEqual(["max f"])
    expect(one({ type: "choice", options }, "c\u0000")).toEqual(["storable f"])
  })

  it("a text can be too long, or at once too short and of the wrong form", () => {
    const text = { type: "text", minLength: 3, maxLength: 5, pattern: "[a-z]+" }
    expect(one(text, "A\u0000")).toEqual(["storable f"])
    expect(one(text, "ABCDEF")).toEqual(["max_length f"])
    expect(one(text, "A")).toEqual(["min_length f", "pattern f"])
    expect(one({ type: "email", minLength: 3, pattern: "x" }, "y")).toEqual(["min_length f", "pattern f"])
  })

  it("choices have an unknown option, or else, in this order, an option twice, too many, too few", () => {
    const choices = { type: "choices", options, minItems: 1, maxItems: 1 }
    expect(one(choices, ["a", "a\u0000", 1])).toEqual(["storable f"])
    expect(one(choices, ["a", 1, "a\u0000"])).toEqual(["type f"])
    expect(one(choices, ["a", "a", "c"])).toEqual(["choice f"])
    expect(one(choices, ["a", "a"])).toEqual(["unique f", "max_items f"])
    expect(one({ ...choices, minItems: 3, maxItems: 3 }, ["a", "a"])).toEqual(["unique f", "min_items f"])
  })

  it("without `maxItems`, choices have at most as many values as options, and a list has 200 rows", () => {
    expect(one({ type: "choices", options }, ["a", "b"])).toEqual([])
    expect(one({ type: "choices", options }, ["a", "b", "a"])).toEqual(["unique f", "max_items f"])
    const list = { type: "list", fields: [{ slug: "n", type: "integer" }] }
    const rows = (count: number): ReadonlyArray<Json> => Array.from({ length: count }, () => ({}))
    expect(one(list, rows(200))).toEqual([])
    expect(one(list, rows(201))).toEqual(["max_items f"])
  })

  it("null counts as not sent, and is stored as null", () => {
    const form = formOf({
      fields: [
        { slug: "a", type: "integer", required: true },
        { slug: "b", type: "text" }
      ]
    })
    expect(codes(evaluate(form, { a: null, b: null }))).toEqual(codes(evaluate(form, {})))
    expect(evaluate(form, { a: 1, b: null }).data).toEqual({ a: 1, b: null })
  })
})

describe("required", () => {
  const form = formOf({
    fields: [
      { slug: "flag", type: "boolean" },
      { slug: "a", type: "text", required: true },
      { slug: "b", type: "choices", options, required: true },
      {
        slug: "c",
        type: "list",
        required: true,
        minItems: 1,
        fields: [{ slug: "d", type: "integer", required: true }]
      },
      { slug: "e", type: "integer", requiredWhen: "flag" }
    ]
  })

  it("a required value that is not sent, an empty text, no options or no rows has the problem `required`", () => {
    expect(codes(evaluate(form, {}))).toEqual(["required a", "required b", "required c"])
    expect(codes(evaluate(form, { a: "", b: [] }))).toEqual(["required a", "required b", "required c"])
    expect(codes(evaluate(form, { a: " ", b: ["a"], c: [{}], flag: true }))).toEqual(["required c[0].d", "required e"])
  })

  it("a required value of the wrong type has the problem `type` and not `required`", () => {
    expect(codes(evaluate(form, { a: 1, b: ["a"], c: [{ d: "x" }] }))).toEqual(["type a", "type c[0].d"])
    expect(codes(evaluate(form, { a: [], b: "", c: [] }))).toEqual(["type a", "type b", "min_items c"])
    expect(codes(evaluate(form, { a: "x", b: ["a"], c: [{ d: "" }], flag: true, e: "" }))).toEqual([
      "type c[0].d",
      "type e"
    ])
    const empty = (field: JsonObject) => one({ required: true, ...field }, "")
    expect(empty({ type: "text" })).toEqual(["required f"])
    expect(empty({ type: "text", minLength: 2 })).toEqual(["min_length f"])
    expect(empty({ type: "email" })).toEqual(["pattern f"])
    for (const type of ["integer", "number", "boolean", "date", "time", "datetime"])
      expect([type, empty({ type })]).toEqual([type, ["type f"]])
    expect(empty({ type: "choice", options })).toEqual(["choice f"])
  })

  it("a draft lifts `required` and no other problem", () => {
    expect(codes(evaluate(form, { c: [] }, true))).toEqual(["min_items c"])
    expect(codes(evaluate(form, { a: 1 }, true))).toEqual(["type a"])
  })
})
