/** One test of CEL's conformance data: an expression, what its names stand for, and what it gives there. */
import { tests } from "@bufbuild/cel-spec/testdata/conformance.js"
import type { Json, JsonObject } from "../../src/Json.ts"

/** What CEL gives, by the kind that CEL calls it. */
type Expected =
  | { readonly is: "boolean" | "text"; readonly value: Json }
  /** `of` is CEL's own type: `int`, `uint` or `double`. */
  | { readonly is: "number"; readonly of: string; readonly value: string }
  | { readonly is: "null" }
  | { readonly is: "error"; readonly message: string }
  /** A kind of value that this language has not: bytes, lists, maps, messages, types … */
  | { readonly is: "other"; readonly kind: string }

export interface CelTest {
  readonly suite: string
  readonly section: string
  readonly name: string
  readonly expression: string
  readonly bindings: ReadonlyMap<string, JsonObject>
  /** The types of its names, as CEL declares them. */
  readonly declared: ReadonlyArray<JsonObject>
  readonly expected: Expected
  /** CEL only infers the type of this one, and does not run it. */
  readonly checkOnly: boolean
  /** CEL's own checker refuses this one, so it runs unchecked. */
  readonly unchecked: boolean
}

/** The members of a value; none if it is not an object. */
export const record = (value: unknown): JsonObject => (typeof value === "object" && value !== null ? { ...value } : {})

/** A double's digits without an exponent; what is no finite number stays a word. */
const plain = (value: number): string => {
  const parts = /^(-?)(\d)\.?(\d*)e([+-]\d+)$/.exec(String(value))
  if (parts === null) return String(value === 0 ? 0 : value)
  const [, sign = "", whole = "", decimals = "", exponent = ""] = parts
  const shift = Number(exponent)
  // JavaScript writes exponents of 21 and more, or -7 and less, so the point always leaves the digits.
  return shift < 0
    ? `${sign}0.${"0".repeat(-shift - 1)}${whole}${decimals}`
    : `${sign}${whole}${decimals.padEnd(shift, "0")}`
}

const expectedValue = (value: JsonObject): Expected => {
  const [kind = "none"] = Object.keys(value)
  const held = value[kind] ?? null
  switch (kind) {
    case "boolValue":
      return { is: "boolean", value: held }
    case "stringValue":
      return { is: "text", value: held }
    case "nullValue":
      return { is: "null" }
    case "int64Value":
    case "uint64Value":
      return { is: "number", of: kind === "int64Value" ? "int" : "uint", value: String(held) }
    case "doubleValue":
      return { is: "number", of: "double", value: plain(Number(held)) }
    default:
      return { is: "other", kind: kind.replace("Value", "") }
  }
}

const primitives = new Map<string, Expected>([
  ["BOOL", { is: "boolean", value: null }],
  ["STRING", { is: "text", value: null }],
  ["INT64", { is: "number", of: "int", value: "" }],
  ["UINT64", { is: "number", of: "uint", value: "" }],
  ["DOUBLE", { is: "number", of: "double", value: "" }]
])

const expectedOf = (original: JsonObject): Expected => {
  if ("evalError" in original) {
    const { errors } = record(original["evalError"])
    return { is: "error", message: String(record(Array.isArray(errors) ? errors[0] : null)["message"]) }
  }
  if ("typedResult" in original) {
    const { deducedType, result } = record(original["typedResult"])
    if (result !== undefined) return expectedValue(record(result))
    const [kind = ""] = Object.keys(record(deducedType))
    return primitives.get(String(record(deducedType)["primitive"])) ?? { is: "other", kind }
  }
  // The data leaves out what is expected where it is `true`.
  return "value" in original ? expectedValue(record(original["value"])) : { is: "boolean", value: true }
}

const declarations = (env: unknown): ReadonlyArray<JsonObject> =>
  Array.isArray(env) ? env.map((declaration) => record(record(record(declaration)["ident"])["type"])) : []

interface Suite {
  readonly name: string
  readonly suites?: ReadonlyArray<Suite>
  readonly tests?: ReadonlyArray<{ readonly original: unknown }>
}

const testOf = (suite: string, section: string, original: JsonObject): CelTest => ({
  suite,
  section,
  name: String(original["name"]),
  expression: String(original["expr"]),
  bindings: new Map(
    Object.entries(record(original["bindings"])).map(([name, bound]) => [name, record(record(bound)["value"])])
  ),
  declared: declarations(original["typeEnv"]),
  expected: expectedOf(original),
  checkOnly: original["checkOnly"] === true,
  unchecked: original["disableCheck"] === true
})

const sections = (suite: Suite): ReadonlyArray<CelTest> =>
  (suite.suites ?? []).flatMap((section) =>
    (section.tests ?? []).map(({ original }) => testOf(suite.name, section.name, record(original)))
  )

/** Every test of the conformance data, in its order. */
export const celTests: ReadonlyArray<CelTest> = ((tests as Suite).suites ?? []).flatMap(sections)
