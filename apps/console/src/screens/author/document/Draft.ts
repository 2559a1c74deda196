/** A form's draft as both editors see it: one moment of it, which never changes. */
import { redoDepth, undoDepth } from "@codemirror/commands"
import type { EditorState } from "@codemirror/state"
import { readingField, selectedField } from "./draftState.ts"
import type { Broken, Node } from "./parseText.ts"

export interface Draft {
  /** What is saved, character by character. */
  readonly text: string
  /** Counts the changes of the text, from 0: answers of the engine say which one they are about. */
  readonly edition: number
  /** The last text that was JSON, with its tree. Undefined until a text is JSON. */
  readonly good: { readonly text: string; readonly tree: Node } | undefined
  /** Why the text is not JSON at the moment. The structure is then that of `good` and cannot be edited. */
  readonly broken: Broken | undefined
  /** The member that is selected in the outline. */
  readonly selected: string
  readonly canUndo: boolean
  readonly canRedo: boolean
}

export const draftOf = (state: EditorState, edition: number): Draft => {
  const { broken, good, text } = state.field(readingField)
  return {
    text,
    edition,
    good,
    broken,
    selected: state.field(selectedField),
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0
  }
}
