/** Options with cells of a spreadsheet put into them. */
import { entriesOf, memberOf, sourceOf, textOf } from "../../../document/nodes.ts"
import { ownText } from "../../../document/translations.ts"
import { type Node, parseText } from "../../../document/parseText.ts"
import { applyChanges } from "../../../document/TextChange.ts"
import { structureChanges } from "../../../document/structureChanges.ts"

export type Column = "label" | "value"

/** An option with other texts; its other members stay. */
const withTexts = (option: string, texts: Partial<Record<Column, string>>): string =>
  Object.entries(texts).reduce((now, [name, text]) => {
    const parsed = parseText(now)
    const edit = { edit: "set", pointer: `/${name}`, json: JSON.stringify(text), after: ["value"] } as const
    const made = "tree" in parsed ? structureChanges(now, parsed.tree, edit) : undefined
    return made === undefined ? now : applyChanges(now, made.changes)
  }, option)

/**
 * The options as JSON, with cells from a row and a column on, as a spreadsheet would put them: over what is there, and in new rows behind it.
 * One column of new options is their values; a label that is pasted alone is the value of a new option too.
 */
export const pasted = (
  text: string,
  options: Node | undefined,
  row: number,
  column: Column,
  cells: ReadonlyArray<ReadonlyArray<string>>
): string => {
  const now = entriesOf(options).map((option) => sourceOf(text, option))
  cells.forEach(([first = "", second], index) => {
    const old = now[row + index]
    const texts: Partial<Record<Column, string>> =
      column === "label"
        ? { ...(old === undefined ? { value: first } : {}), label: first }
        : { value: first, ...(second === undefined || second === "" ? {} : { label: second }) }
    now[row + index] = withTexts(old ?? "{}", texts)
  })
  return `[${now.join(",")}]`
}

/** The value and the label of an option, as far as they are texts. */
export const optionOf = (option: Node): { readonly value: string; readonly label: string } => ({
  value: textOf(memberOf(option, "value")) ?? "",
  label: ownText(memberOf(option, "label")) ?? ""
})
