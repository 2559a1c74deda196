/** Gives the engine the tables of the organisation that the draft and the live version name. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import type { Json } from "@formwork/rules/Json"
import type { Authoring } from "./Authoring.ts"

/** Nothing is looked for until the author pauses. */
const PAUSE_MILLIS = 250

/** What definitions name that name no table. */
const NONE = "[]"

/** Most forms name no table, and their texts are not read for it. */
const definitionIn = (text: string): ReadonlyArray<Json> => {
  if (!text.includes('"tables"')) return []
  try {
    const definition: Json = JSON.parse(text)
    return [definition]
  } catch {
    return []
  }
}

/** @returns what ends it. */
const follow = (client: QueryClient, { engine, store }: Authoring, live: string | null): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = NONE
  let isOver = false
  const look = async (): Promise<void> => {
    const definitions = [store.getSnapshot().text, live ?? ""].flatMap(definitionIn)
    if (definitions.length === 0 && asked === NONE) return
    try {
      // Most forms name no table, and need nothing of what fetches them.
      const { namesIn, tablesOf } = await import("../../../api/tables.ts")
      const named = namesIn(definitions)
      if (isOver || named === asked) return
      asked = named
      const tables = await tablesOf(client, definitions)
      if (!isOver && named === asked) engine.provide(tables)
    } catch {
      // The next text looks again. Until then the check says that they are not there.
      asked = NONE
    }
  }
  const later = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void look(), PAUSE_MILLIS)
  }
  void look()
  const end = store.subscribe(later)
  return () => {
    isOver = true
    clearTimeout(timer)
    end()
  }
}

/** @param live JSON of the live version; null or undefined where none is known. */
export const useNamedTables = (authoring: Authoring, live: string | null | undefined): void => {
  const client = useQueryClient()
  useEffect(() => follow(client, authoring, live ?? null), [client, authoring, live])
}
