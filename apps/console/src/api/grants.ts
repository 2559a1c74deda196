/** What each privilege allows, in the server's sentences. */
import { queryOptions } from "@tanstack/react-query"
import { api } from "./api.ts"

export const privilegesQuery = queryOptions({
  queryKey: ["privileges"],
  queryFn: async ({ signal }) => (await api.grants.privileges({}, { signal })).body.items,
  staleTime: Number.POSITIVE_INFINITY
})
