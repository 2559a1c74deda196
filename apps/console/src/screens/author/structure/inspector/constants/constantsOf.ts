/** The constants of a definition as the control shows them. */
import { memberOf, membersOf, textOf } from "../../../document/nodes.ts"
import type { Node } from "../../../document/parseText.ts"

export interface ConstantOf {
  readonly name: string
  readonly type: string
  /** As it is typed. */
  readonly value: string
  readonly currency: string
}

const shown = (node: Node | undefined): string => (node === undefined ? "" : (textOf(node) ?? String(node.value)))

export const constantsOf = (node: Node | undefined): ReadonlyArray<ConstantOf> =>
  membersOf(node).map(({ name, value }) => ({
    name,
    type: textOf(memberOf(value, "type")) ?? "",
    value: shown(memberOf(value, "value")),
    currency: textOf(memberOf(value, "currency")) ?? ""
  }))

/** A value as its type has it in JSON: true and false by themselves, all others as texts, which keep their digits. */
export const valueJson = (type: string, typed: string): string =>
  type === "boolean" && (typed === "true" || typed === "false") ? typed : JSON.stringify(typed)

const firsts: Readonly<Record<string, object>> = {
  text: { type: "text", value: "" },
  integer: { type: "integer", value: "0" },
  number: { type: "number", value: "0" },
  money: { type: "money", currency: "EUR", value: "0.00" },
  date: { type: "date", value: "2026-01-01" },
  boolean: { type: "boolean", value: false }
}

/** A new constant of a type, as JSON. */
export const firstOf = (type: string): string => JSON.stringify(firsts[type] ?? firsts["number"])

/** A name that no constant has yet. */
export const unusedName = (constants: ReadonlyArray<ConstantOf>): string => {
  const taken = new Set(constants.map(({ name }) => name))
  let number = 1
  while (taken.has(`constant${number}`)) number += 1
  return `constant${number}`
}
