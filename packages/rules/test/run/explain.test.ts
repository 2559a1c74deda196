/** An explained evaluation: the same result, with a trace of its rules (spec/http.md §5.7). */
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { check } from "../../src/check.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { defaultLimits } from "../../src/Limits.ts"
import type { TraceEntry } from "../../src/Evaluation.ts"
import { type Json, type JsonObject, memberOf } from "../../src/Json.ts"
import { pointerTokens } from "../../src/values/pointer.ts"
import { formOf, TODAY } from "../support.ts"

const definition = formOf({
  fields: [
    { slug: "cover", type: "choice", options: [{ value: "comp" }, { value: "tpo" }] },
    { slug: "value", type: "money", currency: "GBP" },
    { slug: "car", type: "boolean", visibleWhen: "cover == 'comp'" },
    { slug: "fee", type: "money", currency: "GBP", visibleWhen: "car", formula: "round(value * 0.1, 2)" },
    {
      slug: "drivers",
      type: "list",
      fields: [
        { slug: "born", type: "date" },
        { slug: "age", type: "integer", formula: "yearsBetween(born, today)" },
        { slug: "licence", type: "text", visibleWhen: "age >= 17", requiredWhen: "cover == 'comp'" }
      ]
    },
    { slug: "oldest", type: "integer", formula: "max(drivers, d, d.age)" }
  ],
  checks: [{ id: "old-enough", field: "drivers.born", check: "age >= 17", message: "Too young" }],
  outcomes: [{ id: "refer", severity: "warning", when: "fee > 100", message: "Refer" }],
  effects: [
    {
      id: "thank",
      kind: "delivery",
      url: "https://x.example/e",
      secret: "s",
      when: "count(drivers, d, d.age > 20) > 0"
    }
  ]
})

const checked = Result.getOrThrow(check(definition))
const options = { today: TODAY, draft: false }
const explain = (data: JsonObject) => compileGenerated(checked).explain(data, options)
const words = (trace: ReadonlyArray<TraceEntry>) => trace.map((entry) => entry.words)

const at = (pointer: string): Json | undefined =>
  pointerTokens(pointer).reduce<Json | undefined>((value, step) => memberOf(value, step), definition)

const Payload = fc.record(
  {
    cover: fc.constantFrom("comp", "tpo", "none", null),
    value: fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constant("x")),
    car: fc.boolean(),
    drivers: fc.array(
      fc.record({ born: fc.constantFrom("1980-05-05", "2015-01-01", "x"), licence: fc.string() }, { requiredKeys: [] }),
      { maxLength: 3 }
    )
  },
  { requiredKeys: [] }
) as fc.Arbitrary<JsonObject>

