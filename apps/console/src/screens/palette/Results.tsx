/** The lines of the palette, by kind. The field above has the focus; one line is the active one. */
import { useEffect, useRef } from "react"
import { shownKeys } from "../../keys/shortcuts.ts"
import { table } from "../../keys/table.ts"
import { classes } from "../../parts/classes.ts"
import { Foreign } from "../../parts/Foreign.tsx"
import { useMessages } from "../../messages/useMessages.ts"
import type { Entry, EntryGroup } from "./Entry.ts"
import styles from "./Palette.module.css"

interface ResultsProps {
  readonly id: string
  readonly groups: ReadonlyArray<EntryGroup>
  readonly active: string | undefined
  readonly onChoose: (entry: Entry) => void
  readonly onPoint: (entry: Entry) => void
}

/** The id of a line's element. */
export const elementOf = (list: string, entry: string): string => `${list}-${entry.replaceAll(/\W/gu, "-")}`

const Words = ({ entry: { hint, isForeign = false, label, lacking, shortcut } }: { readonly entry: Entry }) => {
  const { shortcuts } = useMessages()
  return (
    <>
      <span className={styles.name}>{isForeign ? <Foreign text={label} isName /> : label}</span>
      {(lacking ?? hint) !== undefined && (
        <span className={styles.hint}>
          <Foreign text={lacking ?? hint ?? ""} />
        </span>
      )}
      {shortcut !== undefined && (
        <span className={styles.keys}>
          {shownKeys(table[shortcut].keys, shortcuts.keys).map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </>
  )
}

export const Results = ({ active, groups, id, onChoose, onPoint }: ResultsProps) => {
  const { palette } = useMessages()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" })
  }, [active])
  return (
    <div ref={list} id={id} role="listbox" aria-label={palette.list} className={styles.results}>
      {groups.map((group) => (
        <div key={group.id} role="group" aria-labelledby={elementOf(id, `group ${group.id}`)}>
          <div id={elementOf(id, `group ${group.id}`)} role="presentation" className={styles.group}>
            {group.label}
          </div>
          {group.entries.map((entry) => (
            // The field above has the keys of the whole list.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={entry.id}
              id={elementOf(id, entry.id)}
              role="option"
              aria-selected={entry.id === active}
              aria-disabled={entry.lacking !== undefined || undefined}
              className={classes(styles.entry, entry.lacking !== undefined && styles.lacking)}
              onClick={() => onChoose(entry)}
              onPointerMove={() => onPoint(entry)}
            >
              <Words entry={entry} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
