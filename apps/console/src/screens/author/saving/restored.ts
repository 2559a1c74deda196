/** What this browser has kept of a draft, put back. */
import type { StoredDraft } from "../../../api/drafts.ts"
import { DraftStore } from "../document/DraftStore.ts"
import { merge } from "../document/merge/merge.ts"
import { sameText } from "../document/merge/sameValue.ts"
import type { KeptDraft } from "../../../api/keptDrafts.ts"

/**
 * The store and the last saved text of a draft, with what this browser has kept of it. Kept text is put in as a change that undo takes back. If the
 * server has a newer revision by now, the saved text stays the one that the kept text was made of: the first save then finds both and merges them.
 */
export const restored = (stored: StoredDraft, kept: KeptDraft | undefined) => {
  if (kept === undefined || sameText(kept.text, stored.text))
    return { store: new DraftStore(stored.text), saved: stored }
  const isNewer = stored.revision !== kept.revision
  const merged = isNewer ? merge(kept.ancestor, kept.text, stored.text) : undefined
  const isFree = merged !== undefined && merged.conflicts.length === 0
  const store = new DraftStore(isNewer && !isFree ? kept.ancestor : stored.text)
  store.replace(merged !== undefined && isFree ? merged.text : kept.text)
  return { store, saved: isNewer && !isFree ? { revision: kept.revision, text: kept.ancestor } : stored }
}
