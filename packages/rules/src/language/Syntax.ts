/** The syntax tree of an expression, before its names are resolved: `parse` builds it and the checker reads it. */
import type { Range } from "../Fault.ts"

export type ComparisonOperator = "==" | "!=" | "<" | "<=" | ">" | ">="
export type BinaryOperator = ComparisonOperator | "+" | "-" | "*" | "/" | "&&" | "||" | "in"

interface Node {
  readonly range: Range
}

export interface NumberSyntax extends Node {
  readonly syntax: "number"
  readonly text: string
}

export interface TextSyntax extends Node {
  readonly syntax: "text"
  readonly value: string
}

interface BooleanSyntax extends Node {
  readonly syntax: "boolean"
  readonly value: boolean
}

interface NullSyntax extends Node {
  readonly syntax: "null"
}

export interface NameSyntax extends Node {
  readonly syntax: "name"
  readonly name: string
}

/** `row.field`. */
export interface MemberSyntax extends Node {
  readonly syntax: "member"
  readonly of: Syntax
  readonly member: string
  readonly memberRange: Range
}

export interface CallSyntax extends Node {
  readonly syntax: "call"
  readonly name: string
  readonly nameRange: Range
  readonly args: ReadonlyArray<Syntax>
}

interface ListSyntax extends Node {
  readonly syntax: "list"
  readonly items: ReadonlyArray<Syntax>
}

export interface UnarySyntax extends Node {
  readonly syntax: "unary"
  readonly operator: "-" | "!"
  readonly operand: Syntax
}

export interface BinarySyntax extends Node {
  readonly syntax: "binary"
  readonly operator: BinaryOperator
  readonly operatorRange: Range
  readonly left: Syntax
  readonly right: Syntax
}

export interface ConditionalSyntax extends Node {
  readonly syntax: "conditional"
  readonly condition: Syntax
  readonly whenTrue: Syntax
  readonly whenFalse: Syntax
}

/** Parentheses leave no node: they widen the range of what they hold. */
export type Syntax =
  | NumberSyntax
  | TextSyntax
  | BooleanSyntax
  | NullSyntax
  | NameSyntax
  | MemberSyntax
  | CallSyntax
  | ListSyntax
  | UnarySyntax
  | BinarySyntax
  | ConditionalSyntax

/** A fault in an expression; its pointer is its expression's. */
export interface ExpressionFault {
  readonly message: string
  readonly range: Range
  readonly expected?: string
}
