/** Proposals at carets that stand close to other parts of an expression. */
import { expect, it } from "vitest"
import { completionsAt } from "../../src/authoring/completionsAt.ts"
import { openForm } from "../../src/authoring/openForm.ts"

it("nothing can stand right before a text in quotes, where there is nothing to write yet", () => {
  const proposed = (formula: string) =>
    completionsAt(
      openForm({
        title: "A",
        code: "A",
        fields: [
          { slug: "name", type: "text" },
          { slug: "b", type: "text", formula }
        ]
      }),
      "/fields/1/formula",
      0
    ).map(({ text }) => text)
  expect(proposed("'Dear'")).toEqual([])
  expect(proposed(" + 'Dear'")).toContain("name")
})

it("a name stands between `!` and `==`, though they are read as `!=` without it, and none within `!=`", () => {
  const at = (formula: string, offset: number) => {
    const fields = [
      { slug: "member", type: "boolean" },
      { slug: "free", type: "boolean", formula }
    ]
    return completionsAt(openForm({ title: "A", code: "A", fields }), "/fields/1/formula", offset).map(
      ({ text }) => text
    )
  }
  expect(at("!==member", 1)).toContain("member")
  expect(at("true!=member", 5)).toEqual([])
})

it("what stands in a call of no function is not read, so that a function there may close a circle as its second fault", () => {
  const proposed = completionsAt(
    openForm({ title: "A", code: "A", fields: [{ slug: "own", type: "text", formula: "lowre(own)" }] }),
    "/fields/0/formula",
    3
  ).map(({ text }) => text)
  expect(proposed).toContain("lower")
  expect(proposed).not.toContain("abs")
})
