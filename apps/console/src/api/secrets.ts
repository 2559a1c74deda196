/** The organisation's secrets, by their names: no answer has a value, and no query gets one. */
import { queryOptions } from "@tanstack/react-query"
import { api } from "./api.ts"
import { queries } from "./queries.ts"

export const secretsQuery = queryOptions({
  queryKey: ["secrets"],
  queryFn: async ({ signal }) => (await api.secrets.list({}, { signal })).body.items
})

export const forgetSecrets = async (): Promise<void> => {
  await Promise.all(["secrets", "audit"].map((first) => queries.invalidateQueries({ queryKey: [first] })))
}
