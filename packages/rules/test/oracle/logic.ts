/** Truth with a third value: Kleene's, where null is not known. */
import type { Value } from "./Value.ts"

export const lift1 = (a: Value, f: (a: Exclude<Value, null>) => Value): Value => (a === null ? null : f(a))

const not = (value: Value): Value => (value === null ? null : value !== true)

export const any = (values: ReadonlyArray<Value>): Value =>
  values.includes(true) ? true : values.includes(null) ? null : false

export const all = (values: ReadonlyArray<Value>): Value => not(any(values.map(not)))
