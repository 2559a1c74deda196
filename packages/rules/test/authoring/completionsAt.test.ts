/** The laws of completion: no proposal adds a fault, and the name that stood at a place is among its proposals. */
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { type Completion, completionsAt } from "../../src/authoring/completionsAt.ts"
import { namesIn } from "../../src/authoring/namesIn.ts"
import { openForm } from "../../src/authoring/openForm.ts"
import { check } from "../../src/check.ts"
import type { Json } from "../../src/Json.ts"
import { formAt } from "../fuzz/pairs.ts"
import { present } from "../present.ts"
import { oneOfEach, formOf } from "../support.ts"
import { everywhere } from "./everywhere.ts"
import { textsIn } from "./rulesIn.ts"
import { replaced, typed } from "./typing.ts"

const faultsAt = (definition: Json, pointer: string): ReadonlyArray<string> => {
  const result = check(definition)
  return Result.isSuccess(result)
    ? []
    : result.failure.filter((fault) => fault.pointer === pointer).map(({ message }) => message)
}

const textAt = (definition: Json, pointer: string): string =>
  present(textsIn(definition).find((text) => text.pointer === pointer)).source

const putIn = (source: string, { range, text }: Completion): string =>
  source.slice(0, range.start) + text + source.slice(range.end)

it("putting in any proposal gives no more faults at that place than before", () => {
  let seen = 0
  fc.assert(
    fc.property(typed, fc.nat(), ({ definition, offset, pointer }, salt) => {
      const form = openForm(definition)
      const found = completionsAt(form, pointer, offset)
      const source = textAt(definition, pointer)
      const before = faultsAt(definition, pointer)
      // A few of each kind: a form has hundreds.
      for (const [index, one] of found.entries()) {
        if ((index + salt) % Math.ceil(found.length / 6) !== 0) continue
        seen += 1
        const after = faultsAt(replaced(definition, pointer, putIn(source, one)), pointer)
        expect([one.text, after.length > before.length ? after : []]).toEqual([one.text, []])
      }
    }),
    { numRuns: 200 }
  )
  // Chance chooses the places, and in many of them few names can stand.
  expect(seen).toBeGreaterThan(50)
})

it("the name that was taken out of a rule, a message or a setting is among the proposals for its place", () => {
  fc.assert(
    fc.property(fc.option(fc.integer({ min: 0, max: 2 ** 31 - 1 }), { freq: 8 }), (number) => {
      const definition = number === null ? everywhere : formAt(number, 0).definition
      const form = openForm(definition)
      for (const site of form.sites.values()) {
        for (const { name, range } of namesIn(site, form.limits)) {
          const rest = site.source.slice(0, range.start) + site.source.slice(range.end)
          if (rest === "" && site.of.text !== "expression") continue // an empty setting is none
          if (site.of.text === "about" && site.source.includes(".")) continue // one name, of two words
          const typing = openForm(replaced(definition, site.pointer, rest))
          const found = completionsAt(typing, site.pointer, range.start).map(({ text }) => text)
          expect([site.pointer, rest, found.includes(name.slug)]).toEqual([site.pointer, rest, true])
        }
      }
    }),
    { numRuns: 25 }
  )
})

/** The proposals for a condition with a caret `|` in it. */
const at = (text: string, member: "when" | "message" = "when"): ReadonlyArray<Completion> => {
  const offset = text.indexOf("|_")
  const definition = formOf({
    fields: oneOfEach,
    outcomes: [{ id: "o", severity: "info", when: "true", message: "m", [member]: text.replace("|_", "") }]
  })
  return completionsAt(openForm(definition), `/outcomes/0/${member}`, offset)
}

const texts = (found: ReadonlyArray<Completion>, ...kinds: ReadonlyArray<string>): ReadonlyArray<string> =>
  found.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind)).map(({ text }) => text)

