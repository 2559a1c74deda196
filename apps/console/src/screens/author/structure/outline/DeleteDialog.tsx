/** What reads a field that is to be deleted. */
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Dialog } from "../../../../parts/Dialog.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import type { Draft } from "../../document/Draft.ts"
import styles from "./DeleteDialog.module.css"
import { placeName } from "./placeName.ts"
import type { Deletion } from "./useDelete.ts"

/** Places that are listed; of more there is the number. */
const SHOWN = 12

interface DeleteDialogProps {
  readonly deletion: Deletion
  readonly good: Draft["good"]
}

export const DeleteDialog = ({ deletion, good }: DeleteDialogProps) => {
  const { common, structure } = useMessages()
  const { asked } = deletion
  if (asked === undefined || good === undefined) return null
  const { item, references } = asked
  const places = [...new Set(references.map(({ pointer }) => placeName(good.tree, pointer).join(" · ")))]
  return (
    <Dialog
      title={structure.deleting.title({ name: item.name })}
      role="alertdialog"
      isOpen
      onClose={deletion.cancel}
      actions={
        <>
          <Button onPress={deletion.cancel}>{common.cancel}</Button>
          <Button look="danger" autoFocus onPress={deletion.confirm}>
            {structure.deleting.submit}
          </Button>
        </>
      }
    >
      <p>
        <Foreign text={structure.deleting.why({ count: places.length, name: item.name })} />
      </p>
      <ul className={styles.places}>
        {places.slice(0, SHOWN).map((place) => (
          <li key={place}>
            <Foreign text={place} />
          </li>
        ))}
        {places.length > SHOWN && <li>{structure.deleting.more({ count: places.length - SHOWN })}</li>}
      </ul>
    </Dialog>
  )
}
