/** Maps characters of an editor to texts of a definition and back. A source editor shows the whole definition, an expression field one of its texts. */
import type { EditorState } from "@codemirror/state"
import { readingField } from "../document/draftState.ts"
import { membersOf, nodeAt } from "../document/nodes.ts"
import { placeOf, pointerAt } from "../document/placeOf.ts"
import { lastOf, parentOf } from "../document/pointer.ts"
import type { TextChange } from "../document/TextChange.ts"

export interface TextAt {
  readonly pointer: string
  readonly offset: number
}

interface TextRange {
  readonly start: number
  readonly end: number
}

export interface TextPlaces {
  /** The text and the place in it. Undefined outside of texts, and while the source is not JSON. */
  readonly textAt: (state: EditorState, position: number) => TextAt | undefined
  /** Where a range of a text is. */
  readonly placeOf: (state: EditorState, pointer: string, range: TextRange) => { from: number; to: number } | undefined
  /** A text as it is written there. */
  readonly written: (text: string) => string
}

/** In a definition's JSON, through its escapes. */
export const placesInJson: TextPlaces = {
  textAt: (state, position) => {
    const { broken, good } = state.field(readingField)
    if (good === undefined || broken !== undefined) return undefined
    const { offset, pointer } = pointerAt(good.text, good.tree, position)
    return offset === undefined ? undefined : { pointer, offset }
  },
  placeOf: (state, pointer, range) => {
    const { broken, good } = state.field(readingField)
    if (good === undefined || broken !== undefined || nodeAt(good.tree, pointer)?.type !== "string") return undefined
    return placeOf(good.text, good.tree, { pointer, range })
  },
  written: (text) => JSON.stringify(text).slice(1, -1)
}

/** In an editor of one text. */
export const placesInText = (pointer: string): TextPlaces => ({
  textAt: (_, offset) => ({ pointer, offset }),
  placeOf: (_, asked, { end, start }) => (asked === pointer ? { from: start, to: end } : undefined),
  written: (text) => text
})

/** Where the name of a member is, within its quotes. */
const nameIn = (state: EditorState, pointer: string): { from: number; to: number } | undefined => {
  const { broken, good } = state.field(readingField)
  if (good === undefined || broken !== undefined) return undefined
  const members = membersOf(nodeAt(good.tree, parentOf(pointer) ?? ""))
  const key = members.find(({ name }) => name === lastOf(pointer))?.key
  return key && { from: key.offset + 1, to: key.offset + key.length - 1 }
}

/** Edits of a definition's texts as changes of its source. */
export const sourceChanges = (
  state: EditorState,
  edits: ReadonlyArray<{
    pointer: string
    isName?: true
    changes: ReadonlyArray<{ range: TextRange; text: string }>
  }>
): ReadonlyArray<TextChange> =>
  edits.flatMap(({ changes, isName, pointer }) =>
    changes.flatMap(({ range, text }) => {
      const place = isName === true ? nameIn(state, pointer) : placesInJson.placeOf(state, pointer, range)
      return place === undefined ? [] : [{ ...place, insert: placesInJson.written(text) }]
    })
  )
