/** What two people changed both, to choose from. */
import { lazily } from "../../../parts/lazily.tsx"
import type { DraftStore } from "../document/DraftStore.ts"
import type { Autosave } from "./Autosave.ts"
import { useSaved } from "./useSaving.ts"

const Choosing = lazily(async () => (await import("./Choosing.tsx")).Choosing)

interface CollisionProps {
  readonly autosave: Autosave
  readonly store: DraftStore
}

export const Collision = ({ autosave, store }: CollisionProps) => {
  const state = useSaved(autosave)
  return state.is === "collided" ? (
    <Choosing key={state.collision.theirs.revision} autosave={autosave} store={store} collision={state.collision} />
  ) : null
}
