/** Tables of the organisation: all of them, and what the engine in the page needs of them. */
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
export const tablesQuery = queryOptions({
  queryKey: ["tables"],
  queryFn: async ({ signal }): Promise<ReadonlyArray<Table>> => (await api.tables.list({}, { signal })).body.items
})

/** `draft`, or the number of a version. */
export type Edition = "draft" | number

export const readRows = async (tableName: string, edition: Edition, signal: AbortSignal): Promise<string> => {
  const { body } = await api.tables.rows({ tableName, edition: String(edition), format: "ndjson" }, { signal })
  return new Response(body).text()
}

/** The rows of a version, which never change. */
export const versionRowsQuery = (tableName: string, version: number) =>
  queryOptions({
    queryKey: ["table rows", tableName, version],
    queryFn: ({ signal }) => readRows(tableName, version, signal),
    staleTime: Infinity
  })

const fetched = async (
  client: QueryClient,
  all: ReadonlyArray<Table>,
  reference: TableReference
): Promise<FetchedTable | undefined> => {
  const newest = all.find(({ name }) => name === reference.table)?.version ?? 0
  const version = reference.version ?? newest
  if (version < 1 || version > newest) return undefined
  const rows = { ...versionRowsQuery(reference.table, version), retry: false }
  return { table: reference.table, version, text: await client.fetchQuery(rows) }
}

/** What definitions name, to be compared with what they named before. */
export const namesIn = (definitions: ReadonlyArray<Json>): string =>
  JSON.stringify(definitions.flatMap(tableReferences))

/** What is known of the tables that some definitions name. */
interface NamedTables {
  /** Those that there are. */
  readonly tables: ReadonlyArray<FetchedTable>
  /** Every published table with the number of its newest version, where a definition names any. Left out where the person reads no tables. */
  readonly published?: ReadonlyArray<readonly [name: string, newest: number]>
}

/** The tables that some definitions name: those that there are, and that the person may read. */
export const tablesOf = async (client: QueryClient, definitions: ReadonlyArray<Json>): Promise<NamedTables> => {
  const wanted = new Map(
    definitions.flatMap(tableReferences).map((one) => [versionKey(one.table, one.version), one] as const)
  )
  if (wanted.size === 0) return { tables: [] }
  const { privileges } = await client.fetchQuery(meQuery)
  if (!privileges.includes("table:read")) return { tables: [] }
  const all = await client.fetchQuery({ ...tablesQuery, staleTime: 30_000, retry: false })
  const found = await Promise.all([...wanted.values()].map((one) => fetched(client, all, one)))
  const tables = new Map(found.flatMap((one) => (one === undefined ? [] : [[versionKey(one.table, one.version), one]])))
  const published = all.flatMap(({ name, version }) => (version === null ? [] : [[name, version] as const]))
  return { tables: [...tables.values()], published }
}
