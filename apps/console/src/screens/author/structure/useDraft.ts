/** The draft as it is now. */
import { useSyncExternalStore } from "react"
import type { Draft } from "../document/Draft.ts"
import type { DraftStore } from "../document/DraftStore.ts"

export const useDraft = (store: DraftStore): Draft => useSyncExternalStore(store.subscribe, store.getSnapshot)
