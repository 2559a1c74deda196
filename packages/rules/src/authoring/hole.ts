/** An expression that its author is still typing: a stand-in at the caret makes it one that the parser and the checker can read. */
import * as Result from "effect/Result"
import type { ChoiceField } from "../Definition.ts"
import { isTypedRatio, type Kind, type Operand, type Options } from "../check/expressions/Inference.ts"
import { type Name, optionsOf, type RowBinding, type Scope } from "../check/expressions/Scope.ts"
import { valuesOf } from "../values/choices.ts"
import { rowKindOf } from "../fields/fieldTypes.ts"
import type { Range } from "../Fault.ts"
import { parse } from "../language/parse.ts"
import type { Syntax } from "../language/Syntax.ts"
import type { Limits } from "../Limits.ts"
import { listIn } from "./namesIn.ts"
import { inside, type Parts, partsOf } from "./parts.ts"

/** No field and no row has such a name: theirs begin with a small letter. */
const HOLE = "_hole"

/** What can stand at the caret. */
export interface Hole {
  /** The row that a list function around the caret is at. */
  readonly bound: RowBinding | undefined
  /** Behind a point: the list whose fields can stand here; `undefined` within, where what is before the point has none. */
  readonly memberOf?: { readonly list: Name | undefined; readonly choice: ChoiceField | undefined }
  /** The kind that the other side of an operator asks for. */
  readonly kind?: Kind
  /** The texts that can stand here, where they are known. */
  readonly options?: Options
  /** Whether `null` can stand here. */
  readonly takesNull: boolean
  /** The argument of a function in which it stands. */
  readonly argument?: { readonly of: string; readonly index: number; readonly ofList: boolean }
  /** The table that a lookup around it names. */
  readonly table?: string
}

/** What closes an expression where the parser stops, by what it expects there. */
const closing = new Map([
  ["`)`", ")"],
  ["`]`", "]"],
  ["`:`", " : null"]
])
/** Closings that are tried: one for each level of nesting, and some. */
const MOST = 120

/** The expression with its open parentheses closed; undefined where more than that is missing. */
const closed = (source: string, { groups }: Scope, limits: Limits): string | undefined => {
  let text = source
  for (let tries = 0; tries < MOST; tries += 1) {
    const parsed = parse(text, limits, groups)
    if (Result.isSuccess(parsed)) return text
    const more = closing.get(parsed.failure.expected ?? "")
    if (more === undefined) return undefined
    text += more
  }
  return undefined
}

const isHole = (syntax: Syntax): boolean =>
  syntax.syntax === "member"
    ? syntax.member === HOLE
    : (syntax.syntax === "name" || syntax.syntax === "call") && syntax.name === HOLE

/** The parts around the hole, the whole first and the hole last. */
const pathTo = (syntax: Syntax): ReadonlyArray<Syntax> | undefined => {
  if (isHole(syntax)) return [syntax]
  for (const part of inside(syntax)) {
    const path = pathTo(part)
    if (path !== undefined) return [syntax, ...path]
  }
  return undefined
}

type Wanted = Pick<Hole, "kind" | "options">

/** What another part is, and so what the hole beside it has to be. */
const like = ({ parts }: Parts, other: Syntax | undefined): Wanted => {
  const found = other && parts.get(other)?.found
  if (found === undefined) return {}
  if (isTypedRatio(found)) return { kind: "number" }
  const { options, tree } = found
  // A text that is written out says nothing about others.
  return { kind: tree.kind, ...(options?.of === undefined ? {} : { options }) }
}

/** The texts of the options of the field that a formula is of. */
const ofFormula = (gives: Name | undefined): Wanted => {
  if (gives?.field === undefined || gives.field.type === "list") return {}
  const { kind } = rowKindOf(gives.field)
  const options = kind === "text" ? optionsOf(gives) : undefined
  return options === undefined ? {} : { kind, options: { values: valuesOf(options), of: gives.slug } }
}

const arithmetic: ReadonlySet<string> = new Set(["+", "-", "*", "/"])

