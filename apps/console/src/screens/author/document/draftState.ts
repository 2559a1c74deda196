/** The state of a draft: CodeMirror's, so that a source editor can show this very state. It holds text, tree, selection and history. */
import { history, invertedEffects } from "@codemirror/commands"
import {
  type ChangeSet,
  Compartment,
  EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Text,
  type Transaction
} from "@codemirror/state"
import { nearestAt, nodeAt, pointerOf } from "./nodes.ts"
import { type Broken, type Node, parseText } from "./parseText.ts"
import { parentOf } from "./pointer.ts"
import { type Good, reparse } from "./reparse.ts"

/** The last text that was JSON, with its tree, and what is wrong with the present one, if it is another. */
export interface Reading {
  readonly doc: Text
  readonly text: string
  readonly good: Good | undefined
  readonly broken: Broken | undefined
}

const read = (doc: Text, before: Reading | undefined): Reading => {
  const text = doc.toString()
  const parsed = before?.good === undefined ? parseText(text) : reparse(before.good, text)
  return "tree" in parsed
    ? { doc, text, good: { text, tree: parsed.tree }, broken: undefined }
    : { doc, text, good: before?.good, broken: parsed.broken }
}

export const readingField = StateField.define<Reading>({
  create: ({ doc }) => read(doc, undefined),
  update: (before, { docChanged, newDoc }) => (docChanged ? read(newDoc, before) : before)
})

/** Selects a member in the outline. */
export const selectPointer = StateEffect.define<string>()

/** The pointer itself if its object is there, even without that member; otherwise the nearest pointer around it that leads somewhere. */
const knownIn = ({ good }: Reading, pointer: string): string => {
  const parent = parentOf(pointer)
  if (good === undefined || parent === undefined) return ""
  return nodeAt(good.tree, parent)?.type === "object" ? pointer : nearestAt(good.tree, pointer).pointer
}

export const known = (state: EditorState, pointer: string): string => knownIn(state.field(readingField), pointer)

/** Where a member is after a change of the text. If it moved, its new pointer; if it is gone, the nearest member around it. */
const follow = (pointer: string, before: Reading, after: Reading, changes: ChangeSet): string => {
  if (before.good === undefined || after.good === undefined || after.broken !== undefined) return pointer
  const node = before.broken === undefined ? nodeAt(before.good.tree, pointer) : undefined
  const place = node === undefined ? null : changes.mapPos(node.offset, 1)
  const moved = place === null ? undefined : startingAt(after.good.tree, place, node?.type)
  return moved ?? knownIn(after, pointer)
}

/** The outermost value of a type that starts at a place. */
const startingAt = (tree: Node, offset: number, type: Node["type"] | undefined): string | undefined => {
  if (tree.offset === offset && tree.type === type) return pointerOf(tree)
  const child = tree.children?.find((one) => one.offset <= offset && offset < one.offset + one.length)
  return child === undefined ? undefined : startingAt(child, offset, type)
}

export const selectedField = StateField.define<string>({
  create: () => "",
  update: (selected, transaction) => {
    const chosen = transaction.effects.findLast((effect) => effect.is(selectPointer))
    if (chosen?.is(selectPointer) === true) return chosen.value
    if (!transaction.docChanged) return selected
    return follow(
      selected,
      transaction.startState.field(readingField),
      transaction.state.field(readingField),
      transaction.changes
    )
  }
})

/** Undo puts the selection back with the text. */
const undoSelects = invertedEffects.of((transaction: Transaction) =>
  transaction.docChanged ? [selectPointer.of(transaction.startState.field(selectedField))] : []
)

/** What a source editor adds while it is open. */
export const sourceEditor = new Compartment()

/** How many changes can be undone. */
const DEPTH = 1000

const extensions: Extension = [
  // Only this: other line ends stay characters of the text, so that every place is one of the bytes that are saved.
  EditorState.lineSeparator.of("\n"),
  history({ minDepth: DEPTH }),
  readingField,
  selectedField,
  undoSelects,
  sourceEditor.of([])
]

/** @param isReadOnly whether editors of the source let nothing be typed. */
export const draftState = (text: string, isReadOnly: boolean): EditorState =>
  EditorState.create({ doc: text, extensions: [extensions, EditorState.readOnly.of(isReadOnly)] })
