/** A secret that the server gives once. Only this closure and the input that shows it have the secret, and it is forgotten with that input. */

export interface HeldToken {
  readonly token: () => string
  /** Keeps the secret until the returned function is called. Once every holder has called its function, the secret is forgotten. */
  readonly hold: () => () => void
}

export const heldToken = (given: string): HeldToken => {
  let token = given
  let holders = 0
  return {
    token: () => token,
    hold: () => {
      holders += 1
      return () => {
        holders -= 1
        // Later, because React mounts a component of a page in development twice at once.
        queueMicrotask(() => {
          if (holders === 0) token = ""
        })
      }
    }
  }
}
