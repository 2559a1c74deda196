/** The field that is named at a place of an editor; without one, the part of the form in which the place is. */
import type { EditorState } from "@codemirror/state"
import type { Authoring } from "../authoring/Authoring.ts"
import type { TextPlaces } from "../authoring/TextPlaces.ts"
import { partOf } from "../chain/chain.ts"
import { pointerAt } from "../document/placeOf.ts"
import { fieldNamedAt } from "./fieldNamedAt.ts"

export const partUnder = async (
  { engine, store }: Authoring,
  state: EditorState,
  places: TextPlaces,
  position: number
): Promise<string | undefined> => {
  const place = places.textAt(state, position)
  const word = state.wordAt(position)
  const names = engine.getSnapshot().checked?.names ?? []
  const field =
    place === undefined || word === null
      ? undefined
      : await fieldNamedAt(engine, names, place, state.sliceDoc(word.from, word.to))
  if (field !== undefined) return field.pointer
  if (place !== undefined) return partOf(place.pointer)
  const { broken, good } = store.getSnapshot()
  if (good === undefined || broken !== undefined || state !== store.state) return undefined
  return partOf(pointerAt(good.text, good.tree, position).pointer)
}
