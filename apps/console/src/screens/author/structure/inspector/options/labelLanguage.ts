/** Labels of options in one language of the form. */
import { textOf } from "../../../document/nodes.ts"
import type { Node } from "../../../document/parseText.ts"
import { ownText, textIn, withTextIn } from "../../../document/translations.ts"

/** The languages of the form, its own first, and the one in which labels are shown and written. */
export interface LabelLanguage {
  readonly languages: ReadonlyArray<string>
  readonly language: string | undefined
}

/** Of a form that names no languages. */
export const noLanguage: LabelLanguage = { languages: [], language: undefined }

/** A label as a cell shows it. */
export const labelIn = (label: Node | undefined, { language, languages }: LabelLanguage): string =>
  (language === undefined ? ownText(label) : textOf(textIn(label, language, languages[0]))) ?? ""

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
