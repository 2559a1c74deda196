/** Where the text of a draft is: with the server, on its way, or only here. */
import type { StoredDraft } from "../../../api/drafts.ts"

/** A revision that was saved meanwhile, and the text that it and this one were both made of. */
export interface Collision {
  readonly ancestor: string
  readonly theirs: StoredDraft
}

export type SavedState =
  | { readonly is: "saved"; readonly revision: number }
  | { readonly is: "changed" }
  | { readonly is: "saving" }
  /** The text is not JSON: this browser keeps it until it is JSON again. */
  | { readonly is: "broken" }
  /** No answer: it is tried again by itself. */
  | { readonly is: "away"; readonly error: unknown }
  /** The server said no: it is tried again after the next change. */
  | { readonly is: "refused"; readonly error: unknown }
  /** Another person saved, and both changed the same members. */
  | { readonly is: "collided"; readonly collision: Collision }
