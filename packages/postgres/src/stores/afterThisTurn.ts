/** Calls `work` when this turn of the event loop ends, once however often it was asked for. */
export const afterThisTurn = (work: () => void): (() => void) => {
  let isDue = false
  const run = (): void => {
    isDue = false
    work()
  }
  return () => {
    if (!isDue) queueMicrotask(run)
    isDue = true
  }
}
