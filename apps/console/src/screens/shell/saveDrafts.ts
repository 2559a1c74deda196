/** Saves, before the person leaves, what this browser has of their drafts and the server does not. */
import { keptDrafts } from "../../api/keptDrafts.ts"
import { openDrafts } from "../../api/openDrafts.ts"

export interface UnsavedDraft {
  readonly formId: string
  /** Undefined where the form has no plain title. */
  readonly title: string | undefined
}

const titleIn = (definition: string): string | undefined => {
  try {
    const { title }: { readonly title?: unknown } = Object(JSON.parse(definition))
    return typeof title === "string" ? title : undefined
  } catch {
    return undefined
  }
}

const isSaved = async (saving: Promise<boolean>): Promise<boolean> => {
  try {
    return await saving
  } catch {
    return false
  }
}

/** @returns those that could not be saved, open in this tab or not. */
export const saveDrafts = async (userId: string): Promise<ReadonlyArray<UnsavedDraft>> => {
  const unsaved = new Map<string, UnsavedDraft>()
  const save = async (formId: string, definition: string, saving: Promise<boolean>): Promise<void> => {
    if (!(await isSaved(saving))) unsaved.set(formId, { formId, title: titleIn(definition) })
  }
  const here = openDrafts()
  for (const { flush, formId, savedText } of here) await save(formId, savedText(), flush())
  for (const [formId, { ancestor }] of await keptDrafts(userId)) {
    if (here.some((draft) => draft.formId === formId)) continue
    // From the workspace's own script: a browser that keeps a draft has it in its cache, and a separate file would make the workspace larger.
    const saving = import("../author/Workspace.tsx").then(({ saveKept }) => saveKept(formId, userId))
    await save(formId, ancestor, saving)
  }
  return [...unsaved.values()]
}
