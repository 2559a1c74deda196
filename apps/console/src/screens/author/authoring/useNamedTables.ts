/** Gives the engine the tables of the organisation that the draft and the live version name. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import type { Json } from "@formwork/rules/Json"
import { tableReferences } from "@formwork/rules/tableReferences"
import type { Authoring } from "./Authoring.ts"

/** Nothing is looked for until the author pauses. */
const PAUSE_MILLIS = 250

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

/** Most forms name no table, and need nothing of what fetches them. */
const fetchTables = async (client: QueryClient, definitions: ReadonlyArray<Json>) => {
  const { tablesOf } = await import("../../../api/tables.ts")
  return tablesOf(client, definitions)
}

/** @returns what ends it. */
const follow = (client: QueryClient, { engine, store }: Authoring, live: string | null): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = "[]"
  let isOver = false
  const look = (): void => {
    const definitions = [store.getSnapshot().text, live ?? ""].flatMap(definitionIn)
    const named = JSON.stringify(definitions.flatMap(tableReferences))
    if (named === asked) return
    asked = named
    fetchTables(client, definitions).then(
      (tables) => {
        if (!isOver && named === asked) engine.provide(tables)
      },
      // The next text looks again. Until then the check says that they are not there.
      () => (asked = "[]")
    )
  }
  const later = (): void => {
    clearTimeout(timer)
    timer = setTimeout(look, PAUSE_MILLIS)
  }
  look()
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
