/** The try-out, for components. */
import { useSyncExternalStore } from "react"
import type { TryOut, TryOutStore } from "./TryOutStore.ts"

export const useTryOut = (store: TryOutStore): TryOut => useSyncExternalStore(store.subscribe, store.getSnapshot)
