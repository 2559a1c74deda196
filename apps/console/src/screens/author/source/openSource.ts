/** Opens the source editor on a draft, and keeps its diagnostics and values those of the newest answers. */
import { setDiagnostics } from "@codemirror/lint"
import { EditorState } from "@codemirror/state"
import { EditorView } from "@codemirror/view"
import { partOf } from "../chain/chain.ts"
import type { Authoring } from "../authoring/Authoring.ts"
import type { Checked, Evaluated } from "../engine/Protocol.ts"
import type { Broken } from "../document/parseText.ts"
import { placeOf, pointerAt } from "../document/placeOf.ts"
import type { ChainWords } from "./chainHover.ts"
import { type DiagnosticWords, faultDiagnostics } from "./faultDiagnostics.ts"
import type { HoverWords } from "./hover.ts"
import { setRuleValues, valuesByRule } from "./ruleValues.ts"
import { sourceExtensions } from "./sourceExtensions.ts"

interface SourceWords extends DiagnosticWords, HoverWords {
  readonly label: string
  readonly chain: ChainWords
}

interface OpenOptions {
  readonly authoring: Authoring
  readonly words: SourceWords
  readonly onRename: (view: EditorView) => void
  readonly onChain: (view: EditorView) => void
}

/** Puts an editor into `parent`. @returns what takes it out again. */
export const openSource = (parent: HTMLElement, { authoring, onChain, onRename, words }: OpenOptions): (() => void) => {
  const { engine, store } = authoring
  const extensions = [
    EditorState.phrases.of(words.editor),
    sourceExtensions({ authoring, label: words.label, words, onChain, onRename }),
    EditorView.updateListener.of(({ docChanged, selectionSet, view: { hasFocus } }) => {
      // The store is telling its views of this very change.
      if (selectionSet && !docChanged && hasFocus) queueMicrotask(() => selectAtCaret(authoring))
    })
  ]
  const { close, view } = store.open(
    extensions,
    (state) => new EditorView({ state, parent, dispatchTransactions: store.dispatch })
  )
  authoring.view = view
  const following = new Following(view, authoring, words)
  following.follow()
  const ends = [store.subscribe(following.follow), engine.subscribe(following.follow)]
  return () => {
    for (const end of ends) end()
    following.end()
    if (authoring.view === view) authoring.view = undefined
    close()
    view.destroy()
  }
}

/** Selects the field or the rule in which the caret stands, for the structure beside the source. */
const selectAtCaret = ({ store }: Authoring): void => {
  const { broken, good } = store.getSnapshot()
  if (good === undefined || broken !== undefined) return
  const { pointer } = pointerAt(good.text, good.tree, store.state.selection.main.head)
  store.select(partOf(pointer) ?? "")
}

/** How long values at the ends of lines may be behind. */
const VALUES_MILLIS = 120

class Following {
  readonly #view: EditorView
  readonly #authoring: Authoring
  readonly #words: SourceWords
  #checked: Checked | undefined
  #evaluated: Evaluated | undefined
  #broken: Broken | undefined
  #selected: string
  #isDue: ReturnType<typeof setTimeout> | undefined
  #shownAt = -Infinity

  constructor(view: EditorView, authoring: Authoring, words: SourceWords) {
    this.#view = view
    this.#authoring = authoring
    this.#words = words
    this.#selected = ""
  }

  readonly follow = (): void => {
    this.#followFaults()
    this.#followValues()
    this.#followSelection()
  }

  /** Diagnostics of an older text stay where CodeMirror moves them until those of the newest are there. */
  #followFaults(): void {
    const draft = this.#authoring.store.getSnapshot()
    const { checked, isChecking } = this.#authoring.engine.getSnapshot()
    const isNew = !isChecking && checked !== this.#checked
    if (draft.broken === this.#broken && !isNew) return
    if (isNew) this.#checked = checked
    this.#broken = draft.broken
    const faults = isChecking ? [] : (checked?.faults ?? [])
    this.#view.dispatch(setDiagnostics(this.#view.state, faultDiagnostics(draft, faults, this.#words)))
  }

  /** At once, and then some time after it: what is typed into the form is painted first. */
  #followValues(): void {
    const { checked, evaluated, isChecking } = this.#authoring.engine.getSnapshot()
    if (isChecking || evaluated === undefined || evaluated === this.#evaluated) return
    if (evaluated.runs !== checked?.edition || this.#isDue !== undefined) return
    const wait = this.#shownAt + VALUES_MILLIS - performance.now()
    if (wait <= 0) return this.#showValues()
    this.#isDue = setTimeout(() => {
      this.#isDue = undefined
      this.#showValues()
    }, wait)
  }

  #showValues(): void {
    const { checked, evaluated, isChecking } = this.#authoring.engine.getSnapshot()
    if (isChecking || evaluated === undefined || evaluated.runs !== checked?.edition) return
    this.#evaluated = evaluated
    this.#shownAt = performance.now()
    const effect = setRuleValues(this.#view.state, valuesByRule(evaluated.trace, this.#words.missing))
    if (effect !== undefined) this.#view.dispatch({ effects: effect })
  }

  end(): void {
    clearTimeout(this.#isDue)
  }

  /** Shows what was selected elsewhere. */
  #followSelection(): void {
    const { broken, good, selected } = this.#authoring.store.getSnapshot()
    if (selected === this.#selected || good === undefined || broken !== undefined) return
    this.#selected = selected
    if (this.#view.hasFocus) return
    const { from } = placeOf(good.text, good.tree, { pointer: selected })
    this.#view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) })
  }
}
