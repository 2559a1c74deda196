/** Folders. There are at most 1,000, so all are read at once. */
import { queryOptions } from "@tanstack/react-query"
import type { Folder } from "@formwork/client/contract"
import { api } from "./api.ts"

export const foldersQuery = queryOptions({
  queryKey: ["folders"],
  queryFn: async ({ signal }): Promise<ReadonlyArray<Folder>> => (await api.folders.list({}, { signal })).body.items
})
