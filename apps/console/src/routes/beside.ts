/** What a screen shows is asked for while its script is on the way. */

/**
 * For a route's `loader`. Nothing waits for it: what it asks for is in the cache when the screen wants it, and what fails is asked for again
 * there. A screen that is open already asks by itself; and pointing at a link fetches the screen and no data, since a hand that moves over a
 * list would spend the budget.
 * @param cause `preload` where a link to the screen is pointed at, `stay` where only the search of its address changes.
 */
export const beside = (cause: "preload" | "enter" | "stay", ask: () => Promise<void>): void => {
  if (cause === "enter") void ask()
}
