/** Drafts of forms as texts: what an author typed is sent as it is, and never parsed and written again. */
import { createFormwork } from "@formwork/client/Formwork"
import { queryOptions } from "@tanstack/react-query"
import { api, ofThisPage } from "./api.ts"

/** A draft as the server has it. */
export interface StoredDraft {
  readonly revision: number
  /** The definition. The server keeps it without the author's white space. */
  readonly text: string
  /** RFC 3339. */
  readonly savedAt: string
  /** The name of the person or the key; undefined where it is not known. */
  readonly savedBy: string | undefined
  /** The id of that person or key. */
  readonly savedById: string | undefined
}

export const readDraft = async (formId: string, signal?: AbortSignal): Promise<StoredDraft> => {
  const { body } = await api.drafts.get({ formId }, signal === undefined ? {} : { signal })
  return {
    revision: body.revision,
    text: JSON.stringify(body.definition),
    savedAt: body.updatedAt,
    savedBy: body.updatedBy?.name,
    savedById: body.updatedBy?.id
  }
}

/**
 * Saves a text as the next revision.
 * @param revision that it was made of.
 * @returns the revision that it became. Rejects as every call does: 409 `CONFLICT` where the draft has another revision by now.
 */
export const saveDraft = async (formId: string, text: string, revision: number): Promise<number> => {
  const client = createFormwork({
    baseUrl: location.origin,
    fetch: (input, init) => ofThisPage(input, { ...init, body: `{"definition":${text}}` }),
    retries: { attempts: 1 }
  })
  const { body } = await client.drafts.save({ formId, ifMatch: `"${revision}"`, body: { definition: {} } })
  return body.draftRevision
}

/** JSON of the definition of the live version; null where the form has none. */
export const liveDefinitionQuery = (formId: string) =>
  queryOptions({
    queryKey: ["forms", formId, "live definition"],
    queryFn: async ({ signal }): Promise<string | null> => {
      const { body } = await api.forms.get({ formId }, { signal })
      if (body.liveVersionId === null) return null
      const live = await api.versions.get({ formId, versionId: body.liveVersionId }, { signal })
      return JSON.stringify(live.body.definition)
    }
  })
