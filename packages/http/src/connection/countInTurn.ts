/**
 * Counts what happens in one turn of the event loop: gives the number of each, from 1. The next turn begins anew.
 * @param onEnd called when a turn ends in which something was counted.
 */
export const countInTurn = (onEnd: () => void = () => undefined): (() => number) => {
  let inTurn = 0
  const end = (): void => {
    inTurn = 0
    onEnd()
  }
  return () => {
    if (inTurn === 0) setImmediate(end)
    return (inTurn += 1)
  }
}
