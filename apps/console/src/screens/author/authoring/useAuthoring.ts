/** The draft and the engine's answers, for components. */
import { useSyncExternalStore } from "react"
import type { Authoring } from "./Authoring.ts"
import type { Draft } from "../document/Draft.ts"
import type { EngineState } from "../engine/EngineClient.ts"

/**
 * A part of the draft. The component renders again only when that is another one.
 * @param select gives the very same (`Object.is`) as long as the part did not change.
 */
export const useDraft = <A>({ store }: Authoring, select: (draft: Draft) => A): A =>
  useSyncExternalStore(store.subscribe, () => select(store.getSnapshot()))

/** Likewise, a part of what the engine says. */
export const useEngine = <A>({ engine }: Authoring, select: (state: EngineState) => A): A =>
  useSyncExternalStore(engine.subscribe, () => select(engine.getSnapshot()))
