/** What differs between the types of constants, beside how they are read and what they are in a rule. */
import type { ConstantDefinition, ConstantType } from "../ConstantDefinition.ts"
import type { Json } from "../Json.ts"

type Value = ConstantDefinition["value"]

interface ConstantTypeEntry {
  /** The member that a constant of the type has besides; undefined for none. */
  readonly takes: "decimals" | "currency" | undefined
  /** As a message shows it. */
  readonly shown: (value: Value) => string
  /** Whether each language writes it in its own way. */
  readonly isWritten: boolean
  /** As a trace has it. */
  readonly json: (value: Value) => Json
}

const whole: Pick<ConstantTypeEntry, "isWritten" | "json" | "shown"> = {
  shown: String,
  isWritten: false,
  json: (value) => value
}

/** Without needless zeros. */
const shortest = (value: Value): string =>
  String(value)
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "")

export const constantType: { readonly [T in ConstantType]: ConstantTypeEntry } = {
  text: { takes: undefined, ...whole },
  integer: { takes: undefined, shown: String, isWritten: true, json: Number },
  number: { takes: "decimals", shown: shortest, isWritten: true, json: Number },
  money: { takes: "currency", ...whole, isWritten: true },
  date: { takes: undefined, ...whole, isWritten: true },
  boolean: { takes: undefined, ...whole }
}
