/** The names of fields in a text of a definition: rules, messages, templates, settings of effects. */
import * as Result from "effect/Result"
import { isName, tokensOf } from "../language/template.ts"
import { find, type Name, type Scope } from "../check/expressions/Scope.ts"
import type { Site } from "../check/Site.ts"
import type { Range } from "../Fault.ts"
import { functionNames } from "../language/functionNames.ts"
import { movedBy } from "../language/movedBy.ts"
import { parse } from "../language/parse.ts"
import type { CallSyntax, MemberSyntax, Syntax } from "../language/Syntax.ts"
import type { Limits } from "../Limits.ts"
import { partsOf } from "../values/groups.ts"
import { bare, type FoundName, ofRows } from "./FoundName.ts"
import { namesInTokens } from "./namesInTokens.ts"

/** The list whose rows an expression gives: a list by its name, or a `filter` of one. */
export const listIn = (scope: Scope, syntax: Syntax | undefined): Name | undefined => {
  if (syntax?.syntax === "call") return syntax.name === "filter" ? listIn(scope, syntax.args[0]) : undefined
  const name = syntax?.syntax === "name" ? find(scope, syntax.name)?.name : undefined
  return name !== undefined && name.rows.size > 0 ? name : undefined
}

type Rows = ReadonlyMap<string, Name>

/** Adds the names in a syntax tree. `rows` are the rows of the list functions around it. */
const addNames = (found: Array<FoundName>, source: string, scope: Scope, syntax: Syntax, rows: Rows): void => {
  const inside = (part: Syntax): void => addNames(found, source, scope, part, rows)
  switch (syntax.syntax) {
    case "name":
      if (!rows.has(syntax.name)) found.push(...bare(scope, syntax.name, withoutParentheses(source, syntax.range)))
      return
    case "member":
      return addMember(found, source, scope, syntax, rows)
    case "call":
      return addCall(found, source, scope, syntax, rows)
    case "list":
      return syntax.items.forEach(inside)
    case "unary":
      return inside(syntax.operand)
    case "binary":
      inside(syntax.left)
      return inside(syntax.right)
    case "conditional":
      inside(syntax.condition)
      inside(syntax.whenTrue)
      return inside(syntax.whenFalse)
    default:
  }
}

const addMember = (found: Array<FoundName>, source: string, scope: Scope, syntax: MemberSyntax, rows: Rows): void => {
  const { member, memberRange, of } = syntax
  const list = of.syntax === "name" ? (rows.get(of.name) ?? listIn(scope, of)) : undefined
  addNames(found, source, scope, of, rows)
  if (list !== undefined) found.push(...ofRows(list, member, memberRange))
}

const addCall = (found: Array<FoundName>, source: string, scope: Scope, call: CallSyntax, rows: Rows): void => {
  const [first, second] = call.args
  if (!functionNames.has(call.name)) found.push(...bare(scope, call.name, call.nameRange))
  const list = listIn(scope, first)
  const bound =
    list !== undefined && second?.syntax === "name" && find(scope, second.name) === undefined ? second : undefined
  const inner = list === undefined || bound === undefined ? rows : new Map([...rows, [bound.name, list] as const])
  for (const [index, argument] of call.args.entries()) {
    if (argument !== bound) addNames(found, source, scope, argument, index < 2 ? rows : inner)
  }
}

/** The range of a name alone: parentheses around it belong to its syntax. */
const withoutParentheses = (source: string, { end, start }: Range): Range => {
  const written = source.slice(start, end)
  const at = start + written.search(/\w/)
  return { start: at, end: at + (/\w+(?:\s*\.\s*\w+)?/.exec(written)?.[0].length ?? 0) }
}

const inExpression = (source: string, scope: Scope, limits: Limits): ReadonlyArray<FoundName> => {
  const parsed = parse(source, limits, scope.groups)
  if (Result.isFailure(parsed)) return namesInTokens(source, scope)
  const found: Array<FoundName> = []
  addNames(found, source, scope, parsed.success, new Map())
  return found
}

const inTemplate = (source: string, scope: Scope, limits: Limits): ReadonlyArray<FoundName> =>
  tokensOf(source).flatMap((token) => {
    if (token.token !== "placeholder") return []
    const { range, slug } = token
    const start = range.start + 1
    if (isName(slug)) return bare(scope, slug, { start, end: range.end - 1 })
    return inExpression(slug, scope, limits).map((found) => ({ ...found, range: movedBy(found.range, start) }))
  })

const inAbout = (source: string, scope: Scope): ReadonlyArray<FoundName> => {
  const [name, ofRow] = partsOf(scope.groups, source)
  const own = bare(scope, name, { start: 0, end: name.length })
  const list = own[0]?.name
  return ofRow === undefined || list === undefined
    ? own
    : [...own, ...ofRows(list, ofRow, { start: name.length + 1, end: source.length })]
}

/** The names of fields in a place of a definition, in their order. What is no field's name is left out. */
export const namesIn = ({ of, scope, source }: Site, limits: Limits): ReadonlyArray<FoundName> => {
  const whole = { start: 0, end: source.length }
  switch (of.text) {
    case "expression":
      return inExpression(source, scope, limits)
    case "template":
      return inTemplate(source, scope, limits)
    case "about":
      return inAbout(source, { ...scope, own: undefined })
    case "name":
      return of.list === undefined ? bare({ ...scope, own: undefined }, source, whole) : ofRows(of.list, source, whole)
    case "document":
      return []
  }
}
