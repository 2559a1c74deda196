/**
 * Gives the focus to the screen's heading. It is for a dialog whose action removes the button that opened it: the dialog would give
 * the focus back to it, and so to nothing.
 */
export const focusHeading = (): void => {
  const focus = () => {
    const heading = document.querySelector("main h1")
    const active = document.activeElement
    if (heading instanceof HTMLElement && (active === null || active === document.body)) heading.focus()
  }
  // The dialog goes within some frames of the answer that takes the button away.
  for (const millis of [50, 250, 1_000]) setTimeout(focus, millis)
}
