/** How long what an answer takes away may stay: the list is read again, the dialog fades. In milliseconds. */
const patience = 5_000

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

const focus = (): void => {
  // What is behind a dialog cannot have the focus; while it is there, the dialog gives it where it belongs.
  if (!isLost() || document.querySelector("[role='dialog'], [role='alertdialog']") !== null) return
  const heading = document.querySelector("main h1")
  if (heading instanceof HTMLElement) heading.focus()
}

/**
 * Gives the focus to the screen's heading as soon as nothing has it. It is for what removes the control that it was asked of: the
 * focus of a control that goes would be lost, and with it the place of a keyboard or a screen reader. When the control goes is not
 * known, so the page is watched and no time is guessed. Who points at something has a place, and is left alone.
 */
export const focusHeading = (): void => {
  const observer = new MutationObserver(focus)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled", "inert", "hidden"]
  })
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    document.removeEventListener("pointerdown", stop, true)
  }
  const timer = setTimeout(stop, patience)
  document.addEventListener("pointerdown", stop, true)
  requestAnimationFrame(focus)
}
