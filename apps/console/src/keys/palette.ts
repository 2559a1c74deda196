/** The palette: whether it is open, and what the screen that is shown offers to it. */
import { useEffect, useEffectEvent } from "react"
import { makeValue } from "../api/value.ts"

export const paletteOpen = makeValue(false)

/** Opens or closes it. A dialog that is open keeps its keys: leaving it for another screen would lose what was entered in it. */
export const togglePalette = (): void => {
  const isOpen = paletteOpen.get()
  if (isOpen || document.querySelector("[role=dialog], [role=alertdialog]") === null) paletteOpen.set(!isOpen)
}

/** Something that can be done on the screen that is shown. */
export interface Offer {
  readonly label: string
  readonly run: () => void
}

export const offers = makeValue<ReadonlyArray<Offer>>([])

/** Offers an action to the palette for as long as the part that calls this is shown. @param label a verb and its object. */
export const useOffer = (label: string, run: () => void): void => {
  const onRun = useEffectEvent(run)
  useEffect(() => {
    const offer = { label, run: () => onRun() }
    offers.set([...offers.get(), offer])
    return () => offers.set(offers.get().filter((one) => one !== offer))
  }, [label])
}
