import * as fc from "fast-check"
import { expect, it } from "vitest"
import { layOut } from "../../../src/screens/author/document/layOut.ts"
import { sameValue } from "../../../src/screens/author/document/merge/sameValue.ts"
import { json, treeOf } from "./support.ts"

it("Laying out changes white space alone, and what is laid out stays as it is", () => {
  fc.assert(
    fc.property(json, (text) => {
      const out = layOut(text)
      expect(sameValue({ text, node: treeOf(text) }, { text: out, node: treeOf(out) })).toBe(true)
      expect(layOut(out)).toBe(out)
    }),
    { numRuns: 300 }
  )
})

it("A form has a line for each field and rule, and breaks what is longer than a line", () => {
  const options = Array.from({ length: 8 }, (_, index) => ({ value: `option${index}`, label: `Option ${index}` }))
  const form = {
    title: "T",
    fields: [
      { slug: "a", type: "text" },
      { slug: "b", type: "choice", options }
    ],
    checks: []
  }
  const short = `{ "value": "option0", "label": "Option 0" }`
  expect(layOut(JSON.stringify(form))).toBe(
    `{
  "title": "T",
  "fields": [
    { "slug": "a", "type": "text" },
    {
      "slug": "b",
      "type": "choice",
      "options": [
${options.map((_, index) => `        ${short.replaceAll("0", String(index))}`).join(",\n")}
      ]
    }
  ],
  "checks": []
}`
  )
})
