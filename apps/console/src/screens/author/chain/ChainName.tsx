/** A name that shows its chain: while the pointer is on it with Alt held, and at the key of the chain while it has the focus. */
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react"
import { Popover } from "react-aria-components/Popover"
import { isPressed } from "../../../keys/shortcuts.ts"
import { table } from "../../../keys/table.ts"
import type { Authoring } from "../authoring/Authoring.ts"
import styles from "./Chain.module.css"
import { ChainDialog } from "./ChainDialog.tsx"
import { ChainTree } from "./ChainTree.tsx"
import { useChain } from "./useChain.ts"

interface ChainNameProps {
  readonly authoring: Authoring
  /** Of the part. */
  readonly pointer: string
  /** What has the focus: a button. */
  readonly children: ReactNode
}

const Card = ({ authoring, pointer }: Pick<ChainNameProps, "authoring" | "pointer">) => {
  const chain = useChain(authoring, pointer)
  return chain === undefined ? null : <ChainTree authoring={authoring} chain={chain} />
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
      {isHovered && (
        <Popover
          className={styles.card ?? ""}
          triggerRef={name}
          isOpen
          isNonModal
          placement="top start"
          onOpenChange={setHovered}
        >
          <div role="tooltip">
            <Card authoring={authoring} pointer={pointer} />
          </div>
        </Popover>
      )}
      {isOpen && <ChainDialog authoring={authoring} pointer={pointer} onClose={() => setOpen(false)} />}
    </>
  )
}
