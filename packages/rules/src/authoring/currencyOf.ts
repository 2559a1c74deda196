/** The currency of a number in a rule: that of the amounts of money it is made of, if it is one. */
import { find, type Name, type RowBinding, type Scope } from "../check/expressions/Scope.ts"
import type { BinarySyntax, CallSyntax, Syntax } from "../language/Syntax.ts"
import { listIn } from "./namesIn.ts"

/** The rows that list functions are at, by their names. */
type Rows = ReadonlyMap<string, Name>
type Currencies = ReadonlySet<string>

const none: Currencies = new Set()

const ofField = (name: Name | undefined): Currencies =>
  name?.field !== undefined && "currency" in name.field && name.field.currency !== undefined
    ? new Set([name.field.currency])
    : none

const together = (scope: Scope, rows: Rows, parts: ReadonlyArray<Syntax>): Currencies =>
  new Set(parts.flatMap((part) => [...currencies(scope, rows, part)]))

/** An amount times or over a number is an amount; times an amount it is none, and over one it is a ratio. */
const ofBinary = (scope: Scope, rows: Rows, { left, operator, right }: BinarySyntax): Currencies => {
  if (operator === "+" || operator === "-") return together(scope, rows, [left, right])
  if (operator !== "*" && operator !== "/") return none
  const [a, b] = [currencies(scope, rows, left), currencies(scope, rows, right)]
  if (b.size === 0) return a
  return operator === "*" && a.size === 0 ? b : none
}

/** Functions whose result is in the unit of what they take. */
const keeping: ReadonlySet<string> = new Set(["floor", "ceil", "abs", "min", "max", "sum", "avg", "coalesce"])

const ofCall = (scope: Scope, rows: Rows, { args, name }: CallSyntax): Currencies => {
  const [first, second, third] = args
  if (first === undefined) return none
  if (name === "round") return currencies(scope, rows, first)
  if (!keeping.has(name)) return none
  if (first.syntax === "call" && first.name === "map") return ofCall(scope, rows, { ...first, name: "sum" })
  const list = listIn(scope, first)
  if (list === undefined || second?.syntax !== "name" || third === undefined) return together(scope, rows, args)
  return currencies(scope, new Map([...rows, [second.name, list] as const]), third)
}

const currencies = (scope: Scope, rows: Rows, syntax: Syntax): Currencies => {
  switch (syntax.syntax) {
    case "name":
      return rows.has(syntax.name) ? none : ofField(find(scope, syntax.name)?.name)
    case "member":
      return syntax.of.syntax === "name" ? ofField(rows.get(syntax.of.name)?.rows.get(syntax.member)) : none
    case "unary":
      return currencies(scope, rows, syntax.operand)
    case "binary":
      return ofBinary(scope, rows, syntax)
    case "conditional":
      return together(scope, rows, [syntax.whenTrue, syntax.whenFalse])
    case "call":
      return ofCall(scope, rows, syntax)
    default:
      return none
  }
}

/** The ISO 4217 code; undefined where there is none, or more than one. `bound` is the row that a list function around it is at. */
export const currencyOf = (scope: Scope, syntax: Syntax, bound: RowBinding | undefined): string | undefined => {
  const found = currencies(scope, bound === undefined ? new Map() : new Map([[bound.name, bound.list]]), syntax)
  return found.size === 1 ? [...found][0] : undefined
}
