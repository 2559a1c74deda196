/** Lines of a text that arrives in pieces. It holds one piece and the beginning of one line. */

export interface Line {
  /** From 1; empty lines count too, as an editor counts them. */
  readonly number: number
  /** Without the line feed; undefined where the line was longer than the limit. */
  readonly bytes: Buffer | undefined
}

export interface Lines {
  /** Takes the next piece. It is copied unless `next` has given undefined. */
  readonly push: (piece: Buffer) => void
  /** Says that there are no more pieces: what is left is the last line. */
  readonly end: () => void
  /** The next line that is not empty; undefined where more has to come first. */
  readonly next: () => Line | undefined
  /** The number of the line that `next` would give. */
  readonly number: () => number
  /** Bytes of the line that has begun. */
  readonly begun: () => number
}

const lineFeed = 0x0a
const empty = Buffer.alloc(0)

/** White space of JSON. A carriage return before the line feed is such, too. */
const isBlank = (bytes: Buffer): boolean => {
  for (const byte of bytes) if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false
  return true
}

/** @param limitBytes the most bytes of a line: the rest of a longer one is dropped as it comes. */
export const make = (limitBytes: number): Lines => {
  let piece: Buffer = empty
  let at = 0
  let kept: Buffer = empty
  let length = 0
  let number = 1
  let isEnded = false

  /** Appends to the line that has begun. Its buffer doubles, so that a line in many small pieces is not copied for each. */
  const keep = (bytes: Buffer): void => {
    const all = length + bytes.length
    if (all <= limitBytes) {
      if (all > kept.length) {
        const larger = Buffer.allocUnsafe(Math.min(limitBytes, Math.max(all, 2 * kept.length)))
        kept.copy(larger, 0, 0, length)
        kept = larger
      }
      bytes.copy(kept, length)
    } else kept = empty
    length = all
  }

  const take = (bytes: Buffer): Line => {
    const whole = length + bytes.length
    if (length > 0) keep(bytes)
    const text = whole > limitBytes ? undefined : length > 0 ? kept.subarray(0, whole) : bytes
    // The caller may still read it when the next line begins.
    kept = empty
    length = 0
    return { number: number++, bytes: text }
  }

  const next = (): Line | undefined => {
    for (;;) {
      const end = piece.indexOf(lineFeed, at)
      if (end < 0) {
        keep(piece.subarray(at))
        piece = empty
        at = 0
        if (!isEnded || length === 0) return undefined
      }
      // Of the last line, which nothing ends, all has been kept: the piece is empty.
      const line = take(piece.subarray(at, end))
      at = end + 1
      if (line.bytes === undefined || !isBlank(line.bytes)) return line
    }
  }

  return {
    push: (bytes) => {
      piece = at < piece.length ? Buffer.concat([piece.subarray(at), bytes]) : bytes
      at = 0
    },
    end: () => void (isEnded = true),
    next,
    number: () => number,
    begun: () => Math.min(length, limitBytes)
  }
}
