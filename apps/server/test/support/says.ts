/** Waits for what a command prints. */

interface Printing {
  /** What it has printed so far, on both streams. */
  readonly output: () => string
  /** Called whenever it prints more. */
  readonly listeners: Set<() => void>
  readonly ended: Promise<{ readonly code: number | null }>
}

/** Resolves once the output matches; rejects if the command ends before. @param printed the stream that is matched. */
export const saying =
  (printed: () => string, { ended, listeners, output }: Printing) =>
  (pattern: RegExp): Promise<RegExpMatchArray> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const match = printed().match(pattern)
        if (match === null) return
        listeners.delete(look)
        resolve(match)
      }
      listeners.add(look)
      look()
      void ended.then(({ code }) => reject(new Error(`ended with ${code} before it said ${pattern}:\n${output()}`)))
    })
