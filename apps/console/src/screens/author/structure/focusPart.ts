/** Puts the focus into the inspector. */

/** Frames in which a menu gives the focus back, a pane is drawn, and the part in it. */
const FRAMES = 60
/** Frames after which the focus stays. */
const CALM = 4

/**
 * @param what a selector below the inspector; empty for the inspector itself.
 * @param left frames until it is given up.
 */
export const focusPart = (what: string, left = FRAMES, calm = 0): void => {
  const found = document.querySelector(`[data-part] ${what}`.trim())
  const isThere = found !== null && document.activeElement === found
  if (!isThere && found instanceof HTMLElement) found.focus()
  if (left > 0 && calm < CALM) requestAnimationFrame(() => focusPart(what, left - 1, isThere ? calm + 1 : 0))
}
