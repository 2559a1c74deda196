/** Two characters one after the other that go to a screen: `g s`. */
import { useEffect, useEffectEvent } from "react"
import { characterOf } from "./characterKeys.ts"
import { table } from "./table.ts"

/** Between the two. */
const MOST_MILLIS = 1_500

const chords = { goForms: "/forms", goSubmissions: "/submissions" } as const

export type Destination = (typeof chords)[keyof typeof chords]

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object are its ids
const ids = Object.keys(chords) as ReadonlyArray<keyof typeof chords>

/** @param go to where the chord leads. A dialog that is open keeps its keys. */
export const useChords = (go: (to: Destination) => void): void => {
  const onGo = useEffectEvent(go)
  useEffect(() => {
    let first: { readonly key: string; readonly at: number } | undefined
    const listen = (event: KeyboardEvent): void => {
      const key = characterOf(event)
      if (key === undefined || document.querySelector("[role=dialog], [role=alertdialog]") !== null) return
      const before = first !== undefined && event.timeStamp - first.at < MOST_MILLIS ? first.key : ""
      const id = ids.find((one) => table[one].keys === `${before} ${key}`)
      first = id === undefined ? { key, at: event.timeStamp } : undefined
      if (id === undefined) return
      event.preventDefault()
      onGo(chords[id])
    }
    window.addEventListener("keydown", listen)
    return () => window.removeEventListener("keydown", listen)
  }, [])
}
