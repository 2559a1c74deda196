/** The button that puts in the near word. */
import { describe, expect, it } from "vitest"
import { check } from "@formwork/rules/check"
import type { Fault } from "@formwork/rules/Fault"
import { applyChanges } from "../../../src/screens/author/document/TextChange.ts"
import { parseText } from "../../../src/screens/author/document/parseText.ts"
import { nearWordOf } from "../../../src/screens/author/source/nearWord.ts"

const faultsOf = (text: string): ReadonlyArray<Fault> => {
  const checked = check(JSON.parse(text))
  return checked._tag === "Success" ? [] : checked.failure
}

/** A sound form in which each member of the table has one letter wrong. */
const form = (wrong: Partial<Record<"formula" | "type" | "member" | "message" | "about" | "row", string>>): string =>
  JSON.stringify(
    {
      title: "A",
      code: "A",
      fields: [
        { slug: "premium", [wrong.member ?? "label"]: "Premium \u{1f600}", type: wrong.type ?? "integer" },
        { slug: "rows", type: "list", fields: [{ slug: "age", type: "integer" }] },
        {
          slug: "total",
          type: "integer",
          formula: wrong.formula ?? `premium + sum(rows, r, r.${wrong.row ?? "age"})\n+ 1`
        }
      ],
      checks: [
        {
          id: "a",
          field: wrong.about ?? "premium",
          check: "premium > 1",
          message: wrong.message ?? "“{premium}” is low."
        }
      ]
    },
    undefined,
    1
  )

describe("the near word of a fault", () => {
  it("the form without a wrong letter has no fault", () => expect(faultsOf(form({}))).toEqual([]))

  for (const [what, wrong] of Object.entries({
    "a name in a rule": { formula: "1 +\n\"\u{1f600}\" == '' ? 1 : premum" },
    "a field of a row": { row: "agee" },
    "a function": { formula: "rond(premium, 0)" },
    "a type": { type: "intger" },
    "a member's name": { member: "lable" },
    "a name between braces": { message: '"\\{premum} is low.' },
    "the field of a check": { about: "premum" }
  })) {
    it(`putting in the near word of ${what} takes the fault away`, () => {
      const text = form(wrong)
      const parsed = parseText(text)
      if ("broken" in parsed) throw new TypeError(text)
      const found = faultsOf(text).flatMap((fault) => {
        const near = nearWordOf(text, parsed.tree, fault)
        return near === undefined ? [] : [near]
      })
      const [near] = found
      if (near === undefined) throw new TypeError(JSON.stringify(faultsOf(text)))
      const mended = applyChanges(text, [near.change])
      expect(faultsOf(mended).length).toBeLessThan(faultsOf(text).length)
      expect(mended).toContain(near.word)
    })
  }
})
