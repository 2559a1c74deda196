/** Who is signed in, and what they may do. */
import { queryOptions, useSuspenseQuery } from "@tanstack/react-query"
import { api } from "./api.ts"

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: async ({ signal }) => (await api.me.get({}, { signal })).body,
  staleTime: 60_000
})

/** The person on every screen behind the door; the shell has read it before. */
export const useMe = () => useSuspenseQuery(meQuery).data

/** Whether the person has a privilege: `apikey:write`. */
export const useMay = (privilege: string): boolean => useMe().privileges.some((held) => held === privilege)