describe("what is proposed", () => {
  it("after a choice and `==` come its options, with their labels, and then texts", () => {
    const found = at("cover == |_")
    expect(found.slice(0, 2)).toEqual([
      { kind: "option", text: "'comp'", caret: 6, detail: "Comprehensive", range: { start: 9, end: 9 } },
      { kind: "option", text: "'tpo'", caret: 5, detail: "Third party", range: { start: 9, end: 9 } }
    ])
    expect(texts(found, "field")).toEqual(["note", "cover"])
    expect(texts(found, "constant")).toEqual(["null"])
    for (const text of [
      "cover == 'co|_'",
      "cover == '|_",
      "cover in ['comp', '|_",
      "'|_' == cover",
      "cover != |_ && flag"
    ])
      expect([text, texts(at(text)).slice(0, 2)]).toEqual([text, ["'comp'", "'tpo'"]])
  })

  it("`contains` and `in` propose the options of what they look into", () => {
    expect(texts(at("contains(extras, |_"), "option")).toEqual(["'car'", "'legal'"])
    expect(texts(at("|_ in extras"), "option")).toEqual(["'car'", "'legal'"])
    expect(texts(at("'car' in |_"), "field")).toEqual(["extras"])
  })

  it("inside a list function come the fields of the row", () => {
    expect(texts(at("any(drivers, d, d.|_"))).toEqual(["name", "age", "fee", "main", "birth"])
    expect(texts(at("any(drivers, d, d.a|_ge > 3)"))).toEqual(["age", "fee"])
    expect(texts(at("any(drivers, d, whole > 3 && |_"), "row")).toEqual([
      "d.name",
      "d.age",
      "d.fee",
      "d.main",
      "d.birth"
    ])
    expect(texts(at("sum(filter(drivers, d, d.main), e, e.|_ + 1) > 3"))).toEqual(["age", "fee"])
    expect(texts(at("any(|_"), "field")).toEqual(["extras", "drivers"])
    expect(texts(at("any(drivers, |_"))).toEqual(["row"])
    expect(texts(at("drivers.|_"))).toEqual([])
  })

  it("an operator asks for the kind of its other side", () => {
    expect(texts(at("whole > |_"), "field", "constant")).toEqual(["whole", "other", "amount", "price"])
    expect(texts(at("born < |_"), "field", "constant")).toEqual(["born", "today"])
    expect(texts(at("flag && |_"), "constant")).toEqual(["today", "true", "false"])
  })

  it("`convert` proposes the currencies of the form, and an amount no amounts in another one", () => {
    const fields = [
      { slug: "eur", type: "money", currency: "EUR" },
      { slug: "gbp", type: "money", currency: "GBP" },
      { slug: "fee", type: "money", currency: "EUR" }
    ]
    const proposed = (formula: string, kind: string): ReadonlyArray<string> => {
      const offset = formula.indexOf("|")
      const last = { slug: "got", type: "number", decimals: 9, formula: formula.replace("|", "") }
      const form = openForm(formOf({ fields: [...fields, last] }))
      return completionsAt(form, "/fields/3/formula", offset)
        .filter((one) => one.kind === kind)
        .map(({ text }) => text)
    }
    expect(proposed("convert(eur, |, 0.85)", "option")).toEqual(["'EUR'", "'GBP'"])
    expect(proposed("eur + f|ee", "field")).toEqual(["eur", "fee"])
    expect(proposed("eur * f|ee", "field")).toEqual(["eur", "gbp", "fee"])
  })

  it("functions come with their signatures, and the caret goes between their parentheses", () => {
    expect(at("whole > ro|_").find(({ text }) => text === "round()")).toEqual({
      kind: "function",
      text: "round()",
      caret: 6,
      detail: "round(number, decimals, 'even')",
      range: { start: 8, end: 10 }
    })
    expect(texts(at("ro|_(amount) > 1"))).toContain("round")
  })

  it("a message proposes what it can show, and closes the brace", () => {
    const found = at("It is {wh|_", "message")
    expect(found[0]).toEqual({
      kind: "field",
      text: "whole}",
      caret: 6,
      detail: "a number",
      range: { start: 7, end: 9 }
    })
    expect(texts(found)).not.toContain("drivers}")
    expect(texts(at("It is {wh|_} old", "message"))).toContain("price")
    expect(texts(at("It is {{wh|_", "message"))).toEqual([])
    expect(texts(at("It is |_", "message"))).toEqual([])
  })

  it("a text of its own, a number and what is no token have no proposals", () => {
    for (const text of [
      "note == 'a|_'",
      "whole > 1|_2",
      "whole > 12|_",
      "whole =|_= 1",
      "whole % |_#",
      "matches(note, '|_')"
    ])
      expect([text, texts(at(text))]).toEqual([text, []])
  })

  it("a formula of a choice proposes the options of its field, in each branch", () => {
    const fields = [
      ...oneOfEach,
      { slug: "out", type: "choice", options: [{ value: "a" }, { value: "it's" }], formula: "flag ? 'a' : " }
    ]
    const form = openForm(formOf({ fields }))
    expect(texts(completionsAt(form, "/fields/12/formula", 13)).slice(0, 2)).toEqual(["'a'", String.raw`'it\'s'`])
  })

  it("a field that waits for the rule's own is not proposed", () => {
    const fields = [
      { slug: "a", type: "integer", formula: "b + 1" },
      { slug: "b", type: "integer", formula: "c + 1" },
      { slug: "c", type: "integer", formula: "" },
      { slug: "d", type: "integer" }
    ]
    expect(texts(completionsAt(openForm(formOf({ fields })), "/fields/2/formula", 0), "field")).toEqual(["d"])
  })

  it("a rule that reads its own field already gets no proposal that lets a second fault be seen", () => {
    const fields = [
      { slug: "a", type: "integer", formula: "a * 0.5 * " },
      { slug: "b", type: "integer" }
    ]
    expect(texts(completionsAt(openForm(formOf({ fields })), "/fields/0/formula", 10))).toEqual([])
  })

  it("settings of effects and the field of a check propose names of fields", () => {
    const form = openForm(everywhere)
    expect(texts(completionsAt(form, "/effects/1/blocks/4/table/columns/1", 0))).toEqual(["name", "age", "ncd", "fee"])
    expect(texts(completionsAt(form, "/effects/1/blocks/4/table/list", 0))).toEqual(["drivers"])
    expect(texts(completionsAt(form, "/checks/1/field", 3))).toContain("drivers.ncd")
    expect(texts(completionsAt(form, "/effects/0/to/1", 2))).toEqual(["email"])
    const typing = openForm(replaced(everywhere, "/effects/0/to/1", "{em"))
    expect(texts(completionsAt(typing, "/effects/0/to/1", 3))).toEqual(["email}"])
    expect(texts(completionsAt(form, "/effects/0/subject", 12), "special")).toContain("$submissionId")
  })
})

