/** The oracle's evaluator of one expression: walks the syntax, three-valued, exact. */
import { addBusinessDays, businessDaysBetween } from "./businessDays.ts"
import { all, any, lift1 } from "./logic.ts"
import type { FormConstant } from "./Form.ts"
import { add, divide, fraction, multiply, negate, reduced, whole, written } from "./Fraction.ts"
import { isChosen, numberIn, simple, dateIn, integer } from "./functions.ts"
import type { Node } from "./parse.ts"
import { attributeOf, labelOf } from "./options.ts"
import { best, distinct, isPick, isThere, joined, pickedOf, rowBefore, numberIn as rowNumberIn, sum } from "./rows.ts"
import {
  choiceOf,
  type Each,
  fieldNamed,
  fieldsOf,
  isList,
  isOption,
  moneyDecimals,
  rowOf,
  type Scope,
  sourceOf
} from "./Scope.ts"
import { interpolated, lookedUp } from "./tables.ts"
import { compare, isFraction, textOf, type Value } from "./Value.ts"
import { present } from "../present.ts"

export const evaluate = (node: Node, scope: Scope): Value => {
  const of = (index: number): Value => evaluate(present(node.args[index]), scope)
  switch (node.op) {
    case "number":
      return present(written(node.value.replace(/^0+(?=\d)/, "")))
    case "text":
      return node.value
    case "true":
      return true
    case "false":
      return false
    case "null":
      return null
    case "name":
      return named(node.value, scope)
    case "member":
      return member(node, scope)
    case "call":
      return call(node, scope)
    case "neg":
      return lift1(of(0), (a) => negate(numberIn(a)))
    case "not":
      return lift1(of(0), (a) => a !== true)
    case "&&":
      return all([of(0), of(1)])
    case "||":
      return any([of(0), of(1)])
    case "in":
      return isIn(of(0), present(node.args[1]), scope)
    case "?:": {
      const condition = of(0)
      return condition === null ? null : condition === true ? of(1) : of(2)
    }
    default:
      return binary(node, of(0), of(1))
  }
}

const isNull = (node: Node): boolean => node.op === "null"

const binary = ({ args, op }: Node, a: Value, b: Value): Value => {
  const asks = args.some(isNull)
  if (op === "==" && asks) return a === null && b === null
  if (op === "!=" && asks) return a !== null || b !== null
  if (a === null || b === null) return null
  if (op === "+" && typeof a === "string") return `${a}${String(b)}`
  if (isFraction(a) && isFraction(b)) {
    if (op === "+") return add(a, b)
    if (op === "-") return add(a, negate(b))
    if (op === "*") return multiply(a, b)
    if (op === "/") return divide(a, b)
  }
  const order = compare(a, b)
  switch (op) {
    case "==":
      return order === 0
    case "!=":
      return order !== 0
    case "<":
      return order < 0
    case "<=":
      return order <= 0
    case ">":
      return order > 0
    case ">=":
      return order >= 0
    default:
      throw new Error(`the oracle does not know ${op}`)
  }
}

const dated = (date: string | null): Value => (date === null ? null : { is: "date", date })

const constantValue = ({ type, value }: FormConstant): Value => {
  if (typeof value === "boolean") return value
  if (type === "text") return String(value)
  return type === "date" ? dated(String(value)) : present(written(String(value)))
}

/** A field of the row that a list function is at, or an attribute of an option. */
const member = ({ args, value }: Node, scope: Scope): Value => {
  const of = present(args[0])
  if (of.op === "name" && scope.each?.name === of.value && !isOption(scope.each))
    return rowOf(scope)?.row.get(value) ?? null
  return attributeOf(choiceOf(of, scope), evaluate(of, scope), value)
}

const named = (name: string, scope: Scope): Value => {
  if (isOption(scope.each) && scope.each.name === name) return scope.each.option
  if (name === "today") return dated(scope.today)
  const constant = Object.hasOwn(scope.constants, name) ? scope.constants[name] : undefined
  if (constant !== undefined) return constantValue(constant)
  const row = scope.own?.fields.has(name) === true ? scope.own.row : scope.form
  return row.get(name) ?? null
}

/** As `==` with each, joined by `||`; or whether an option is chosen. */
const isIn = (a: Value, right: Node, scope: Scope): Value => {
  if (right.op !== "list") return isChosen(evaluate(right, scope), a)
  return any(
    right.args.map((item) => {
      const b = evaluate(item, scope)
      return a === null || b === null ? null : compare(a, b) === 0
    })
  )
}

const eachOf = (node: Node, scope: Scope): ReadonlyArray<Each> => {
  const field = sourceOf(node, scope)
  const value = evaluate(node, scope)
  if (typeof value !== "object" || value === null) return []
  if (value.is === "choices") return value.chosen.map((option) => ({ field, option }))
  const [list, fields] = [field.slug, fieldsOf(field)]
  return value.is === "rows" ? value.rows.map((row) => ({ list, fields, row })) : []
}

/** What an expression gives for each row or option: `f(list, row, expression)`, or the values of a `map`. */
const forEach = (node: Node, scope: Scope): ReadonlyArray<Value> => {
  const [list, name, body] = node.args
  if (body === undefined) {
    const values = evaluate(present(list), scope)
    return typeof values === "object" && values?.is === "values" ? values.values : []
  }
  return eachOf(present(list), scope).map((each) =>
    evaluate(body, { ...scope, each: { name: present(name).value, ...each } })
  )
}

