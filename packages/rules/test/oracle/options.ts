/** What the oracle knows of a chosen option. */
import type { FormField } from "./Form.ts"
import { cellIn } from "./tables.ts"
import type { Value } from "./Value.ts"
import { present } from "../present.ts"

/** What the option has of an attribute; missing where nothing is chosen, or it has none. */
export const attributeOf = ({ attributes = [], options = [] }: FormField, chosen: Value, name: string): Value => {
  const option = options.find(({ value }) => value === chosen)
  const cell = option !== undefined && Object.hasOwn(option, name) ? option[name] : undefined
  return cellIn(present(attributes.find((attribute) => attribute.name === name)), cell ?? null)
}

export const labelOf = ({ options = [] }: FormField, chosen: Value): Value =>
  options.find(({ value }) => value === chosen)?.label ?? chosen
