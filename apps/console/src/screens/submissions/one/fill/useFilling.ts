/** The live version of a form, open in the page with the values of a draft. */
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { EngineClient } from "../../../author/engine/EngineClient.ts"
import type { SentTables } from "../../../author/engine/SentTable.ts"
import { startEngineWorker } from "../../../author/engine/startEngineWorker.ts"
import { TryOutStore } from "../../../author/tryOut/TryOutStore.ts"

export interface Filling {
  readonly engine: EngineClient
  readonly store: TryOutStore
  /** JSON of what would be saved at the beginning. */
  readonly opened: string
}

/**
 * @param definition JSON of the live version.
 * @param data JSON of the draft's values, read when the form is opened.
 * @returns undefined until the form runs.
 */
export const useFilling = (definition: string, data: string): Filling | undefined => {
  const [filling, setFilling] = useState<Filling>()
  const [first] = useState(data)
  const cache = useQueryClient()
  useEffect(() => {
    const engine = new EngineClient(startEngineWorker)
    const store = new TryOutStore(engine, () => new Date())
    let isOpen = false
    const open = (): void => {
      if (isOpen || store.getSnapshot().session === undefined) return
      isOpen = true
      store.setPayload(first)
      setFilling({ engine, store, opened: store.getSnapshot().payload })
    }
    const ends = [store.subscribe(open), store.begin()]
    let isOver = false
    const begin = (named?: SentTables): void => {
      if (isOver) return
      if (named !== undefined && named.tables.length > 0) engine.provide(named)
      engine.define(definition)
    }
    // Without its tables the form says what it lacks.
    import("../../../../api/tables.ts")
      .then(({ tablesOf }) => tablesOf(cache, [JSON.parse(definition)]))
      .then(begin, () => begin())
    return () => {
      isOver = true
      for (const end of ends) end()
      engine.end()
      setFilling(undefined)
    }
  }, [cache, definition, first])
  return filling
}