describe("an explained evaluation", () => {
  it("an explanation has each rule in the order run, what it read, and its result", () => {
    const data = { cover: "comp", value: "2000.00", car: true, drivers: [{ born: "1980-05-05", licence: "A1" }] }
    expect(words(explain(data).trace)).toEqual([
      'car is shown: cover is "comp".',
      "fee is shown: car is true.",
      "fee is 200.00: value is 2000.00.",
      `drivers[0].age is ${Number(TODAY.slice(0, 4)) - 1980 - (TODAY.slice(5) < "05-05" ? 1 : 0)}: born is 1980-05-05; and today is ${TODAY}.`,
      expect.stringMatching(/^drivers\[0\]\.licence is shown: age is \d+\.$/),
      expect.stringMatching(/^oldest is \d+: rows of drivers is 1; and drivers\.age is \d+\.$/),
      'drivers[0].licence is required: cover is "comp".',
      expect.stringMatching(/^the check old-enough holds: age is \d+\.$/),
      "the outcome refer is raised: fee is 200.00.",
      expect.stringMatching(/^the effect thank fires: rows of drivers is 1; and drivers\.age is \d+\.$/)
    ])
  })

  it("an explanation marks a condition that is missing, and leaves out the rules of hidden fields", () => {
    expect(words(explain({}).trace)).toEqual([
      "car is hidden, because its condition is not known to be true: cover is missing.",
      "fee is hidden, because its condition is not known to be true: car is missing.",
      "oldest is missing: rows of drivers is missing; and drivers.age is nothing.",
      "the outcome refer is not raised, because its condition is not known to be true: fee is missing.",
      "the effect thank does not fire: rows of drivers is missing; and drivers.age is nothing."
    ])
  })

  it("an explanation has a limit of entries and of values, and shortens long texts", () => {
    const long = Result.getOrThrow(
      check(
        formOf({
          fields: [
            { slug: "t", type: "longText" },
            {
              slug: "rows",
              type: "list",
              fields: [
                { slug: "n", type: "integer" },
                ...Array.from({ length: 40 }, (_, index) => ({
                  slug: `f${index}`,
                  type: "integer",
                  visibleWhen: "n > 0"
                }))
              ]
            }
          ],
          outcomes: [{ id: "o", severity: "info", when: "t != 'x'", message: "m" }]
        })
      )
    )
    const rows = Array.from({ length: 200 }, () => ({ n: 1 }))
    const { trace } = compileGenerated(long).explain({ t: "a".repeat(20_000), rows }, options)
    expect(trace.length).toBe(5000)
    const [said] = compileGenerated(long).explain({ t: "a".repeat(20_000) }, options).trace
    expect(said?.read[0]?.value).toBe("a".repeat(20_000))
    expect(said?.words).toBe(`the outcome o is raised: t is "${"a".repeat(200)}…".`)
  })

  it("two explanations that are made by turns are each as if it were made alone", () => {
    const many = formOf({
      fields: [{ slug: "t", type: "text" }],
      outcomes: Array.from({ length: 6_000 }, (_, index) => ({
        id: `o${index}`,
        severity: "info",
        when: "t != ''",
        message: "M"
      }))
    })
    const unlimited = { ...defaultLimits, rules: 10_000, nodes: 1_000_000, steps: 10_000_000 }
    const form = compileClosures(Result.getOrThrow(check(many, unlimited)))
    const all = ["a", "b".repeat(400)].map((t) => {
      const work = form.explainInSlices({ t }, options)
      return { alone: form.explain({ t }, options), next: () => work.next() }
    })
    const made: Array<unknown> = []
    while (made.length < all.length) {
      for (const { next } of all) {
        const step = next()
        if (step.done === true && step.value !== undefined) made.push(step.value)
      }
    }
    expect(all.map(({ alone }) => alone.trace.length)).toStrictEqual([5_000, expect.any(Number)])
    for (const { alone } of all) expect(made).toContainEqual(alone)
  })

  it("for any payload, an explanation has the same evaluation, and only rules of the definition", () => {
    const [generated, closures] = [compileGenerated(checked), compileClosures(checked)]
    fc.assert(
      fc.property(Payload, (data) => {
        const { trace, ...evaluation } = generated.explain(data, options)
        expect(JSON.stringify(evaluation)).toBe(JSON.stringify(generated.evaluate(data, options)))
        expect(JSON.stringify(closures.explain(data, options).trace)).toBe(JSON.stringify(trace))
        for (const { expression, gave, pointer } of trace) {
          expect(at(pointer)).toBe(expression)
          if (/(visibleWhen|requiredWhen|check|when)$/.test(pointer)) expect([true, false, null]).toContain(gave)
        }
        for (const slug of ["fee", "oldest"]) {
          const told = trace.find(
            ({ pointer }) => at(pointer.replace(/formula$/, "slug")) === slug && pointer.endsWith("formula")
          )
          expect(told?.gave ?? null).toBe(evaluation.calculatedData[slug] ?? null)
        }
        const raised = trace.some(({ gave, pointer }) => pointer === "/outcomes/0/when" && gave === true)
        expect(evaluation.outcomes.length).toBe(raised ? 1 : 0)
      }),
      { numRuns: 300, seed: 4 }
    )
  })
})

it("a trace says what a rule read of the row before, and the number of its own", () => {
  const form = Result.getOrThrow(
    check(
      formOf({
        fields: [
          {
            slug: "rows",
            type: "list",
            fields: [
              { slug: "amount", type: "integer" },
              {
                slug: "total",
                type: "integer",
                formula: "rowNumber() == 1 ? amount : previous(total) + amount"
              }
            ]
          },
          { slug: "best", type: "integer", formula: "maxBy(rows, r, r.amount, rowNumber(r))" }
        ]
      })
    )
  )
  expect(words(compileGenerated(form).explain({ rows: [{ amount: 3 }, { amount: 4 }] }, options).trace)).toEqual([
    "rows[0].total is 3: rowNumber() is 1; amount is 3; and previous(total) is missing.",
    "rows[1].total is 7: rowNumber() is 2; amount is 4; and previous(total) is 3.",
    "best is 2: rows of rows is 2; and rows.amount is 3, 4."
  ])
})

it("a trace says what a part of a text was taken from, and where there is none", () => {
  const fields = [
    { slug: "iban", type: "text", maxLength: 34 },
    { slug: "country", type: "text", formula: "extract(iban, '^([A-Z]{2})')" }
  ]
  const form = compileGenerated(Result.getOrThrow(check(formOf({ fields }))))
  const said = (iban: string) => words(form.explain({ iban }, options).trace)
  expect(said("DE89 3704")).toEqual(['country is DE: iban is "DE89 3704".'])
  expect(said("89 3704")).toEqual(['country is missing: iban is "89 3704".'])
})