/** Of rows or of chosen options those for which it is true. */
const filtered = (node: Node, scope: Scope): Value => {
  const kept = forEach(node, scope)
  const value = evaluate(present(node.args[0]), scope)
  const isKept = (_: unknown, index: number): boolean => kept[index] === true
  if (typeof value !== "object" || value === null) return { is: "rows", rows: [] }
  if (value.is === "choices") return { is: "choices", chosen: value.chosen.filter(isKept) }
  return { is: "rows", rows: value.is === "rows" ? value.rows.filter(isKept) : [] }
}

const picked = (node: Node, scope: Scope): Value => {
  const [list, name, , value] = node.args
  const each = eachOf(present(list), scope)[pickedOf(node.value, forEach(node, scope))]
  return each === undefined
    ? null
    : evaluate(present(value), { ...scope, each: { name: present(name).value, ...each } })
}

/** Of the row that the rule belongs to, or that a list function is at. */
const rowNumber = ({ args }: Node, scope: Scope): Value => {
  const { list, row } = present(args.length === 0 ? scope.own : rowOf(scope))
  return whole(rowNumberIn(scope.form.get(list), row))
}

const previous = ({ args }: Node, { form, own }: Scope): Value => {
  const { list, row } = present(own)
  return rowBefore(form.get(list), row)?.get(present(args[0]).value) ?? null
}

const extreme = (node: Node, scope: Scope, sign: 1 | -1): Value => {
  const first = present(node.args[0])
  const isChoices = first.op === "name" && fieldNamed(first.value, scope)?.type === "choices"
  const overRows = node.args.length === 1 || isChoices || isList(first, scope)
  const values = overRows ? forEach(node, scope) : node.args.map((arg) => evaluate(arg, scope))
  const there = values.filter(isThere)
  if (there.length === 0 || (!overRows && there.length < values.length)) return null
  return best(there, sign)
}

/** Functions over a list. */
const overList = (node: Node, scope: Scope): Value | undefined => {
  switch (node.value) {
    case "any":
      return any(forEach(node, scope))
    case "all":
      return all(forEach(node, scope))
    case "count":
      return whole(forEach(node, scope).filter((value) => value === true).length)
    case "filter":
      return filtered(node, scope)
    case "map":
      return { is: "values", values: forEach(node, scope) }
    case "join":
      return joined(forEach(node, scope), evaluate(present(node.args[3]), scope))
    case "countDistinct":
      return distinct(forEach(node, scope))
    case "previous":
      return previous(node, scope)
    case "rowNumber":
      return rowNumber(node, scope)
    case "sum":
      return sum(forEach(node, scope))
    case "product":
      return forEach(node, scope)
        .filter(isFraction)
        .reduce((one, other) => reduced(multiply(one, other)), fraction(1n))
    case "avg": {
      const values = forEach(node, scope).filter(isThere)
      return divide(sum(values), whole(values.length))
    }
    case "min":
      return extreme(node, scope, 1)
    case "max":
      return extreme(node, scope, -1)
    default:
      return isPick(node.value) ? picked(node, scope) : undefined
  }
}

const lookups = new Map([
  ["lookup", lookedUp],
  ["lookupInterpolated", interpolated]
])

/** The last argument is the name of a table. */
const ofBusinessDays = ({ args, value: name }: Node, scope: Scope): Value => {
  const [from, to, holidays] = args
  const [a, b] = [evaluate(present(from), scope), evaluate(present(to), scope)]
  const table = holidays && present(scope.tables[holidays.value])
  if (a === null || b === null) return null
  return name === "addBusinessDays"
    ? dated(addBusinessDays(dateIn(a), integer(b), table))
    : whole(businessDaysBetween(dateIn(a), dateIn(b), table))
}

const call = (node: Node, scope: Scope): Value => {
  const found = overList(node, scope)
  if (found !== undefined) return found
  const [first] = node.args
  if (node.value === "size" && isList(present(first), scope)) {
    const list = evaluate(present(first), scope)
    if (typeof list !== "object" || list === null) return whole(0)
    return whole(
      list.is === "values"
        ? list.values.length
        : list.is === "rows"
          ? list.rows.length
          : list.is === "choices"
            ? list.chosen.length
            : 0
    )
  }
  if (node.value === "label") return labelOf(choiceOf(present(first), scope), evaluate(present(first), scope))
  const lookup = lookups.get(node.value)
  if (lookup !== undefined) {
    const [table, column, ...keys] = node.args
    const given = keys.map((key) => evaluate(key, scope))
    return given.some((key) => key === null)
      ? null
      : lookup(present(scope.tables[present(table).value]), present(column).value, given)
  }
  if (node.value === "businessDaysBetween" || node.value === "addBusinessDays") return ofBusinessDays(node, scope)
  const values = node.args.map((arg) => evaluate(arg, scope))
  if (node.value === "coalesce") return values.find(isThere) ?? null
  if (values.some((value) => value === null)) return null
  return node.value === "text" ? textOf(present(values[0]), moneyDecimals(present(first), scope)) : simple(node, values)
}
