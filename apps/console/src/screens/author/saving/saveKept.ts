/** Saves what this browser keeps of a draft that is not open here: it may be in another tab, or in one that was closed. */
import { noteSessionEnd } from "../../../api/queries.ts"
import { openDraft } from "./openDraft.ts"

/** @returns whether the server has all of it. A newer revision is merged, as in the workspace. */
export const saveKept = async (formId: string, userId: string): Promise<boolean> => {
  try {
    const { autosave } = await openDraft(formId, userId)
    return await autosave.flush()
  } catch (error) {
    noteSessionEnd(error)
    throw error
  }
}
