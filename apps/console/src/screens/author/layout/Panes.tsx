/** Panes beside each other, whose widths can be moved; tabs where the window is too narrow for them. */
import { Fragment, type ReactNode, useRef } from "react"
import { Tabs } from "../../../parts/Tabs.tsx"
import styles from "./Panes.module.css"
import { Splitter } from "./Splitter.tsx"

export interface Pane {
  readonly id: string
  readonly label: string
  readonly content: ReactNode
}

interface PanesProps {
  readonly label: string
  readonly panes: ReadonlyArray<Pane>
  readonly isNarrow: boolean
  /** The tab that is shown where the window is narrow. */
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

export const Panes = ({ chosen, isNarrow, label, onChoose, panes }: PanesProps) => {
  const area = useRef<HTMLDivElement>(null)
  if (isNarrow && panes.length > 1)
    return (
      <div className={styles.narrow}>
        <Tabs
          label={label}
          tabs={panes}
          chosen={panes.some(({ id }) => id === chosen) ? chosen : (panes[0]?.id ?? "")}
          onChoose={onChoose}
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
