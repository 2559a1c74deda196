/** The one document under the outline, the inspector and the source editor. */
import { isolateHistory, redo, undo } from "@codemirror/commands"
import {
  ChangeSet,
  type EditorState,
  type Extension,
  type StateCommand,
  Transaction,
  type TransactionSpec
} from "@codemirror/state"
import { type Draft, draftOf } from "./Draft.ts"
import { draftState, known, readingField, selectPointer, sourceEditor } from "./draftState.ts"
import { applyChanges } from "./TextChange.ts"
import { parseText } from "./parseText.ts"
import type { StructureEdit } from "./StructureEdit.ts"
import { structureChanges } from "./structureChanges.ts"

/** A CodeMirror view, as far as the store needs it. */
export interface View {
  readonly update: (transactions: ReadonlyArray<Transaction>) => void
}

export interface EditOptions {
  /** The edit is a key pressed in a control: keys that follow each other at one place are undone together. */
  readonly typing?: boolean
  /** The selected member stays the one that it is. */
  readonly isQuiet?: boolean
}

/**
 * Holds a draft for `useSyncExternalStore`. Every change, whichever editor it comes from, is a transaction of one CodeMirror state, so there is one
 * text and one history.
 *
 * ```ts
 * const store = new DraftStore(text)
 * store.edit({ edit: "set", pointer: "/title", json: '"Motor quote"' })
 * store.undo()
 * ```
 */
export class DraftStore {
  #state: EditorState
  #draft: Draft
  readonly #listeners = new Set<() => void>()
  readonly #views = new Set<View>()

  /** Whether its text stays as it is: the person may not change it. */
  readonly isReadOnly: boolean

  constructor(text: string, isReadOnly = false) {
    this.isReadOnly = isReadOnly
    this.#state = draftState(text, isReadOnly)
    this.#draft = draftOf(this.#state, 0)
  }

  /** The state that a view is opened with. */
  get state(): EditorState {
    return this.#state
  }

  readonly getSnapshot = (): Draft => this.#draft

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Takes the transactions of a view (`dispatchTransactions`), or makes one of a spec. All open views follow.
   * INVARIANT: transactions begin at `state`.
   */
  readonly dispatch = (given: TransactionSpec | ReadonlyArray<Transaction>): void => {
    const transactions = areTransactions(given) ? given : [this.#state.update(given)]
    const last = transactions.at(-1)
    if (last === undefined) return
    const isOther = transactions.some(({ docChanged }) => docChanged)
    if (isOther && this.isReadOnly) return
    this.#state = last.state
    this.#draft = draftOf(this.#state, this.#draft.edition + (isOther ? 1 : 0))
    for (const view of this.#views) view.update(transactions)
    for (const listener of this.#listeners) listener()
  }

  /**
   * Opens a source editor on the draft: a view of `state` with the editor's own extensions.
   *
   * ```ts
   * const close = store.open(extensions, (state) => new EditorView({ state, parent, dispatchTransactions: store.dispatch }))
   * ```
   * @param show makes the view. It has to hand its transactions to `dispatch`, and has no history of its own.
   * @returns the view, and what ends it; the view's own `destroy` is the caller's.
   */
  open<V extends View>(extensions: Extension, show: (state: EditorState) => V): { view: V; close: () => void } {
    this.dispatch({ effects: sourceEditor.reconfigure(extensions) })
    const view = show(this.#state)
    this.#views.add(view)
    return {
      view,
      close: () => {
        this.#views.delete(view)
        if (this.#views.size === 0) this.dispatch({ effects: sourceEditor.reconfigure([]) })
      }
    }
  }

  /** Selects a member, or what is around it if it is not there. Undo does not stop at it. */
  select(pointer: string): void {
    if (pointer !== this.#draft.selected) this.dispatch({ effects: selectPointer.of(known(this.#state, pointer)) })
  }

  /**
   * Makes structure edits, one after the other, as one change that undo takes back whole.
   * @returns true if they were made; false if one of them is impossible, or if the text is not JSON at the moment.
   */
  edit(
    edits: StructureEdit | ReadonlyArray<StructureEdit>,
    { isQuiet = false, typing = false }: EditOptions = {}
  ): boolean {
    const made = this.#changesOf(isList(edits) ? edits : [edits])
    if (made === undefined) return false
    const { changes, pointer } = made
    const effects = typing || isQuiet ? [] : [selectPointer.of(pointer)]
    this.dispatch(
      typing
        ? { changes, effects, annotations: Transaction.userEvent.of("input.type") }
        : { changes, effects, annotations: [Transaction.userEvent.of("structure"), isolateHistory.of("full")] }
    )
    return true
  }

  /** Gives the draft another text, as one change of what differs that undo takes back: a merge, a version that is taken up again. */
  replace(text: string): void {
    const before = this.#draft.text
    let from = 0
    while (from < before.length && from < text.length && before[from] === text[from]) from += 1
    let same = 0
    while (same < Math.min(before.length, text.length) - from && before.at(-1 - same) === text.at(-1 - same)) same += 1
    if (from === before.length && from === text.length) return
    this.dispatch({
      changes: { from, to: before.length - same, insert: text.slice(from, text.length - same) },
      annotations: isolateHistory.of("full")
    })
  }

  undo(): boolean {
    return this.#run(undo)
  }

  redo(): boolean {
    return this.#run(redo)
  }

  #run(command: StateCommand): boolean {
    return command({ state: this.#state, dispatch: (transaction) => this.dispatch([transaction]) })
  }

  #changesOf(edits: ReadonlyArray<StructureEdit>): { changes: ChangeSet; pointer: string } | undefined {
    const { broken, good } = this.#state.field(readingField)
    if (good === undefined || broken !== undefined || this.isReadOnly) return undefined
    let { text, tree } = good
    let changes = ChangeSet.empty(text.length)
    let pointer: string | undefined
    for (const [index, edit] of edits.entries()) {
      const made = structureChanges(text, tree, edit)
      if (made === undefined) return undefined
      pointer = made.pointer
      changes = changes.compose(ChangeSet.of([...made.changes], text.length, "\n"))
      if (index === edits.length - 1) break
      text = applyChanges(text, made.changes)
      const parsed = parseText(text)
      if ("broken" in parsed) return undefined
      tree = parsed.tree
    }
    return pointer === undefined ? undefined : { changes, pointer }
  }
}

const areTransactions = (given: TransactionSpec | ReadonlyArray<Transaction>): given is ReadonlyArray<Transaction> =>
  Array.isArray(given)

const isList = <A>(value: A | ReadonlyArray<A>): value is ReadonlyArray<A> => Array.isArray(value)
