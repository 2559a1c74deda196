/** Forms, their drafts and their versions. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { api } from "./api.ts"
import { queries } from "./queries.ts"

/** The filters of a list of forms. A filter that is left out lets every form pass. */
export interface FormFilter {
  /** An id, or `top` for forms in no folder. */
  readonly folder?: string
  readonly text?: string
  readonly live?: boolean
  readonly archived?: boolean
}

const flag = (value: boolean | undefined): string | undefined => (value === undefined ? undefined : String(value))

export const formsQuery = ({ archived, folder, live, text }: FormFilter) =>
  infiniteQueryOptions({
    queryKey: ["forms", { archived, folder, live, text }],
    queryFn: async ({ pageParam, signal }) =>
      (
        await api.forms.list(
          { folder, text, live: flag(live), archived: flag(archived), cursor: pageParam, limit: "50" },
          { signal }
        )
      ).body,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined
  })

export const formQuery = (formId: string) =>
  queryOptions({
    queryKey: ["form", formId],
    queryFn: async ({ signal }) => (await api.forms.get({ formId }, { signal })).body
  })

/** The draft and the `etag` that a change of it, or publishing it, is based on. */
export const savedDraftQuery = (formId: string) =>
  queryOptions({
    queryKey: ["form", formId, "draft"],
    queryFn: async ({ signal }) => {
      const { body, etag } = await api.drafts.get({ formId }, { signal })
      return { ...body, etag: etag ?? "" }
    }
  })

export const versionsQuery = (formId: string) =>
  infiniteQueryOptions({
    queryKey: ["form", formId, "versions"],
    queryFn: async ({ pageParam, signal }) =>
      (await api.versions.list({ formId, cursor: pageParam, limit: "50" }, { signal })).body,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined
  })

/** A version never changes. */
export const versionQuery = (formId: string, versionId: string) =>
  queryOptions({
    queryKey: ["form", formId, "version", versionId],
    queryFn: async ({ signal }) => (await api.versions.get({ formId, versionId }, { signal })).body,
    staleTime: Infinity
  })

/** What the live version asks for, with an example that is valid today. */
export const schemaQuery = (formId: string) =>
  queryOptions({
    queryKey: ["form", formId, "schema"],
    queryFn: async ({ signal }) => (await api.forms.schema({ formId }, { signal })).body
  })

/** After a change of one form: what is shown of it, and of the lists and folders that it is in, is read again. */
export const formChanged = async (formId?: string): Promise<void> => {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ["forms"] }),
    queries.invalidateQueries({ queryKey: ["folders"] }),
    formId === undefined ? undefined : queries.invalidateQueries({ queryKey: ["form", formId] })
  ])
}
