/** What a screen shows is asked for while its script is on the way. */

/**
 * For a route's `loader`. Nothing waits for it: what it asks for is in the cache when the screen wants it, and what fails is asked for again
 * there. Pointing at a link fetches the screen and no data: a hand that moves over a list would spend the budget.
 * @param cause `preload` where a link to the screen is pointed at.
 */
export const beside = (cause: "preload" | "enter" | "stay", ask: () => Promise<void>): void => {
  if (cause !== "preload") void ask()
}
