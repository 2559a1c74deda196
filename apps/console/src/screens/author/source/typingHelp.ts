/** What helps while source is written, and is not seen before: proposals, what a part is, brackets that are closed, search. */
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete"
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search"
import type { Extension } from "@codemirror/state"
import { keymap } from "@codemirror/view"
import { placesInJson } from "../authoring/TextPlaces.ts"
import type { Authoring } from "../authoring/Authoring.ts"
import { chainHover, type ChainWords } from "./chainHover.ts"
import { completions } from "./completions.ts"
import { hover, type HoverWords } from "./hover.ts"

export interface HelpOptions {
  readonly authoring: Authoring
  readonly words: HoverWords & { readonly chain: ChainWords }
}

export const typingHelp = ({ authoring, words }: HelpOptions): Extension => [
  closeBrackets(),
  highlightSelectionMatches(),
  search({ top: true }),
  completions(authoring.engine, placesInJson),
  hover(authoring.engine, placesInJson, words),
  chainHover(authoring, placesInJson, words.chain),
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...searchKeymap])
]
