/** Effects of submissions. */
import { queryOptions } from "@tanstack/react-query"
import { api } from "./api.ts"

/** How many effects failed for good. */
export const deadEffectsQuery = queryOptions({
  queryKey: ["effects", "dead"],
  queryFn: async ({ signal }) => {
    const { states } = (await api.effects.summary({}, { signal })).body
    const { count = 0, hasMore = false } = states.find(({ state }) => state === "dead") ?? {}
    return { count, hasMore }
  }
})
