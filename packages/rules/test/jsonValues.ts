/** Arbitrary JSON. */
import * as fc from "fast-check"
import type { Json } from "../src/Json.ts"

export const jsonValues = (constraints?: fc.JsonSharedConstraints): fc.Arbitrary<Json> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same values: fast-check's type of a list is an interface, which has no index signature
  fc.jsonValue(constraints) as fc.Arbitrary<Json>
