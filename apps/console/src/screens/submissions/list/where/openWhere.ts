/** The editor of a condition: one line, with colours, faults and proposals. Enter applies it. */
import { closeBrackets, completionKeymap } from "@codemirror/autocomplete"
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands"
import { bracketMatching } from "@codemirror/language"
import { lintKeymap, setDiagnostics } from "@codemirror/lint"
import { EditorState } from "@codemirror/state"
import { drawSelection, EditorView, keymap } from "@codemirror/view"
import type { Fault } from "@formwork/rules/Fault"
import { hiddenCharacters } from "../../../../parts/hiddenCharacters.ts"
import { placesInText } from "../../../author/authoring/TextPlaces.ts"
import { proposals } from "../../../author/source/completions.ts"
import { editorTheme } from "../../../author/source/editorTheme.ts"
import { plainExpressionColours } from "../../../author/source/expressionColours.ts"
import { type DiagnosticWords, textDiagnostics } from "../../../author/source/faultDiagnostics.ts"
import { typeOverSelection } from "../../../author/source/typeOverSelection.ts"
import type { OpenedVersion } from "../openedVersion.ts"
import { both } from "./comparisons.ts"
import { conditionFaults, conditionProposals } from "./condition.ts"

interface OpenOptions {
  readonly version: OpenedVersion
  readonly label: string
  /** Of the element that says the faults. */
  readonly describedBy: string
  readonly value: string
  readonly words: DiagnosticWords
  readonly onChange: (source: string, faults: ReadonlyArray<Fault>) => void
  readonly onApply: () => void
}

export interface OpenWhere {
  readonly show: (value: string) => void
  /** Adds a condition to what stands there, and takes the caret behind it. */
  readonly add: (condition: string) => void
  readonly focus: () => void
  readonly close: () => void
}

/** A text of several lines becomes one: an expression reads the same. */
const oneLine = EditorState.transactionFilter.of((transaction) => {
  if (transaction.newDoc.lines === 1) return transaction
  const line = transaction.newDoc.toString().replaceAll("\n", " ")
  return {
    changes: { from: 0, to: transaction.startState.doc.length, insert: line },
    selection: { anchor: line.length }
  }
})

const helpOf = (version: OpenedVersion) =>
  proposals(
    ({ offset }, state) => Promise.resolve(conditionProposals(version.definition, state.doc.toString(), offset)),
    placesInText("")
  )

export const openWhere = (parent: HTMLElement, options: OpenOptions): OpenWhere => {
  const { describedBy, label, onApply, onChange, value, version, words } = options
  const { checked } = version
  const check = (view: EditorView): ReadonlyArray<Fault> => {
    const source = view.state.doc.toString()
    const faults = checked === undefined ? [] : conditionFaults(checked, source)
    view.dispatch(setDiagnostics(view.state, [...textDiagnostics(source, faults, words)]))
    return faults
  }
  const apply = () => {
    onApply()
    return true
  }
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: value.replaceAll("\n", " "),
      extensions: [
        oneLine,
        EditorState.phrases.of(words.editor),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        typeOverSelection,
        hiddenCharacters,
        plainExpressionColours,
        helpOf(version),
        keymap.of([
          ...completionKeymap,
          { key: "Enter", run: apply },
          ...historyKeymap,
          ...lintKeymap,
          ...defaultKeymap
        ]),
        EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": describedBy, tabindex: "0" }),
        EditorView.updateListener.of(({ docChanged, state, view: now }) => {
          if (!docChanged) return
          // A change may not make another one while it is being made.
          queueMicrotask(() => onChange(state.doc.toString(), check(now)))
        }),
        editorTheme()
      ]
    })
  })
  onChange(view.state.doc.toString(), check(view))
  return {
    show: (next) => {
      const before = view.state.doc.toString()
      if (next !== before) view.dispatch({ changes: { from: 0, to: before.length, insert: next } })
    },
    add: (condition) => {
      const before = view.state.doc.toString()
      const insert = both(before, condition)
      view.dispatch({ changes: { from: 0, to: before.length, insert }, selection: { anchor: insert.length } })
      view.focus()
    },
    focus: () => view.focus(),
    close: () => view.destroy()
  }
}
