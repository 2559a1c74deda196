/** The whole chain of a part. Each name leads to its part. */
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Dialog } from "../../../parts/Dialog.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import { ChainTree } from "./ChainTree.tsx"
import { partName } from "./partName.ts"
import { useChain } from "./useChain.ts"

interface ChainDialogProps {
  readonly authoring: Authoring
  readonly pointer: string
  readonly onClose: () => void
}

export const ChainDialog = ({ authoring, onClose, pointer }: ChainDialogProps) => {
  const { common, workspace } = useMessages()
  const chain = useChain(authoring, pointer)
  const go = (to: string): void => {
    onClose()
    authoring.store.select(to)
    // The dialog gives the focus back to where it was opened, and then the place gets it.
    setTimeout(() => authoring.reveal({ pointer: to }), 0)
  }
  return (
    <Dialog
      title={workspace.chain.title({ name: partName(authoring, pointer) })}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{common.close}</Button>}
    >
      {chain !== undefined && <ChainTree authoring={authoring} chain={chain} onGo={go} />}
    </Dialog>
  )
}
