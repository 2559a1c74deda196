/** Every place that a part can move to, to choose from by name. */
import { useState } from "react"
import { ListBox, ListBoxItem } from "react-aria-components/ListBox"
import { useMessages } from "../../../../messages/useMessages.ts"
import type { Messages } from "../../../../messages/Messages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Dialog } from "../../../../parts/Dialog.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { signed } from "../../../../parts/foreignText.ts"
import menu from "../../../../parts/Menu.module.css"
import { TextField } from "../../../../parts/TextField.tsx"
import type { Draft } from "../../document/Draft.ts"
import styles from "./MoveDialog.module.css"
import { type Place, placesFor } from "./moves.ts"
import type { OutlineItem } from "./OutlineItem.ts"

interface MoveDialogProps {
  readonly item: OutlineItem
  readonly good: Draft["good"]
  readonly onMove: (place: Place) => void
  readonly onClose: () => void
}

const wordsOf = ({ move }: Messages["structure"], { after, of }: Place): string => {
  if (of === undefined) return after === undefined ? move.first : move.after({ name: after })
  return after === undefined ? move.firstOf({ name: of }) : move.afterIn({ list: of, name: after })
}

export const MoveDialog = ({ good, item, onClose, onMove }: MoveDialogProps) => {
  const { common, structure } = useMessages()
  const [filter, setFilter] = useState("")
  const places = (good === undefined ? [] : placesFor(good.tree, item.pointer))
    .map((place) => ({ id: `${place.list} ${place.index}`, words: wordsOf(structure, place), place }))
    .filter(({ words }) => words.toLowerCase().includes(filter.trim().toLowerCase()))
  return (
    <Dialog
      title={structure.move.title({ name: item.name })}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{common.cancel}</Button>}
    >
      <div className={styles.content}>
        <TextField label={structure.move.filter} value={filter} onChange={setFilter} autoFocus />
        <ListBox
          aria-label={structure.move.places}
          className={styles.places ?? ""}
          items={places}
          onAction={(id) => {
            const chosen = places.find((one) => one.id === id)
            if (chosen !== undefined) onMove(chosen.place)
          }}
          renderEmptyState={() => <p className={styles.none}>{structure.move.none}</p>}
        >
          {({ id, words }) => (
            <ListBoxItem id={id} textValue={signed(words)} className={menu.item ?? ""}>
              <Foreign text={words} />
            </ListBoxItem>
          )}
        </ListBox>
      </div>
    </Dialog>
  )
}
