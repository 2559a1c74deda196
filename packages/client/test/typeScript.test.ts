import * as fc from "fast-check"
import { expect, it } from "vitest"
import { declaration, typeOf } from "../src/writing/typeScript.ts"

it("an object becomes an interface, with titles and descriptions as comments", () => {
  const schema = {
    type: "object",
    title: "A quote",
    properties: {
      name: { type: "string", title: "Name", description: "As on the passport." },
      cover: {
        oneOf: [
          { const: "full", title: "Comprehensive" },
          { const: "third", title: "Third party" }
        ]
      },
      "odd name": { type: ["integer", "null"] },
      drivers: {
        type: "array",
        items: {
          type: "object",
          properties: { age: { type: "integer" } },
          required: ["age"],
          additionalProperties: false
        }
      },
      nothing: {}
    },
    required: ["name", "drivers"],
    additionalProperties: false
  }
  expect(declaration("Quote", schema)).toBe(`/** A quote */
export interface Quote {
  /**
   * Name
   * As on the passport.
   */
  readonly name: string
  /**
   * - "full": Comprehensive
   * - "third": Third party
   */
  readonly cover?: "full" | "third"
  readonly "odd name"?: number | null
  readonly drivers: ReadonlyArray<{
    readonly age: number
  }>
  readonly nothing?: unknown
}
`)
})

it("text with */ cannot end its comment", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (title) => {
      const written = declaration("Name", { type: "string", title })
      expect(written.endsWith("export type Name = string\n")).toBe(true)
      expect(written.split("*/").length).toBeLessThanOrEqual(2)
    })
  )
  expect(declaration("Name", { type: "string", title: "a */ b" })).toContain("*\\/")
})

it("combinations of schemas become combinations of types", () => {
  expect(typeOf({ anyOf: [{ type: "string" }, { type: "null" }] })).toBe("string | null")
  expect(typeOf({ type: "array", items: { enum: ["a", "b"] } })).toBe('ReadonlyArray<"a" | "b">')
  expect(typeOf({ allOf: [{ $ref: "#/components/schemas/User" }, { description: "Whose it is." }] })).toBe("User")
  expect(typeOf({ type: "object", additionalProperties: { type: "number" } })).toBe(
    "{ readonly [name: string]: number }"
  )
  expect(typeOf({ type: "array", prefixItems: [{ type: "string" }], items: false })).toBe("readonly [string]")
  expect(typeOf(false)).toBe("never")
})
