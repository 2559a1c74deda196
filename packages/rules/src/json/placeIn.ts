/** Where a byte of a JSON text stands, for a person who looks for it in an editor. */

const lineFeed = 0x0a
/** Space, tab, line feed and carriage return: of the control characters below a space, JSON has no other. */
const lastSpace = 0x20
/** In UTF-8 these bytes continue a character. */
const continuation = 0b1000_0000
const continuationMask = 0b1100_0000

/**
 * The line of the byte at `index`, and its column in characters, both from 1.
 * @param bytes in UTF-8.
 *
 * ```ts
 * placeIn(new TextEncoder().encode('{\n  "fee": }'), 11) // "line 2, column 10"
 * ```
 */
export const placeIn = (bytes: Uint8Array, index: number): string => {
  let line = 1
  let column = 1
  for (const byte of bytes.subarray(0, index)) {
    if (byte === lineFeed) {
      line += 1
      column = 1
    } else if ((byte & continuationMask) !== continuation) column += 1
  }
  return `line ${line}, column ${column}`
}

/** The index after the last byte that is no white space. */
export const endOf = (bytes: Uint8Array): number => bytes.findLastIndex((byte) => byte > lastSpace) + 1
