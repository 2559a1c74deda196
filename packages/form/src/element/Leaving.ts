/**
 * The places that a person went on from, told to the session. A place that is left may show a problem, and what stands below it moves: while
 * a pointer is down that would take the button away from under it, so places wait until the click has arrived.
 */
export class Leaving {
  readonly #tell: (pointer: string) => void
  readonly #waiting: Array<string> = []
  #isDown = false

  constructor(tell: (pointer: string) => void) {
    this.#tell = tell
  }

  readonly leave = (pointer: string): void => {
    if (this.#isDown) this.#waiting.push(pointer)
    else this.#tell(pointer)
  }

  readonly down = (): void => {
    this.#isDown = true
  }

  /** The click comes in the same task as the pointer's end, after it. */
  readonly up = (): void => {
    if (!this.#isDown) return
    this.#isDown = false
    setTimeout(() => {
      for (const pointer of this.#waiting.splice(0)) this.#tell(pointer)
    })
  }

  /** @returns a function that ends it. */
  listen(): () => void {
    const listeners = [
      ["pointerdown", this.down],
      ["pointerup", this.up],
      ["pointercancel", this.up],
      // The list of a `<select>` takes the pointer's end for itself.
      ["keydown", this.up]
    ] as const
    for (const [name, listener] of listeners) document.addEventListener(name, listener, true)
    return () => {
      for (const [name, listener] of listeners) document.removeEventListener(name, listener, true)
    }
  }
}
