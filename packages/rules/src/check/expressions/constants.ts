/** Constants in expressions: each is its value, written out where its name stands. */
import type { ConstantDefinition, ConstantType } from "../../ConstantDefinition.ts"
import { parseDate } from "../../values/civil.ts"
import { parse } from "../../values/decimal.ts"
import { type Typed, typed } from "./Inference.ts"
import type { Scope } from "./Scope.ts"

const number = ({ decimals, name, value }: ConstantDefinition): Typed => {
  const units = parse(String(value), decimals)
  return typed({
    kind: "number",
    scale: decimals,
    node: "literal",
    value: typeof units === "bigint" ? units : 0n,
    constant: name
  })
}

/** What each type is in an expression. A type that is missing here does not compile. */
const ofType: { readonly [T in ConstantType]: (constant: ConstantDefinition) => Typed } = {
  text: ({ name, value }) => {
    const text = String(value)
    const found = typed({ kind: "text", most: text.length, node: "literal", value: text, constant: name })
    return { ...found, options: { values: new Set([text]), of: undefined } }
  },
  integer: number,
  number,
  money: (constant) => ({
    ...number(constant),
    decimals: constant.decimals,
    word: "an amount of money",
    ...(constant.currency === undefined ? {} : { currency: constant.currency })
  }),
  date: ({ name, value }) =>
    typed({ kind: "date", node: "literal", count: parseDate(String(value)) ?? 0, constant: name }),
  boolean: ({ name, value }) => typed({ kind: "boolean", node: "literal", value: value === true, constant: name })
}

/** A constant as a part of an expression. */
export const typedConstant = (constant: ConstantDefinition): Typed => ofType[constant.type](constant)

/** The constant of that name. It counts as used. */
export const useConstant = ({ constants, used }: Scope, name: string): ConstantDefinition | undefined => {
  if (constants.has(name)) used.add(name)
  return constants.get(name)
}
