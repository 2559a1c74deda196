/** What the source editor is made of. */
import { defaultKeymap, historyKeymap } from "@codemirror/commands"
import { json } from "@codemirror/lang-json"
import { bracketMatching, codeFolding, foldGutter, foldKeymap } from "@codemirror/language"
import { lintGutter, lintKeymap, nextDiagnostic, previousDiagnostic } from "@codemirror/lint"
import { type Extension, Prec } from "@codemirror/state"
import {
  crosshairCursor,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  type KeyBinding,
  keymap,
  lineNumbers,
  rectangularSelection
} from "@codemirror/view"
import { table } from "../../../keys/table.ts"
import { hiddenCharacters } from "../../../parts/hiddenCharacters.ts"
import { editorTheme } from "./editorTheme.ts"
import { expressionColours } from "./expressionColours.ts"
import { fetchedLater } from "./fetchedLater.ts"
import { landing } from "./landing.ts"
import { ruleValues } from "./ruleValues.ts"
import { typeOverSelection } from "./typeOverSelection.ts"
import type { HelpOptions } from "./typingHelp.ts"

interface SourceOptions extends HelpOptions {
  readonly label: string
  /** Asked for by F2, at the caret. */
  readonly onRename: (view: EditorView) => void
  /** Asked for at the key of the chain, at the caret. */
  readonly onChain: (view: EditorView) => void
}

/** Tab moves the focus, as everywhere in a page. */
const keys = ({ onChain, onRename }: SourceOptions): ReadonlyArray<KeyBinding> => [
  ...[
    { id: "rename" as const, ask: onRename },
    { id: "chain" as const, ask: onChain }
  ].map(({ ask, id }) => ({
    key: table[id].keys.replace("+", "-"),
    run: (view: EditorView) => {
      ask(view)
      return true
    }
  })),
  { key: table.nextFault.keys, run: nextDiagnostic, shift: previousDiagnostic },
  ...foldKeymap,
  ...lintKeymap,
  ...historyKeymap,
  ...defaultKeymap
]

export const sourceExtensions = (options: SourceOptions): Extension => [
  lineNumbers(),
  foldGutter(),
  codeFolding(),
  lintGutter(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  drawSelection(),
  rectangularSelection(),
  crosshairCursor(),
  bracketMatching(),
  typeOverSelection,
  hiddenCharacters,
  fetchedLater(async () => (await import("./typingHelp.ts")).typingHelp(options)),
  landing,
  json(),
  // Inside of JSON's own colour for texts.
  Prec.highest(expressionColours),
  ruleValues,
  EditorView.lineWrapping,
  keymap.of(keys(options)),
  EditorView.contentAttributes.of({ "aria-label": options.label, tabindex: "0" }),
  editorTheme()
]
