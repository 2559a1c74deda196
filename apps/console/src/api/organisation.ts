/** The organisation itself. */
import { queryOptions } from "@tanstack/react-query"
import { api } from "./api.ts"
import { queries } from "./queries.ts"

/** The organisation, and the `etag` that a change of it is based on. */
export const organisationQuery = queryOptions({
  queryKey: ["organisation"],
  queryFn: async ({ signal }) => {
    const { body, etag } = await api.organisation.get({}, { signal })
    return { ...body, etag: etag ?? "" }
  }
})

/** After its name was changed: the shell has it too. */
export const forgetOrganisation = async (): Promise<void> => {
  await Promise.all(["organisation", "me", "audit"].map((first) => queries.invalidateQueries({ queryKey: [first] })))
}