/** What the part around the hole asks of it. */
const wantedBy = (
  parts: Parts,
  path: ReadonlyArray<Syntax>,
  gives: Name | undefined
): Wanted & { readonly takesNull?: boolean } => {
  const hole = path.at(-1)
  const around = path.at(-2)
  if (hole === undefined || around === undefined) return ofFormula(gives)
  const above = path.at(-3)
  const isBranch = around.syntax === "conditional" && around.condition !== hole
  if (isBranch || (around.syntax === "call" && around.name === "coalesce")) {
    const branches = around.syntax === "conditional" ? [around.whenTrue, around.whenFalse] : inside(around)
    const beside = branches.find((other) => other !== hole)
    return { ...wantedBy(parts, path.slice(0, -1), gives), ...like(parts, beside), takesNull: isBranch }
  }
  if (around.syntax === "list" && above?.syntax === "binary") return like(parts, above.left)
  if (around.syntax === "call" && around.name === "contains" && around.args[1] === hole) {
    const { options } = like(parts, around.args[0])
    return options === undefined ? {} : { options, kind: "text" }
  }
  if (around.syntax !== "binary") return {}
  const other = around.left === hole ? around.right : around.left
  if (around.operator === "in") {
    if (around.right === hole) return { kind: "choices" }
    const { options } = like(parts, other)
    return options === undefined ? {} : { options, kind: "text" }
  }
  if (around.operator === "&&" || around.operator === "||") return {}
  const { kind, options } = like(parts, other)
  const known = kind === undefined ? {} : { kind }
  if (arithmetic.has(around.operator)) return around.operator === "+" ? known : { kind: "number" }
  const isEquality = around.operator === "==" || around.operator === "!="
  return { ...known, ...(isEquality && options !== undefined ? { options } : {}), takesNull: isEquality }
}

/** The field whose option stands before a point. */
const choiceOf = (found: Operand | undefined): ChoiceField | undefined =>
  found === undefined || isTypedRatio(found) || found.tree.kind !== "text" ? undefined : found.choice

/** A field with several options, or the chosen ones filtered: a list function goes through them. */
const isChosen = (found: Operand | undefined): boolean =>
  found !== undefined && !isTypedRatio(found) && found.tree.kind !== "text" && found.choice !== undefined

const holeIn = (parts: Parts, path: ReadonlyArray<Syntax>, scope: Scope, gives: Name | undefined): Hole => {
  const hole = path.at(-1)
  const around = path.at(-2)
  const part = hole && parts.parts.get(hole)
  const row = hole?.syntax === "member" && hole.of.syntax === "name" ? hole.of.name : undefined
  return {
    takesNull: false,
    ...wantedBy(parts, path, gives),
    bound: part?.bound,
    ...(hole?.syntax === "member"
      ? {
          memberOf: {
            list: part?.bound?.name === row ? part?.bound?.list : undefined,
            choice: choiceOf(parts.parts.get(hole.of)?.found)
          }
        }
      : {}),
    ...(around?.syntax === "call" && hole !== undefined
      ? {
          argument: {
            of: around.name,
            index: around.args.indexOf(hole),
            ofList:
              listIn(scope, around.args[0]) !== undefined ||
              isChosen(around.args[0] && parts.parts.get(around.args[0])?.found)
          },
          ...(around.args[0]?.syntax === "name" ? { table: around.args[0].name } : {})
        }
      : {})
  }
}

/**
 * What can stand in place of a range of an expression; undefined where no value can. What follows the range counts if the whole
 * can be read with it, and is left out otherwise; before what is sound as it stands, a text in quotes say, nothing can stand.
 */
export const holeAt = (
  source: string,
  { end, start }: Range,
  scope: Scope,
  limits: Limits,
  gives: Name | undefined
): Hole | undefined => {
  const before = source.slice(0, start) + HOLE
  const text =
    closed(before + source.slice(end), scope, limits) ??
    (Result.isSuccess(parse(source, limits, scope.groups)) ? undefined : closed(before, scope, limits))
  const parts = text === undefined ? undefined : partsOf(text, scope, limits)
  const path = parts && pathTo(parts.whole)
  return parts === undefined || path === undefined ? undefined : holeIn(parts, path, scope, gives)
}
