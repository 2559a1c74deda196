/**
 * Faults as authors read them. `golden/faults.txt` has cases: a title, what is added to a small form, and after `---` the exact
 * text that its check gives. Titles and forms are written by hand; `UPDATE_GOLDEN=1` writes the faults, to be read by a person
 * before they are kept.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import type { Json, JsonObject } from "../../src/Json.ts"
import { faultsOf, formOf, oneOfEach } from "../support.ts"

const path = fileURLToPath(new URL("golden/faults.txt", import.meta.url))

interface Case {
  readonly title: string
  readonly given: string
  readonly faults: string
}

const cases: ReadonlyArray<Case> = readFileSync(path, "utf8")
  .split(/^=== /m)
  .slice(1)
  .map((text) => {
    const [head = "", faults = ""] = text.split(/^---$/m)
    const [title = "", ...given] = head.trim().split("\n")
    return { title, given: given.join("\n"), faults: faults.trim() }
  })

const numberField = { slug: "result", type: "number", decimals: 2 }

/** `when: …` is a condition, `formula: …` a formula with two decimals, `field: {…}` one more field, `form: {…}` members of the form. */
const definitionOf = (given: string): Json => {
  const [, kind = "", body = ""] = /^(\w+): ([\s\S]*)$/.exec(given) ?? []
  const added = (field: JsonObject): Json => formOf({ fields: [...oneOfEach, field] })
  switch (kind) {
    case "when":
      return added({ slug: "result", type: "boolean", formula: body })
    case "formula":
      return added({ ...numberField, formula: body })
    case "field":
      return added(JSON.parse(body))
    case "form":
      return formOf({ fields: oneOfEach, ...JSON.parse(body) })
    default:
      return JSON.parse(given)
  }
}

if (process.env["UPDATE_GOLDEN"] !== undefined) {
  const written = cases.map(({ given, title }) => `=== ${title}\n${given}\n---\n${faultsOf(definitionOf(given))}\n`)
  writeFileSync(path, written.join("\n"))
}

describe("faults", () => {
  it.each(cases.map((one) => [one.title, one] as const))("%s", (_, { faults, given }) => {
    expect(faultsOf(definitionOf(given))).toBe(faults)
    expect(faults).not.toBe("")
  })

  it("the golden file has at least a hundred and forty faults", () => {
    expect(cases.length).toBeGreaterThanOrEqual(140)
  })
})
