/** People, their roles and their invitations. A link never gets into a query. */
import { queryOptions } from "@tanstack/react-query"
import { api } from "./api.ts"
import { queries } from "./queries.ts"

export const peopleQuery = queryOptions({
  queryKey: ["people"],
  queryFn: async ({ signal }) => (await api.users.list({}, { signal })).body.items
})

export const personQuery = (userId: string) =>
  queryOptions({
    queryKey: ["people", userId],
    queryFn: async ({ signal }) => (await api.users.get({ userId }, { signal })).body
  })

export const rolesQuery = queryOptions({
  queryKey: ["roles"],
  queryFn: async ({ signal }) => (await api.grants.roles({}, { signal })).body.items,
  staleTime: Number.POSITIVE_INFINITY
})

/** After a person was changed: their keys may have ended, and the person may be the one who is signed in. */
export const forgetPeople = async (): Promise<void> => {
  await Promise.all(["people", "keys", "audit", "me"].map((first) => queries.invalidateQueries({ queryKey: [first] })))
}
