import * as fc from "fast-check"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { check } from "../../src/check.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { renderFaults } from "../../src/renderFaults.ts"
import { functions } from "../../src/check/expressions/functions.ts"
import { functionNames } from "../../src/language/functionNames.ts"
import { parse } from "../../src/language/parse.ts"
import { generate } from "../../src/run/compileGenerated.ts"
import { form, payload } from "../arbitraries.ts"
import { checked, codes, compiled, evaluate, faultsOf, formOf, oneOfEach, TODAY } from "../support.ts"
import { jsonValues } from "../jsonValues.ts"

/** Checks a definition, then runs the form or renders the faults. */
const survives = (definition: Json, data: JsonObject = {}): void => {
  const result = check(definition)
  if (Result.isFailure(result)) {
    expect(result.failure.length).toBeGreaterThan(0)
    expect(renderFaults(definition, result.failure)).not.toBe("")
    for (const { range } of result.failure) if (range !== undefined) expect(range.start).toBeLessThanOrEqual(range.end)
  } else compiled(definition).evaluate(data, { today: TODAY, draft: false })
}

const anyJson = jsonValues({ maxDepth: 4 })
const oddNames = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "length", ""]
const oddJson = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(fc.constantFrom<Json>(null, "", "\ud800", "\u0000", 1e308, -0, 1e-300), fc.string(), fc.double()),
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .dictionary(fc.oneof(fc.constantFrom(...oddNames, "slug", "type", "fields"), fc.string()), tie("value"), {
        maxKeys: 4
      })
      .map((value): Json => JSON.parse(JSON.stringify(value)))
  )
})).value

/** A definition with one member, anywhere in it, put to something else. */
const mutated = (definition: JsonObject): fc.Arbitrary<Json> =>
  fc
    .tuple(fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), fc.oneof(anyJson, oddJson))
    .map(([path, replacement]) => {
      const change = (value: Json, depth: number): Json => {
        const step = path[depth]
        if (step === undefined || typeof value !== "object" || value === null) return replacement
        const names = Object.keys(value)
        const name = names[step % Math.max(1, names.length)]
        if (name === undefined) return replacement
        const entries = Object.entries(value).map(([own, member]): [string, Json] => [
          own,
          own === name ? change(member, depth + 1) : member
        ])
        return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries)
      }
      return change(definition, 0)
    })

describe("hostile definitions", () => {
  it("any definition is refused or runs", () => {
    fc.assert(
      fc.property(fc.oneof(anyJson, oddJson), (json) => survives(json)),
      { numRuns: 300 }
    )
    fc.assert(
      fc.property(form.chain(mutated), payload, (json, data) => survives(json, data)),
      { numRuns: 400 }
    )
  })

  it("any text can be an expression or a message, and is refused or runs", () => {
    const words = fc.array(
      fc.constantFrom(
        ...functionNames,
        "whole",
        "drivers",
        "d",
        "d.age",
        "(",
        ")",
        "[",
        "]",
        ",",
        ".",
        "+",
        "-",
        "*",
        "/",
        "==",
        "<",
        "&&",
        "||",
        "!",
        "?",
        ":",
        "in",
        "null",
        "today",
        "1",
        "'a'",
        "r'(a'",
        "'comp'",
        "cover",
        "_"
      ),
      { maxLength: 20 }
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          words.map((all) => all.join(" ")),
          words.map((all) => all.join(""))
        ),
        (text) => {
          survives(
            formOf({
              fields: [...oneOfEach, { slug: "f", type: "integer", formula: text }],
              outcomes: [{ id: "o", severity: "info", when: text, message: `m${text}` }]
            })
          )
        }
      ),
      { numRuns: 1000 }
    )
  })

  it("no depth or length of an expression exhausts the stack", () => {
    const limits = { nodes: 1e9, depth: 1e9 }
    const many = 6000
    for (const text of [
      "(".repeat(many),
      "!".repeat(many) + "true",
      "-".repeat(many) + "1",
      "1+".repeat(many) + "1",
      "[".repeat(many),
      "true?".repeat(3000),
      "true?1:".repeat(2500) + "1",
      "a.".repeat(many) + "a",
      "f(".repeat(many),
      "1,".repeat(many),
      "true&&".repeat(3000) + "true",
      "'" + "\\\\".repeat(many)
    ]) {
      expect(Result.isFailure(parse(text, limits))).toBe(true)
    }
    survives(formOf({ fields: [{ slug: "f", type: "integer", formula: "1+".repeat(249) + "1" }] }))
    expect(faultsOf(formOf({ fields: [{ slug: "f", type: "integer", formula: "1 ".repeat(15_000) }] }))).toContain(
      "at most 20000 characters"
    )
    const longest = (text: string) =>
      check(formOf({ fields: [{ slug: "f", type: "boolean", formula: text }] }), { nodes: 1e9, depth: 1e9, steps: 1e9 })
    expect(Result.isSuccess(longest("true&&".repeat(700) + "true"))).toBe(true)
    expect(Result.isSuccess(longest("!".repeat(1000) + "true"))).toBe(true)
    expect(Result.isSuccess(longest("true?true:".repeat(400) + "true"))).toBe(true)
  })

  it("generated code grows with an expression's length, not with its nesting", () => {
    const nested = (wrap: (inner: string) => string, depth: number) => {
      let text = "flag"
      for (let times = 0; times < depth; times += 1) text = wrap(text)
      return generate(checked(formOf({ fields: [...oneOfEach, { slug: "f", type: "boolean", formula: text }] }))).source
        .length
    }
    const wraps: ReadonlyArray<(inner: string) => string> = [
      (inner) => `(${inner} in [true])`,
      (inner) => `(flag in [${inner}])`,
      (inner) => `!(${inner})`,
      (inner) => `(${inner} == flag)`,
      (inner) => `(flag != ${inner})`,
      (inner) => `coalesce(${inner}, flag)`,
      (inner) => `(${inner} && flag || flag)`,
      (inner) => `(${inner} == null)`,
      (inner) => `(${inner} ? flag : false)`,
      (inner) => `(text(${inner}) in ['true', note])`,
      (inner) => `(note != text(${inner}))`,
      (inner) => `contains(text(${inner}), note)`,
      (inner) => `((${inner} ? whole : other) in [1, whole])`,
      (inner) => `(round((${inner} ? whole : other) / 3, 2) != other)`,
      (inner) => `(min(abs(${inner} ? whole : other), other) == 1)`,
      (inner) => `((${inner} ? born : today) in [born, today])`,
      (inner) => `((${inner} ? moment : null) in [moment])`,
      (inner) => `(addDays(${inner} ? born : today, 1) != born)`,
      (inner) => `matches(text(${inner}), 'a')`,
      (inner) => `contains(${inner} ? extras : null, 'car')`
    ]
    for (const wrap of wraps) {
      const [few, more, most] = [nested(wrap, 2), nested(wrap, 6), nested(wrap, 10)]
      expect([wrap("x"), most - more <= 1.3 * (more - few)]).toEqual([wrap("x"), true])
    }
  })

  it("the answer to a definition has a limited number of faults", () => {
    const result = check(
      formOf({ fields: Array.from({ length: 100_000 }, () => 1), checks: Array.from({ length: 100_000 }, () => []) })
    )
    expect(Result.isFailure(result) && result.failure.length).toBeLessThanOrEqual(1000)
    const wide = check(Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`m${index}`, 1])))
    expect(Result.isFailure(wide) && wide.failure.length).toBe(1000)
  })
})

