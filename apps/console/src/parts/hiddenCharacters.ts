/** Control characters in an editor of source, shown by a sign: an override of the writing direction would let a line read as another. */
import type { Extension } from "@codemirror/state"
import { highlightSpecialChars } from "@codemirror/view"
import { hidden } from "./foreignText.ts"

const isOfLayout = "(?![\\t\\n])"

export const hiddenCharacters: Extension = highlightSpecialChars({
  specialChars: new RegExp(`${isOfLayout}${hidden.source}`, hidden.flags)
})