describe("of rows", () => {
  const form = (formula: string) =>
    openForm(
      formOf({
        fields: [
          {
            slug: "rows",
            type: "list",
            fields: [
              { slug: "amount", type: "integer" },
              { slug: "total", type: "integer", formula },
              { slug: "twice", type: "integer", formula: "total * 2" }
            ]
          },
          { slug: "all", type: "text", formula: formula.includes("rows") ? formula : "''" }
        ]
      })
    )
  const proposed = (pointer: string, formula: string) =>
    completionsAt(form(formula), pointer, formula.length).map(({ text }) => text)

  it("the third and the fourth part of `first` see the row", () => {
    for (const formula of ["first(rows, r, ", "first(rows, r, r.amount > 1, ", "join(rows, r, "])
      expect(proposed("/fields/1/formula", formula)).toContain("r.amount")
    expect(proposed("/fields/1/formula", "join(rows, r, text(r.amount), ")).not.toContain("r.amount")
  })

  it("`previous` takes the fields of the row that make no circle, its own among them", () => {
    expect(proposed("/fields/0/fields/1/formula", "previous(")).toEqual(["amount", "total"])
    expect(proposed("/fields/0/fields/1/formula", "")).not.toContain("total")
  })

  it("functions are proposed with their signatures", () => {
    const details = completionsAt(form(""), "/fields/0/fields/1/formula", 0).map(({ detail }) => detail)
    expect(details).toEqual(
      expect.arrayContaining([
        "previous(field)",
        "rowNumber()",
        "maxBy(list, row, key, value)",
        "join(list, row, text, separator)"
      ])
    )
  })
})
