/** The submissions that are selected: some of the rows, or all that pass the filters. */
import { useMemo, useState } from "react"
import type { Selected } from "../../../parts/grid/selected.ts"
import type { Reading } from "./useReading.ts"

const nothing: Selected = new Set()

export const useSelection = ({ readAll, rows, stopAll }: Reading) => {
  const [some, setSome] = useState<Selected>(nothing)
  const [isAll, setAll] = useState(false)
  const selected = useMemo(() => (isAll ? new Set(rows.map(({ id }) => id)) : some), [isAll, rows, some])
  const chosen = useMemo(() => (selected.size === 0 ? [] : rows.filter(({ id }) => selected.has(id))), [rows, selected])
  const select = (next: Selected) => {
    stopAll()
    setAll(false)
    setSome(next)
  }
  return {
    selected,
    chosen,
    isAll,
    onSelect: select,
    onClear: () => select(nothing),
    /** What was read until now stays selected. */
    onStop: () => select(selected),
    /** Those that are not read yet are read first. */
    onAll: () => {
      setAll(true)
      readAll()
    }
  }
}
