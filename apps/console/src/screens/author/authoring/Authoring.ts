/** One form's draft while it is being written: the document, the engine that checks it, and what both editors do with them. */
import { EditorView } from "@codemirror/view"
import type { DraftStore } from "../document/DraftStore.ts"
import { type Placed, placeOf } from "../document/placeOf.ts"
import { EngineClient, type EngineWorker } from "../engine/EngineClient.ts"
import { sourceChanges } from "./TextPlaces.ts"

export class Authoring {
  readonly store: DraftStore
  readonly engine: EngineClient
  /** The source editor, while it is open. */
  view: EditorView | undefined
  /** Puts the focus on a field of the try-out, by its pointer in the payload; while the try-out is open. */
  focusControl: ((pointer: string) => boolean) | undefined

  /** @param start makes a worker. */
  constructor(store: DraftStore, start: () => EngineWorker) {
    this.store = store
    this.engine = new EngineClient(start)
  }

  /** Checks every text of the draft from now on. @returns what ends it. */
  begin(): () => void {
    const define = (): void => this.engine.define(this.store.getSnapshot().text)
    define()
    const end = this.store.subscribe(define)
    return () => {
      end()
      this.engine.end()
    }
  }

  /** Puts the caret of the source editor at a place, where one is open. */
  reveal(place: Placed): void {
    const { good } = this.store.getSnapshot()
    if (good === undefined || this.view === undefined) return
    const { from, to } = placeOf(good.text, good.tree, place)
    this.store.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: "center" })
    })
    this.view.focus()
  }

  /** Renames a field everywhere, as one change. @returns why that is impossible, in a sentence. */
  async rename(pointer: string, slug: string): Promise<string | undefined> {
    const found = await this.engine.ask("rename", { pointer, slug })
    if (found === undefined) return ""
    if ("refused" in found) return found.refused
    const changes = sourceChanges(this.store.state, found.edits)
    if (changes.length > 0) this.store.dispatch({ changes, userEvent: "rename" })
    return undefined
  }
}
