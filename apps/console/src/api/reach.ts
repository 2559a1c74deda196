/** The forms that a key can be limited to. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api } from "./api.ts"

/** The 100 newest forms, and with a text those that have it in their title or code. */
export const formChoicesQuery = (text: string) =>
  queryOptions({
    queryKey: ["forms", "choices", text],
    queryFn: async ({ signal }) => {
      const request = { limit: "100", archived: "false", ...(text === "" ? {} : { text }) }
      return (await api.forms.list(request, { signal })).body.items
    },
    placeholderData: keepPreviousData
  })
