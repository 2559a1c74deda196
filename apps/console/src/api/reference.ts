/** The OpenAPI documents of this server. */
import { createFormwork } from "@formwork/client/Formwork"
import { queryOptions } from "@tanstack/react-query"
import { api, ofThisPage } from "./api.ts"

export const appDocument = "/api/platform/openapi.json"
export const versionedDocument = "/v3/api-docs"

/** Asked for as the app API's document is, at its own address: its refusals have the same form. */
const versioned = createFormwork({
  baseUrl: location.origin,
  fetch: (_, init) => ofThisPage(versionedDocument, init),
  retries: { attempts: 1 }
})

/** Both, the versioned one first. They change with the server's release alone. */
export const documentsQuery = queryOptions({
  queryKey: ["reference"],
  queryFn: async ({ signal }) => {
    const read = await Promise.all([versioned.openapi.get({}, { signal }), api.openapi.get({}, { signal })])
    return read.map(({ body }): unknown => body)
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 300_000
})
