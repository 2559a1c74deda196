/** A JSON string's characters and their places in the source. */

/** How many characters of the source the UTF-16 unit at `at` takes: `a` one, `\n` two, `\u00e9` six. */
const widthAt = (text: string, at: number): number =>
  text.charCodeAt(at) !== 0x5c ? 1 : text.charCodeAt(at + 1) === 0x75 ? 6 : 2

/**
 * The place in the source of a unit of the decoded text.
 * @param start of the string in the source: the place of its opening quote.
 * @param unit an offset in UTF-16 units of the decoded text; its end is allowed.
 */
export const sourceOffset = (text: string, start: number, unit: number): number => {
  let at = start + 1
  for (let count = 0; count < unit; count++) at += widthAt(text, at)
  return at
}

/** The way back. A place within an escape is that of its unit; before the opening quote it is 0, after the closing one the last. */
export const unitOffset = (text: string, start: number, end: number, offset: number): number => {
  let unit = 0
  for (let at = start + 1; at < end - 1; unit++) {
    at += widthAt(text, at)
    if (at > offset) return unit
  }
  return unit
}
