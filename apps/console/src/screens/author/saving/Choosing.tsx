/** What two people changed both, side by side, to choose from. */
import { useState } from "react"
import { useMe } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Dialog } from "../../../parts/Dialog.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { useDraft } from "../structure/useDraft.ts"
import type { DraftStore } from "../document/DraftStore.ts"
import { type Choices, merge } from "../document/merge/merge.ts"
import type { Autosave } from "./Autosave.ts"
import { ConflictChoice } from "./ConflictChoice.tsx"
import styles from "./Collision.module.css"
import type { Collision as Collided } from "./SavedState.ts"
import { whenSaved } from "./whenSaved.ts"

interface ChoosingProps {
  readonly autosave: Autosave
  readonly store: DraftStore
  readonly collision: Collided
}

export const Choosing = ({ autosave, collision, store }: ChoosingProps) => {
  const { common, saving } = useMessages()
  const words = saving.collision
  const { text } = useDraft(store)
  const [isLater, setLater] = useState(false)
  const [choices, setChoices] = useState<Choices>(new Map())
  const { ancestor, theirs } = collision
  const conflicts = merge(ancestor, text, theirs.text)?.conflicts
  const left = conflicts?.filter(({ id }) => !choices.has(id)).length ?? 0
  const isOwn = theirs.savedById === useMe().user.id
  const who = {
    by: theirs.savedBy ?? saving.another,
    revision: theirs.revision,
    when: whenSaved(common.language, theirs.savedAt, new Date())
  }
  if (isLater)
    return (
      <Notice tone="warning" actions={<Button onPress={() => setLater(false)}>{words.open}</Button>}>
        <p>{saving.collided}</p>
      </Notice>
    )
  return (
    <Dialog
      title={isOwn ? words.titleOwn : words.title}
      size="wide"
      isOpen
      onClose={() => setLater(true)}
      actions={
        <>
          <span className={styles.left}>{left > 0 && words.left({ count: left })}</span>
          <Button onPress={() => setLater(true)}>{words.later}</Button>
          <Button
            look="primary"
            isDisabled={conflicts === undefined || left > 0}
            onPress={() => void autosave.resolve(choices)}
          >
            {words.submit}
          </Button>
        </>
      }
    >
      <p>
        <Foreign text={conflicts === undefined ? words.broken : isOwn ? words.whyOwn(who) : words.why(who)} />
      </p>
      {conflicts?.map((conflict) => (
        <ConflictChoice
          key={conflict.id}
          conflict={conflict}
          chosen={choices.get(conflict.id)}
          onChoose={(side) => setChoices(new Map([...choices, [conflict.id, side]]))}
        />
      ))}
    </Dialog>
  )
}