describe("hostile payloads", () => {
  it("any payload gets an answer", () => {
    const definition = formOf({
      fields: [
        ...oneOfEach,
        { slug: "mail", type: "email" },
        { slug: "web", type: "url" },
        { slug: "tel", type: "phone" },
        { slug: "p", type: "text", pattern: "(a+)+b" }
      ]
    })
    const ready = compiled(definition)
    const names = [
      "whole",
      "amount",
      "price",
      "flag",
      "note",
      "born",
      "at",
      "moment",
      "cover",
      "extras",
      "drivers",
      "mail",
      "web",
      "tel",
      "p"
    ]
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(fc.constantFrom(...names), fc.constantFrom(...oddNames), fc.string()),
          fc.oneof(anyJson, oddJson)
        ),
        (data) => {
          const evaluation = ready.evaluate(data, { today: TODAY, draft: false })
          expect(evaluation.valid).toBe(evaluation.problems.length === 0)
          JSON.stringify(evaluation)
        }
      ),
      { numRuns: 1000 }
    )
  })

  it("a payload with texts that are slow to scan gets an answer", () => {
    const long = "a".repeat(20_000)
    const definition = formOf({
      fields: [
        { slug: "a", type: "text", pattern: "(a+)+b" },
        { slug: "b", type: "longText" },
        { slug: "c", type: "longText" },
        { slug: "f", type: "boolean", formula: "contains(b, c)" }
      ]
    })
    expect(codes(evaluate(definition, { a: long, b: long, c: `b${long.slice(0, 10_000)}` }))).toEqual(["pattern a"])
    expect(
      evaluate(definition, { b: `${long.slice(0, 9999)}b${long.slice(0, 9999)}`, c: `b${long.slice(0, 5000)}` })
        .calculatedData
    ).toEqual({ f: true })
    expect(codes(evaluate(definition, { b: "x".repeat(1_000_000) }))).toEqual(["max_length b"])
  })

  it("`today` is missing if it is not a date", () => {
    const ready = compiled(formOf({ fields: [{ slug: "d", type: "date", formula: "today" }] }))
    expect(ready.evaluate({}, { today: "soon", draft: false }).calculatedData).toEqual({ d: null })
  })
})

it("the catalogue of functions is complete", () => {
  expect([...functions.keys()].toSorted()).toEqual([...functionNames].toSorted())
})
