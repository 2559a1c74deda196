/** A value as it was before the last pause: each change begins the pause again. */
import { useEffect, useState } from "react"

const PAUSE_MILLIS = 250

export const usePaused = (value: string): string => {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MILLIS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
