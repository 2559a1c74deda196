/** The attributes and labels of a choice's own options as a table, so that rules find them as they find anything in a table. */
import type { ChoiceField } from "../Definition.ts"
import type { TableDefinition } from "../TableDefinition.ts"

/** The column of the labels. No attribute has the name: it is a member of every option. */
export const LABEL = "label"

/** One for each list of options, whatever the field that has it: checking a form again finds the table made. */
const known = new WeakMap<ChoiceField["options"], TableDefinition>()

export const optionTable = ({
  attributes = [],
  options: shown,
  ownOptions: options = shown,
  slug
}: ChoiceField): TableDefinition => {
  const before = known.get(options)
  if (before !== undefined) return before
  const made: TableDefinition = {
    name: `options of ${slug}`,
    isBuiltIn: true,
    keys: [{ name: "value", type: "text", decimals: 0, match: "exact" }],
    values: [...attributes, { name: LABEL, type: "text", decimals: 0 }],
    rows: options.map(({ attributes: cells = [], label, value }) => [value, ...cells, label])
  }
  known.set(options, made)
  return made
}
