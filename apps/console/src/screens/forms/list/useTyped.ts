/** A text that is typed, and given on after a pause; it follows a value that changes elsewhere. */
import { useEffect, useEffectEvent, useState } from "react"

const pauseMillis = 250

export const useTyped = (value: string, give: (text: string) => void): readonly [string, (text: string) => void] => {
  const [typed, setTyped] = useState(value)
  const [given, setGiven] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    // A value that was passed on comes back later; what was typed since then stays.
    if (value !== given) {
      setGiven(value)
      setTyped(value)
    }
  }
  const giveOn = useEffectEvent((text: string) => {
    setGiven(text)
    give(text)
  })
  useEffect(() => {
    if (typed === given) return undefined
    const timer = setTimeout(() => giveOn(typed), pauseMillis)
    return () => clearTimeout(timer)
  }, [typed, given])
  return [typed, setTyped]
}
