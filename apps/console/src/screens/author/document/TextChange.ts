/** A change of a text, as CodeMirror takes it. */
export interface TextChange {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** The text after changes that do not overlap, all in places of the text before. */
export const applyChanges = (text: string, changes: ReadonlyArray<TextChange>): string =>
  changes
    .toSorted((a, b) => b.from - a.from || b.to - a.to)
    .reduce((after, { from, insert, to }) => after.slice(0, from) + insert + after.slice(to), text)
