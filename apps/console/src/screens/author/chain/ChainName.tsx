/** A name that shows its chain: while the pointer is on it with Alt held, and at the key of the chain while it has the focus. */
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react"
import { isPressed } from "../../../keys/shortcuts.ts"
import { table } from "../../../keys/table.ts"
import { lazily } from "../../../parts/lazily.tsx"
import type { Authoring } from "../authoring/Authoring.ts"

const ChainCard = lazily(async () => (await import("./ChainCard.tsx")).ChainCard)
const ChainDialog = lazily(async () => (await import("./ChainDialog.tsx")).ChainDialog)

interface ChainNameProps {
  readonly authoring: Authoring
  /** Of the part. */
  readonly pointer: string
  /** What has the focus: a button. */
  readonly children: ReactNode
}

export const ChainName = ({ authoring, children, pointer }: ChainNameProps) => {
  const name = useRef<HTMLSpanElement>(null)
  const [isHovered, setHovered] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || !isPressed(table.chain.keys, event.nativeEvent)) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button in it has the focus, whose keys come here */}
      <span
        ref={name}
        onKeyDown={onKey}
        onPointerMove={({ altKey }) => setHovered(altKey)}
        onPointerLeave={() => setHovered(false)}
      >
        {children}
      </span>
      {isHovered && <ChainCard authoring={authoring} pointer={pointer} of={name} onClose={() => setHovered(false)} />}
      {isOpen && <ChainDialog authoring={authoring} pointer={pointer} onClose={() => setOpen(false)} />}
    </>
  )
}
