/** Whether the window is narrower than some pixels. */
import { useCallback, useSyncExternalStore } from "react"

export const useNarrow = (pixels: number): boolean => {
  const query = `(max-width: ${pixels - 1}px)`
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener("change", listener)
      return () => list.removeEventListener("change", listener)
    },
    [query]
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
