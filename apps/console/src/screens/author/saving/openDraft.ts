/** A form's draft, opened for writing. */
import { queryOptions } from "@tanstack/react-query"
import { readDraft, saveDraft, type StoredDraft } from "../../../api/drafts.ts"
import { keeperOf, keptDraft } from "../../../api/keptDrafts.ts"
import { noteSessionEnd } from "../../../api/queries.ts"
import { layOut } from "../document/layOut.ts"
import { DraftStore } from "../document/DraftStore.ts"
import { Autosave } from "./Autosave.ts"
import { restored } from "./restored.ts"

export interface OpenDraft {
  readonly formId: string
  readonly store: DraftStore
  readonly autosave: Autosave
}

const readLaidOut = async (formId: string, signal?: AbortSignal): Promise<StoredDraft> => {
  const stored = await readDraft(formId, signal)
  return { ...stored, text: layOut(stored.text) }
}

const noticing = <A>(call: Promise<A>): Promise<A> =>
  call.catch((error: unknown) => {
    noteSessionEnd(error)
    throw error
  })

/**
 * Opens a draft.
 * @param userId of the person: what this browser keeps is theirs.
 * @param mayWrite whether the person may change it. What this browser keeps of an earlier right stays kept.
 * @returns `autosave` still has to be started.
 */
const openDraft = async (
  formId: string,
  userId: string,
  mayWrite: boolean,
  signal?: AbortSignal
): Promise<OpenDraft> => {
  const [stored, kept] = await Promise.all([noticing(readLaidOut(formId, signal)), keptDraft(userId, formId)])
  const { saved, store } = mayWrite
    ? restored(stored, kept)
    : { saved: stored, store: new DraftStore(stored.text, true) }
  const server = {
    read: () => noticing(readLaidOut(formId)),
    save: (text: string, revision: number) => noticing(saveDraft(formId, text, revision))
  }
  return { formId, store, autosave: new Autosave(store, saved, server, keeperOf(userId, formId)) }
}

/**
 * Saves what this browser keeps of a draft that is not open here: it may be in another tab, or in one that was closed. A newer revision is
 * merged, as in the workspace.
 * @returns whether the server has all of it.
 */
export const saveKept = async (formId: string, userId: string): Promise<boolean> => {
  const { autosave } = await openDraft(formId, userId, true)
  return autosave.flush()
}

/** Read once when the workspace is opened, signing in again included: what is typed there is newer than any answer. */
export const draftQuery = (formId: string, userId: string, mayWrite: boolean) =>
  queryOptions({
    queryKey: ["drafts", formId],
    queryFn: ({ signal }) => openDraft(formId, userId, mayWrite, signal),
    staleTime: ({ state }: { readonly state: { readonly data: OpenDraft | undefined } }) =>
      state.data === undefined ? 0 : "static",
    gcTime: 0,
    structuralSharing: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false
  })
