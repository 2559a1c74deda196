/** The person's own sessions. */
import { queryOptions } from "@tanstack/react-query"
import { api } from "./api.ts"

export const sessionsQuery = queryOptions({
  queryKey: ["me", "sessions"],
  queryFn: async ({ signal }) => (await api.me.sessions({}, { signal })).body.items
})
