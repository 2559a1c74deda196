/** Panes beside each other, whose widths can be moved; tabs where the window is too narrow for them. */
import { Fragment, type ReactNode, useRef, useState } from "react"
import { Tabs } from "../../../parts/Tabs.tsx"
import styles from "./Panes.module.css"
import { Splitter } from "./Splitter.tsx"
import { useNarrow } from "./useNarrow.ts"

export interface Pane {
  readonly id: string
  readonly label: string
  readonly content: ReactNode
}

interface PanesProps {
  readonly label: string
  readonly panes: ReadonlyArray<Pane>
}

/** Pixels below which panes become tabs. */
const NARROW = 900

export const Panes = ({ label, panes }: PanesProps) => {
  const [chosen, setChosen] = useState(panes[0]?.id ?? "")
  const area = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow(NARROW)
  if (isNarrow && panes.length > 1)
    return (
      <div className={styles.narrow}>
        <Tabs
          label={label}
          tabs={panes}
          chosen={panes.some(({ id }) => id === chosen) ? chosen : (panes[0]?.id ?? "")}
          onChoose={setChosen}
        />
      </div>
    )
  return (
    <div className={styles.panes} ref={area}>
      {panes.map(({ content, id, label: name }, index) => (
        <Fragment key={id}>
          {index > 0 && <Splitter pane={name} />}
          <section className={styles.pane} aria-label={name}>
            {content}
          </section>
        </Fragment>
      ))}
    </div>
  )
}
