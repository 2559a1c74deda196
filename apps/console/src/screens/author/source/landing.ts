/**
 * Jumps that land. The heights of wrapped lines that were never shown are guesses. CodeMirror (6.43.15) scrolls by them, measures, and keeps what
 * was at the top before the jump in its place: a search or a fault far down ends some lines beside its goal. A plain scroll has no such step.
 */
import { EditorView } from "@codemirror/view"

const TRIES = 6

const isShown = (view: EditorView): boolean => {
  const caret = view.coordsAtPos(view.state.selection.main.head)
  const { bottom, top } = view.scrollDOM.getBoundingClientRect()
  return caret !== null && caret.top >= top && caret.bottom <= bottom
}

/** After the frame in which the lines around the goal are measured. */
const land = (view: EditorView, tries: number): void => {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (!view.dom.isConnected || isShown(view)) return
      const { height, top } = view.lineBlockAt(view.state.selection.main.head)
      view.scrollDOM.scrollTop = top - (view.scrollDOM.clientHeight - height) / 2
      if (tries > 1) land(view, tries - 1)
    })
  )
}

export const landing = EditorView.updateListener.of(({ docChanged, selectionSet, transactions, view }) => {
  const isJump = transactions.some(({ effects, scrollIntoView }) => scrollIntoView || effects.length > 0)
  if (selectionSet && !docChanged && isJump) land(view, TRIES)
})
