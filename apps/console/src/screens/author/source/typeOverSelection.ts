/**
 * Typing over a selection, without the browser's own editing: where that takes out coloured text it keeps the colour as a style attribute,
 * which the page's policy refuses and reports.
 */
import { EditorView } from "@codemirror/view"

const inserts: ReadonlySet<string> = new Set(["insertText", "insertReplacementText"])

export const typeOverSelection = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { data, inputType, isComposing } = event
    const { from, to } = view.state.selection.main
    if (data === null || isComposing || from === to || !inserts.has(inputType)) return false
    event.preventDefault()
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true })
    const isHandled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert))
    if (!isHandled) view.dispatch(insert())
    return true
  }
})
