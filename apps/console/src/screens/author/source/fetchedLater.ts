/** A part of an editor that is fetched once the editor is there. */
import { Compartment, type Extension } from "@codemirror/state"
import { ViewPlugin } from "@codemirror/view"

/** @param fetch of a part that an editor can do without: where it cannot be fetched, it is left out. */
export const fetchedLater = (fetch: () => Promise<Extension>): Extension => {
  const place = new Compartment()
  const fetching = ViewPlugin.define((view) => {
    let isOpen = true
    void fetch().then(
      (extension) => {
        if (isOpen) view.dispatch({ effects: place.reconfigure(extension) })
      },
      () => undefined
    )
    return {
      destroy: () => {
        isOpen = false
      }
    }
  })
  return [place.of([]), fetching]
}
