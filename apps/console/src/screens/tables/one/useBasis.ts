/** The draft that the person has looked at. A newer one never takes its place by itself. */
import { useState } from "react"
import type { ReadTable } from "./ReadTable.ts"

/** @param table as it was read last. */
export const useBasis = (table: ReadTable) => {
  const [basis, setBasis] = useState(table)
  return { basis, isStale: basis.draftRevision !== table.draftRevision, take: () => setBasis(table) }
}
