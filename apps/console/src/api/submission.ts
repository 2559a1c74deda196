/** One submission: its values, its history, what was sent of it. What it holds is kept as long as it is shown. */
import type { Document, Submission } from "@formwork/client/contract"
import { createFormwork } from "@formwork/client/Formwork"
import { isRefusal } from "@formwork/client/FormworkError"
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { api, ofThisPage } from "./api.ts"
import { effectsQuery, forgetEffects } from "./effects.ts"
import { queries } from "./queries.ts"
import { showMoved } from "./submissionLists.ts"

/** Of what holds values: gone a moment after its screen. */
const gcTime = 10_000

export const submissionQuery = (submissionId: string) =>
  queryOptions({
    queryKey: ["submission", submissionId],
    queryFn: async ({ signal }) => (await api.submissions.get({ submissionId }, { signal })).body,
    gcTime
  })

/** Every revision, oldest first. */
export const historyQuery = (submissionId: string) =>
  queryOptions({
    queryKey: ["submission", submissionId, "history"],
    queryFn: async ({ signal }) => (await api.submissions.history({ submissionId }, { signal })).body.items,
    gcTime
  })

/** The submission as a revision left it, which never changes. */
export const revisionQuery = (submissionId: string, revision: number) =>
  queryOptions({
    queryKey: ["submission", submissionId, "revision", revision],
    queryFn: async ({ signal }) =>
      (await api.submissions.revision({ submissionId, revision: String(revision) }, { signal })).body,
    staleTime: Infinity,
    gcTime
  })

/** What it fired, the newest first. Read again while something of it is on its way. */
export const effectsOfQuery = (submissionId: string) =>
  infiniteQueryOptions({
    ...effectsQuery({ submission: submissionId }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some((one) => one.state === "pending")) === true ? 4_000 : false
  })

export const documentsQuery = (submissionId: string) =>
  queryOptions({
    queryKey: ["submission", submissionId, "documents"],
    queryFn: async ({ signal }) => (await api.documents.list({ submissionId }, { signal })).body.items
  })

/** The file itself, which is kept nowhere. */
export const documentFile = async ({ id: documentId, mediaType, submissionId }: Document): Promise<Blob> => {
  const { body } = await api.documents.get({ submissionId, documentId })
  return new Response(body, { headers: { "content-type": mediaType } }).blob()
}

/** Makes a transition of the revision that the person saw. What is shown of the submission stays as it is: see `moveSubmission`. */
export const callTransition = async (
  { id: submissionId, revision }: Pick<Submission, "id" | "revision">,
  name: string,
  comment: string
) => {
  const said = comment.trim()
  const body = { name, ...(said === "" ? {} : { comment: said }) }
  return (await api.submissions.transition({ submissionId, ifMatch: `"${revision}"`, body })).body
}

/** Makes a transition of the revision that the person saw, and reads again what is shown of the submission. */
export const moveSubmission = async (
  seen: Pick<Submission, "id" | "revision">,
  name: string,
  comment: string
): Promise<void> => {
  showMoved(await callTransition(seen, name, comment))
  // All that a list shows of it is shown, so that none has to be read again.
  await changed(["submission", seen.id], ["submissions", "count"])
}

/** Reads again what was read under these keys, and what every change of a submission changes: what was sent, and the audit log. */
const changed = async (...keys: ReadonlyArray<ReadonlyArray<string>>): Promise<void> => {
  await Promise.all([...keys.map((queryKey) => queries.invalidateQueries({ queryKey })), forgetEffects()])
}

/** After its values changed. */
const submissionChanged = (submissionId: string): Promise<void> =>
  changed(["submission", submissionId], ["submissions"])

/**
 * Makes a change of the revision that the person saw.
 * @returns the submission as it is now, where somebody changed it meanwhile and nothing was done; undefined where it was.
 */
export const ifStale = async (submissionId: string, change: () => Promise<void>): Promise<Submission | undefined> => {
  try {
    await change()
    return undefined
  } catch (error) {
    if (!isRefusal(error, "CONFLICT") || !("revision" in error.problem)) throw error
    const { body } = await api.submissions.get({ submissionId })
    await submissionChanged(submissionId)
    return body
  }
}

/** @param payload JSON of an object, sent as it is: parsing it would round long numbers. */
const sending = (payload: string) =>
  createFormwork({
    baseUrl: location.origin,
    fetch: (input, init) => ofThisPage(input, { ...init, body: `{"data":${payload}}` }),
    retries: { attempts: 1 }
  })

/** Stores a draft's values, of the revision that the person began with. */
export type DraftChange = (base: Submission, payload: string) => Promise<Submission>

const changing = ({ id, revision }: Submission) => ({
  submissionId: id,
  ifMatch: `"${revision}"`,
  body: { data: {} }
})

export const saveSubmission: DraftChange = async (base, payload) => {
  const { body } = await sending(payload).submissions.save(changing(base))
  await submissionChanged(base.id)
  return body
}

export const fileSubmission: DraftChange = async (base, payload) => {
  const { body } = await sending(payload).submissions.file(changing(base))
  await submissionChanged(base.id)
  return body
}

/** Deletes it for good. Its screen goes before what is kept of it does. */
export const deleteSubmission = async (submissionId: string, reason: string): Promise<void> => {
  await api.submissions.delete({ submissionId, body: { reason } })
}

/** Forgets a submission that is gone. */
export const forgetSubmission = (submissionId: string): void => {
  queries.removeQueries({ queryKey: ["submission", submissionId] })
  void changed(["submissions"])
}
