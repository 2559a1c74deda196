/** One table of the organisation: its draft, its versions, what differs between them, and the forms that use it. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { isRefusal } from "@formwork/client/FormworkError"
import type { TableInvalid } from "@formwork/client/contract"
import { api } from "./api.ts"
import { queries } from "./queries.ts"
import { type Edition, readRows } from "./tables.ts"

/** Without rows, and the `etag` that a change of the draft, or publishing it, is based on. */
export const tableQuery = (tableName: string) =>
  queryOptions({
    queryKey: ["table", tableName],
    queryFn: async ({ signal }) => {
      const { body, etag } = await api.tables.get({ tableName }, { signal })
      return { ...body, etag: etag ?? "" }
    }
  })

/** The rows of a draft as that revision left them. */
export const draftRowsQuery = (tableName: string, revision: number) =>
  queryOptions({
    queryKey: ["table rows", tableName, "draft", revision],
    queryFn: ({ signal }) => readRows(tableName, "draft", signal),
    staleTime: Infinity,
    gcTime: 60_000
  })

/** The first line of the rows, which names the columns: the rest is not read. */
const readHead = async (tableName: string, edition: Edition, signal: AbortSignal): Promise<string> => {
  const { body } = await api.tables.rows({ tableName, edition: String(edition), format: "ndjson" }, { signal })
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ""
  for (;;) {
    const { done, value } = await reader.read()
    text += decoder.decode(value, { stream: !done })
    if (!done && !text.includes("\n")) continue
    await reader.cancel()
    return text.split("\n", 1)[0] ?? ""
  }
}

/** @param revision of the draft, which the edition may be. */
export const columnsQuery = (tableName: string, edition: Edition, revision: number) =>
  queryOptions({
    queryKey: ["table rows", tableName, "columns", edition, edition === "draft" ? revision : 0],
    queryFn: ({ signal }) => readHead(tableName, edition, signal),
    staleTime: Infinity
  })

/** Where the browser gets the rows as a file. */
export const rowsAddress = (tableName: string, edition: Edition, format: "csv" | "ndjson"): string =>
  `/api/platform/tables/${encodeURIComponent(tableName)}/rows?${new URLSearchParams({ edition: String(edition), format }).toString()}`

export const tableVersionsQuery = (tableName: string) =>
  infiniteQueryOptions({
    queryKey: ["table", tableName, "versions"],
    queryFn: async ({ pageParam, signal }) =>
      (await api.tables.versions({ tableName, cursor: pageParam, limit: "50" }, { signal })).body,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined
  })

/** @param revision of the draft, which one of the two may be. */
export const tableComparisonQuery = (tableName: string, before: Edition, after: Edition, revision: number) =>
  queryOptions({
    queryKey: ["table", tableName, "compare", before, after, revision],
    queryFn: async ({ signal }) =>
      (await api.tables.compare({ tableName, before: String(before), after: String(after) }, { signal })).body,
    staleTime: Infinity
  })

/** The forms whose live version looks up in a table. */
export const tableFormsQuery = (tableName: string) =>
  queryOptions({
    queryKey: ["table", tableName, "forms"],
    queryFn: async ({ signal }) => (await api.tables.forms({ tableName }, { signal })).body.items
  })

/** After a change: what is shown of tables is read again. */
export const tablesChanged = async (): Promise<void> => {
  await Promise.all(
    ["tables", "table", "comparison", "audit"].map((first) => queries.invalidateQueries({ queryKey: [first] }))
  )
}

export type TableFault = TableInvalid["faults"][number]

/** What is wrong in a file that was refused; empty if it was refused for another reason. */
export const tableFaultsOf = (error: unknown): ReadonlyArray<TableFault> =>
  isRefusal(error, "INVALID_TABLE") ? error.problem.faults : []
