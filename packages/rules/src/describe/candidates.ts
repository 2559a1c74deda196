/** Values worth trying for a field, the most readable first. All of them keep the field's own constraints. */
import type { RowField } from "../Definition.ts"
import type { Literals } from "../fields/FieldKind.ts"
import { rowKindOf } from "../fields/fieldTypes.ts"
import type { Json } from "../Json.ts"
import { decoderOf, isProblem } from "../run/payload/decode.ts"
import { shortestMatch } from "../patterns/shortestMatch.ts"
import { constraintOf } from "../run/payload/constraints.ts"

/** The values of one field that the search may try. */
const MAX = 80

/** @param today the date that candidate dates are near, `YYYY-MM-DD`. */
export const candidatesOf = (field: RowField, today: string, literals: Literals): ReadonlyArray<Json> => {
  const [decode, limit] = [decoderOf(field), constraintOf(field)]
  const seen = new Set<string>()
  const right: Array<Json> = []
  const first = field.default === undefined ? [] : [field.default]
  for (const value of [...first, ...rowKindOf(field).candidates(field, today, literals, { shortestMatch })]) {
    const key = JSON.stringify(value)
    if (value === null || seen.has(key) || right.length === MAX) continue
    seen.add(key)
    const decoded = decode(value)
    if (!isProblem(decoded) && limit(decoded.value).length === 0) right.push(value)
  }
  return right
}
