/** Proposals at the caret, from the engine or from another who knows the rules. */
import {
  autocompletion,
  type Completion as Shown,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  pickedCompletion
} from "@codemirror/autocomplete"
import type { EditorState } from "@codemirror/state"
import type { Completion } from "@formwork/rules/completionsAt"
import type { EngineClient } from "../engine/EngineClient.ts"
import type { TextPlaces } from "../authoring/TextPlaces.ts"

/** The signs that CodeMirror draws before a proposal, by its classes. */
const types: { readonly [K in Completion["kind"]]: string } = {
  option: "enum",
  table: "class",
  attribute: "property",
  field: "variable",
  row: "property",
  constant: "constant",
  function: "function",
  document: "text",
  special: "keyword"
}

/** The order is the engine's: it puts the likeliest first. */
const shownOf = ({ caret, detail, kind, text }: Completion, index: number, places: TextPlaces): Shown => {
  const written = places.written(text)
  const at = places.written(text.slice(0, caret)).length
  return {
    label: text,
    detail,
    type: types[kind],
    boost: Math.max(-99, 50 - index),
    apply: (view, completion, from, to) => {
      view.dispatch({
        ...insertCompletionText(view.state, written, from, to),
        selection: { anchor: from + at },
        annotations: pickedCompletion.of(completion)
      })
    }
  }
}

/** What can stand at an offset of a text, the likeliest first. */
export type Propose = (
  place: { readonly pointer: string; readonly offset: number },
  state: EditorState
) => Promise<ReadonlyArray<Completion> | undefined>

const source =
  (propose: Propose, places: TextPlaces) =>
  async ({ explicit, pos, state }: CompletionContext): Promise<CompletionResult | null> => {
    const place = places.textAt(state, pos)
    if (place === undefined) return null
    const before = state.sliceDoc(Math.max(0, pos - 1), pos)
    if (!explicit && !/[\w.'$({=,]/u.test(before)) return null
    const [first, ...rest] = (await propose(place, state)) ?? []
    if (first === undefined) return null
    const range = places.placeOf(state, place.pointer, first.range)
    if (range === undefined) return null
    return {
      ...range,
      options: [first, ...rest].map((completion, index) => shownOf(completion, index, places)),
      validFor: /^['\w$.]*$/u
    }
  }

export const proposals = (propose: Propose, places: TextPlaces) =>
  autocompletion({ override: [source(propose, places)], icons: false, maxRenderedOptions: 200 })

export const completions = (engine: EngineClient, places: TextPlaces) =>
  proposals((place) => engine.ask("completionsAt", place), places)
