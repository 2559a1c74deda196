/** Constants in expressions: each is its value, written out where its name stands. */
import type { ConstantDefinition, ConstantType } from "../../ConstantDefinition.ts"
import type { ValueTree } from "../../tree/Tree.ts"
import { parseDate } from "../../values/civil.ts"
import { parse } from "../../values/decimal.ts"
import { type Typed, typed } from "./Inference.ts"
import type { Scope } from "./Scope.ts"

const numberTree = ({ decimals, name, value }: ConstantDefinition): ValueTree => {
  const units = parse(String(value), decimals)
  return {
    kind: "number",
    scale: decimals,
    node: "literal",
    value: typeof units === "bigint" ? units : 0n,
    constant: name
  }
}

/** A type that is missing here does not compile. */
const trees: { readonly [T in ConstantType]: (constant: ConstantDefinition) => ValueTree } = {
  text: ({ name, value }) => ({
    kind: "text",
    most: String(value).length,
    node: "literal",
    value: String(value),
    constant: name
  }),
  integer: numberTree,
  number: numberTree,
  money: numberTree,
  date: ({ name, value }) => ({ kind: "date", node: "literal", count: parseDate(String(value)) ?? 0, constant: name }),
  boolean: ({ name, value }) => ({ kind: "boolean", node: "literal", value: value === true, constant: name })
}

/** A constant as a part of an expression. */
export const typedConstant = (constant: ConstantDefinition): Typed => {
  const { decimals, type, value } = constant
  const found = typed(trees[type](constant))
  if (type === "text") return { ...found, options: { values: new Set([String(value)]), of: undefined } }
  return type === "money" ? { ...found, decimals, word: "an amount of money" } : found
}

/** The constant of that name. It counts as used. */
export const useConstant = ({ constants, used }: Scope, name: string): ConstantDefinition | undefined => {
  if (constants.has(name)) used.add(name)
  return constants.get(name)
}
