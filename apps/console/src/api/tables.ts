/** Tables of the organisation: what the engine in the page needs of them. */
import { queryOptions, type QueryClient } from "@tanstack/react-query"
import type { Json } from "@formwork/rules/Json"
import { type TableReference, tableReferences, versionKey } from "@formwork/rules/tableReferences"
import type { Table } from "@formwork/client/contract"
import { api } from "./api.ts"
import { meQuery } from "./me.ts"

/** A version of a table with its rows. */
export interface FetchedTable {
  readonly table: string
  readonly version: number
  readonly text: string
}

/** Every table, without rows. */
const tablesQuery = queryOptions({
  queryKey: ["tables"],
  queryFn: async ({ signal }): Promise<ReadonlyArray<Table>> => (await api.tables.list({}, { signal })).body.items,
  staleTime: 30_000,
  retry: false
})

/** The rows of a version, which never change. */
const rowsQuery = (tableName: string, version: number) =>
  queryOptions({
    queryKey: ["tables", tableName, "rows", version],
    queryFn: async ({ signal }) => {
      const { body } = await api.tables.rows({ tableName, edition: String(version), format: "ndjson" }, { signal })
      return new Response(body).text()
    },
    staleTime: Infinity,
    retry: false
  })

const fetched = async (
  client: QueryClient,
  all: ReadonlyArray<Table>,
  reference: TableReference
): Promise<FetchedTable | undefined> => {
  const newest = all.find(({ name }) => name === reference.table)?.version ?? 0
  const version = reference.version ?? newest
  if (version < 1 || version > newest) return undefined
  return { table: reference.table, version, text: await client.fetchQuery(rowsQuery(reference.table, version)) }
}

/** The tables that some definitions name: those that there are, and that the person may read. */
export const tablesOf = async (
  client: QueryClient,
  definitions: ReadonlyArray<Json>
): Promise<ReadonlyArray<FetchedTable>> => {
  const wanted = new Map(
    definitions.flatMap(tableReferences).map((one) => [versionKey(one.table, one.version), one] as const)
  )
  if (wanted.size === 0) return []
  const { privileges } = await client.fetchQuery(meQuery)
  if (!privileges.includes("table:read")) return []
  const all = await client.fetchQuery(tablesQuery)
  const found = await Promise.all([...wanted.values()].map((one) => fetched(client, all, one)))
  const tables = new Map(found.flatMap((one) => (one === undefined ? [] : [[versionKey(one.table, one.version), one]])))
  return [...tables.values()]
}
