/** Options with cells of a spreadsheet put into them. */
import { entriesOf, memberOf, sourceOf, textOf } from "../../../document/nodes.ts"
import { ownText, textIn, withTextIn } from "../../../document/translations.ts"
import { type Node, parseText } from "../../../document/parseText.ts"
import { applyChanges } from "../../../document/TextChange.ts"
import { structureChanges } from "../../../document/structureChanges.ts"

export type Column = "label" | "value"

/** The languages of the form, its own first, and the one in which labels are written. */
export interface LabelLanguage {
  readonly languages: ReadonlyArray<string>
  readonly language: string | undefined
}

/** A label with a text in one language, as JSON; undefined where nothing is left of it. */
export const labelWith = (
  text: string,
  label: Node | undefined,
  { language, languages }: LabelLanguage,
  written: string | undefined
): string | undefined => {
  const json = written === undefined ? undefined : JSON.stringify(written)
  return language === undefined ? json : withTextIn(text, label, languages, language, json)
}

/** An option with other texts; its other members stay. */
const withTexts = (option: string, texts: Partial<Record<Column, string>>, into: LabelLanguage): string =>
  Object.entries(texts).reduce((now, [name, text]) => {
    const parsed = parseText(now)
    if (!("tree" in parsed)) return now
    const label = memberOf(parsed.tree, "label")
    const json = (name === "label" ? labelWith(now, label, into, text) : undefined) ?? JSON.stringify(text)
    const made = structureChanges(now, parsed.tree, { edit: "set", pointer: `/${name}`, json, after: ["value"] })
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
  cells: ReadonlyArray<ReadonlyArray<string>>,
  into: LabelLanguage = { languages: [], language: undefined }
): string => {
  const now = entriesOf(options).map((option) => sourceOf(text, option))
  cells.forEach(([first = "", second], index) => {
    const old = now[row + index]
    const texts: Partial<Record<Column, string>> =
      column === "label"
        ? { ...(old === undefined ? { value: first } : {}), label: first }
        : { value: first, ...(second === undefined || second === "" ? {} : { label: second }) }
    now[row + index] = withTexts(old ?? "{}", texts, into)
  })
  return `[${now.join(",")}]`
}

/** The value of an option and its label in one language, as far as they are texts. */
export const optionOf = (
  option: Node,
  { language, languages }: LabelLanguage
): { readonly value: string; readonly label: string } => {
  const label = memberOf(option, "label")
  return {
    value: textOf(memberOf(option, "value")) ?? "",
    label: (language === undefined ? ownText(label) : textOf(textIn(label, language, languages[0]))) ?? ""
  }
}
