/** The keyboard shortcuts of the console, by where they are pressed. */
import { useEffect } from "react"
import { useValue } from "../../api/value.ts"
import { characterKeys, setCharacterKeys } from "../../keys/characterKeys.ts"
import { helpOpen, openAtKey } from "../../keys/help.ts"
import { shownKeys } from "../../keys/shortcuts.ts"
import { type ShortcutId, table } from "../../keys/table.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { Button } from "../../parts/Button.tsx"
import { Checkbox } from "../../parts/Checkbox.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import styles from "./ShortcutHelp.module.css"

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table are the ids
const ids = Object.keys(table) as ReadonlyArray<ShortcutId>

const places = [...new Set(ids.map((id) => table[id].where))]

export const ShortcutHelp = () => {
  const { common, shortcuts } = useMessages()
  const isOpen = useValue(helpOpen)
  const areCharactersOn = useValue(characterKeys)
  useEffect(openAtKey, [])
  const close = () => helpOpen.set(false)
  return (
    <Dialog
      title={shortcuts.title}
      isOpen={isOpen}
      onClose={close}
      actions={<Button onPress={close}>{common.close}</Button>}
    >
      {places.map((where) => (
        <section key={where} aria-label={shortcuts.where[where]}>
          <h3 className={styles.where}>{shortcuts.where[where]}</h3>
          <dl className={styles.list}>
            {ids
              .filter((id) => table[id].where === where)
              .map((id) => (
                <div key={id} className={styles.line}>
                  <dt>{shortcuts.does[id]}</dt>
                  <dd className={styles.keys}>
                    {shownKeys(table[id].keys, shortcuts.keys).map((key) => (
                      <kbd key={key} className={styles.key}>
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <Checkbox description={shortcuts.charactersWhy} isSelected={areCharactersOn} onChange={setCharacterKeys}>
        {shortcuts.characters}
      </Checkbox>
    </Dialog>
  )
}
