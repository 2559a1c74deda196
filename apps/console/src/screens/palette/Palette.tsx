/** Goes to what is typed, or does it: a field with a list, over any screen (⌘K). */
import { useId, useState } from "react"
import type { KeyboardEvent } from "react"
import { Dialog } from "react-aria-components/Dialog"
import { Modal, ModalOverlay } from "react-aria-components/Modal"
import { useMessages } from "../../messages/useMessages.ts"
import { focusHeading } from "../../parts/focusHeading.ts"
import { Foreign } from "../../parts/Foreign.tsx"
import type { Entry } from "./Entry.ts"
import { elementOf, Results } from "./Results.tsx"
import { useActions } from "./useActions.ts"
import { useFound } from "./useFound.ts"
import { usePaused } from "./usePaused.ts"
import styles from "./Palette.module.css"

/** The lines for what is typed, and which of them is active: the first, until another one is chosen. */
const useLines = (typed: string) => {
  const text = typed.trim()
  const { groups: found, isSearching } = useFound(text, usePaused(text))
  const groups = [...useActions(text), ...found].filter(({ entries }) => entries.length > 0)
  const entries = groups.flatMap((group) => group.entries)
  const [chosen, setChosen] = useState<{ readonly text: string; readonly id: string } | undefined>()
  const kept = chosen?.text === text ? entries.find(({ id }) => id === chosen.id) : undefined
  const active = kept ?? entries[0]
  // What is active stays it when answers bring lines above it: Enter does what is seen.
  if (active !== undefined && kept === undefined) setChosen({ text, id: active.id })
  const move = (steps: number) => {
    const at = entries.findIndex(({ id }) => id === active?.id)
    const next = entries.at((at + steps) % entries.length)
    if (next !== undefined) setChosen({ text, id: next.id })
  }
  return {
    text,
    groups,
    entries,
    active,
    isSearching,
    move,
    choose: (id: string) => setChosen({ text, id })
  }
}

const Search = ({ onClose }: { readonly onClose: () => void }) => {
  const { palette } = useMessages()
  const list = useId()
  const [typed, setTyped] = useState("")
  const { active, choose, entries, groups, isSearching, move, text } = useLines(typed)
  const run = (entry: Entry | undefined) => {
    if (entry === undefined || entry.lacking !== undefined) return
    entry.run()
    if (entry.stays === true) return
    onClose()
    // Where another thing of the same kind is shown now, what had the focus before is gone.
    focusHeading()
  }
  const steps: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => run(active)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    // An input method confirms its own proposals by Enter.
    if (step === undefined || event.nativeEvent.isComposing) return
    event.preventDefault()
    step()
  }
  const said = isSearching
    ? palette.searching
    : entries.length === 0
      ? palette.nothing({ text })
      : palette.found({ n: entries.length })
  return (
    <>
      <input
        className={styles.field}
        type="text"
        role="combobox"
        aria-label={palette.label}
        aria-expanded={entries.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : elementOf(list, active.id)}
        placeholder={palette.label}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={200}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there to be typed in
        autoFocus
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
      />
      {entries.length > 0 && (
        <Results id={list} groups={groups} active={active?.id} onChoose={run} onPoint={({ id }) => choose(id)} />
      )}
      <div className={styles.foot}>
        <span role="status">
          <Foreign text={said} />
        </span>
        <span aria-hidden="true" className={styles.how}>
          {palette.keysWhy}
        </span>
      </div>
    </>
  )
}

export const Palette = ({ onClose }: { readonly onClose: () => void }) => {
  const { palette } = useMessages()
  return (
    <ModalOverlay
      className={styles.overlay ?? ""}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Modal className={styles.modal ?? ""}>
        <Dialog className={styles.dialog ?? ""} aria-label={palette.title}>
          <Search onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
