/** The time, and again after a while, for texts such as "4 minutes ago". */
import { useEffect, useReducer } from "react"

/** The time of each render, so that what an answer brings is never later than it. */
export const useNow = (everySeconds = 30): number => {
  const [, again] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(again, everySeconds * 1_000)
    return () => clearInterval(timer)
  }, [everySeconds])
  return Date.now()
}
