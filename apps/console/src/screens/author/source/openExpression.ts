/** An editor of one expression, or of a template: a text of the draft on its own, without JSON's quotes and escapes. */
import { closeBrackets, completionKeymap } from "@codemirror/autocomplete"
import { defaultKeymap } from "@codemirror/commands"
import { bracketMatching } from "@codemirror/language"
import { lintKeymap, nextDiagnostic, previousDiagnostic, setDiagnostics } from "@codemirror/lint"
import { Annotation, EditorState } from "@codemirror/state"
import { drawSelection, EditorView, keymap } from "@codemirror/view"
import type { Fault } from "@formwork/rules/Fault"
import type { Authoring } from "../authoring/Authoring.ts"
import { hiddenCharacters } from "../../../parts/hiddenCharacters.ts"
import type { DiagnosticWords } from "./faultDiagnostics.ts"
import { chainHover, type ChainWords } from "./chainHover.ts"
import { completions } from "./completions.ts"
import { editorTheme } from "./editorTheme.ts"
import { plainExpressionColours, templateColours } from "./expressionColours.ts"
import { textDiagnostics } from "./faultDiagnostics.ts"
import { hover, type HoverWords } from "./hover.ts"
import { typeOverSelection } from "./typeOverSelection.ts"
import { placesInText } from "../authoring/TextPlaces.ts"

interface OpenOptions {
  readonly authoring: Authoring
  /** A text with expressions in braces, and not one expression. */
  readonly isTemplate: boolean
  readonly label: string
  readonly pointer: string
  readonly value: string
  readonly words: DiagnosticWords & HoverWords & { readonly chain: ChainWords }
  readonly onChange: (value: string) => void
}

export interface OpenExpression {
  /** Shows what the draft has, where that is another text. */
  readonly show: (value: string) => void
  readonly close: () => void
}

/** A change that came from the draft is not sent back to it. */
const fromDraft = Annotation.define<boolean>()

/** Undo is the draft's, for all that changed it: this editor keeps no history of its own. */
const undoKeys = ({ store }: Authoring) => [
  { key: "Mod-z", run: () => store.undo(), preventDefault: true },
  { key: "Mod-y", mac: "Mod-Shift-z", run: () => store.redo(), preventDefault: true }
]

const diagnosticKeys = [{ key: "F8", run: nextDiagnostic, shift: previousDiagnostic }]

export const openExpression = (parent: HTMLElement, options: OpenOptions): OpenExpression => {
  const { authoring, isTemplate, label, onChange, pointer, value, words } = options
  const { engine } = authoring
  const places = placesInText(pointer)
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: value,
      extensions: [
        EditorState.lineSeparator.of("\n"),
        EditorState.phrases.of(words.editor),
        EditorState.readOnly.of(authoring.store.isReadOnly),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        typeOverSelection,
        hiddenCharacters,
        isTemplate ? templateColours : plainExpressionColours,
        completions(engine, places),
        hover(engine, places, words),
        chainHover(authoring, places, words.chain),
        keymap.of([...undoKeys(authoring), ...diagnosticKeys, ...completionKeymap, ...lintKeymap, ...defaultKeymap]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          if (docChanged && !transactions.some((one) => one.annotation(fromDraft) === true))
            onChange(state.doc.toString())
        }),
        editorTheme()
      ]
    })
  })
  let shown: ReadonlyArray<Fault> | undefined
  const follow = (): void => {
    const { checked, isChecking } = engine.getSnapshot()
    if (isChecking || checked === undefined || checked.faults === shown) return
    shown = checked.faults
    const own = checked.faults.filter((fault) => fault.pointer === pointer)
    view.dispatch(setDiagnostics(view.state, [...textDiagnostics(view.state.doc.toString(), own, words)]))
  }
  follow()
  const end = engine.subscribe(follow)
  return {
    show: (next) => {
      const before = view.state.doc.toString()
      if (next === before) return
      view.dispatch({ changes: { from: 0, to: before.length, insert: next }, annotations: fromDraft.of(true) })
    },
    close: () => {
      end()
      view.destroy()
    }
  }
}
