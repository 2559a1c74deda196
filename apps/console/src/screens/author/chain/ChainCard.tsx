/** A chain beside the name that the pointer is on. It takes no focus, and goes with the pointer. */
import type { RefObject } from "react"
import { Popover } from "react-aria-components/Popover"
import type { Authoring } from "../authoring/Authoring.ts"
import styles from "./Chain.module.css"
import { ChainTree } from "./ChainTree.tsx"
import { useChain } from "./useChain.ts"

interface ChainCardProps {
  readonly authoring: Authoring
  /** Of the part. */
  readonly pointer: string
  /** The name. */
  readonly of: RefObject<Element | null>
  readonly onClose: () => void
}

export const ChainCard = ({ authoring, of, onClose, pointer }: ChainCardProps) => {
  const chain = useChain(authoring, pointer)
  return (
    <Popover
      className={styles.card ?? ""}
      triggerRef={of}
      isOpen
      isNonModal
      placement="top start"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <div role="tooltip">{chain !== undefined && <ChainTree authoring={authoring} chain={chain} />}</div>
    </Popover>
  )
}
