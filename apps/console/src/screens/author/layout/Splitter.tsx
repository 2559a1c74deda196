/** The line between two panes: dragged, or moved by the arrow keys. */
import { type KeyboardEvent, type PointerEvent, useState } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import styles from "./Splitter.module.css"

/** Percent that an arrow key moves. */
const STEP = 4
const [LEAST, MOST] = [15, 85]

const clamped = (share: number): number => Math.min(MOST, Math.max(LEAST, share))

const neighbours = (line: HTMLElement): readonly [HTMLElement, HTMLElement] | undefined => {
  const [before, after] = [line.previousElementSibling, line.nextElementSibling]
  return before instanceof HTMLElement && after instanceof HTMLElement ? [before, after] : undefined
}

/** Shares the width of two panes among them. The page's policy forbids style attributes in HTML; a script may set them. */
const give = (line: HTMLElement, share: number): void => {
  const panes = neighbours(line)
  if (panes === undefined) return
  const [before, after] = panes
  const both = Number(getComputedStyle(before).flexGrow) + Number(getComputedStyle(after).flexGrow)
  before.style.flexGrow = String((both * share) / 100)
  after.style.flexGrow = String((both * (100 - share)) / 100)
}

export const Splitter = ({ pane }: { readonly pane: string }) => {
  const { workspace } = useMessages()
  const [share, setShare] = useState(50)
  const move = (line: HTMLElement, wanted: number) => {
    const next = clamped(wanted)
    give(line, next)
    setShare(Math.round(next))
  }
  const onDrag = (event: PointerEvent<HTMLDivElement>) => {
    const line = event.currentTarget
    const panes = neighbours(line)
    if (!line.hasPointerCapture(event.pointerId) || panes === undefined) return
    const [start, end] = [panes[0].getBoundingClientRect(), panes[1].getBoundingClientRect()]
    const isMirrored = start.left > end.left
    const from = isMirrored ? end.left : start.left
    const part = (100 * (event.clientX - from)) / (start.width + end.width)
    move(line, isMirrored ? 100 - part : part)
  }
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    // The line goes where the arrow points, also where the first pane is at the right.
    const ahead = getComputedStyle(event.currentTarget).direction === "rtl" ? -STEP : STEP
    const step = { ArrowLeft: -ahead, ArrowRight: ahead, Home: -100, End: 100 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    move(event.currentTarget, share + step)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that moves is a control (WAI-ARIA: window splitter)
    <div
      className={styles.splitter}
      role="separator"
      aria-orientation="vertical"
      aria-label={workspace.resize({ pane })}
      aria-valuenow={share}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      onKeyDown={onKey}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onDrag}
    />
  )
}
